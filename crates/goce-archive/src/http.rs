//! HTTP responses as archives keep them.

use crate::bounded::Bounded;
use crate::coding::Coding;
use crate::fields::{Fields, MAX_HEAD, head_length};
use crate::gzip::End;
use crate::{Reading, append, replace_front};
use goce_core::prelude::*;

/// The most content codings of a body that are decoded; servers use one.
const MAX_CODINGS: usize = 8;

#[derive(Debug, Default)]
pub struct Response {
    /// The status code, if the status line has one.
    pub status: Option<u16>,
    /// The header Content-Type: the last one, as browsers have it.
    pub content_type: Option<String>,
    /// The body, decoded as far as possible; `None` if it exceeds its bound.
    pub body: Option<Vec<u8>>,
    /// The reason why the body could not be decoded as a whole.
    pub problem: Option<String>,
}

/// Returns `true` for bytes that begin with the status line of a response.
pub fn is_response(bytes: &[u8]) -> bool {
    bytes.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/"))
}

/// Returns the length of the interim responses (RFC 9110, section 15.2: `100 Continue`) before a response.
fn interim_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    // Servers send one or two.
    for _ in 0..4 {
        let rest = &bytes[length..];
        let is_interim = is_response(rest) && status(split_line(rest).0).is_some_and(|status| status / 100 == 1);
        match head_length(rest, 0) {
            Some(head) if is_interim && is_response(&rest[head..]) => length += head,
            _ => break,
        }
    }
    length
}

/// Returns what the head of a response says, of whose bytes these are the first.
pub fn read_head(bytes: &[u8]) -> Reading<Response> {
    let bytes = &bytes[interim_length(bytes)..];
    match head_length(bytes, 0) {
        Some(length) => head(&bytes[..length]).map(|(response, _)| response),
        None => Ok(Response::default()),
    }
}

/// Returns a response without its body, and its headers.
fn head(bytes: &[u8]) -> Reading<(Response, Fields)> {
    let (line, fields) = split_line(bytes);
    let fields = Fields::read(fields)?;
    let content_type = fields.all("Content-Type").next_back();
    let response = Response {
        status: status(line),
        content_type: content_type.map(try_to_owned).transpose()?,
        ..Response::default()
    };
    Ok((response, fields))
}

/// Returns a response, with its body without the codings that it was sent in.
///
/// All bytes behind the head are the body, whatever Content-Length says. Crawlers keep the head as it was sent, but
/// often store the body decoded: bytes that a coding cannot have made are left as they are. An unknown coding and those
/// before it are left, too.
pub fn read(mut message: Vec<u8>, limit: usize) -> Reading<Response> {
    let start = &message[..message.len().min(MAX_HEAD)];
    let interim = interim_length(start);
    let length = match head_length(&start[interim..], 0) {
        Some(length) => interim + length,
        None if message.len() <= MAX_HEAD => message.len(),
        None => {
            return Ok(Response {
                problem: Some("the response's head has more than 1 MiB".to_owned()),
                ..Response::default()
            });
        }
    };
    let (mut response, fields) = head(&message[interim..length])?;
    replace_front(&mut message, length, &[])?;
    let mut body = message;
    if fields.list("Transfer-Encoding").any(|coding| coding.eq_ignore_ascii_case("chunked"))
        && let Some((unchunked, whole)) = dechunk(&body)?
    {
        body = unchunked;
        if !whole {
            response.problem = Some("the chunked body ends early".to_owned());
        }
    }
    let codings = fields.list("Content-Encoding").rev();
    let codings = codings.filter(|coding| !coding.eq_ignore_ascii_case("identity"));
    for (count, coding) in codings.enumerate() {
        interrupts::check();
        let Some(coding) = Coding::named(coding) else {
            break;
        };
        if body.is_empty() || !coding.may_begin(&body) {
            continue;
        }
        if count >= MAX_CODINGS {
            response.problem = Some(format!("the body has more than {MAX_CODINGS} codings"));
            break;
        }
        let mut out = Bounded::new(limit);
        let (end, left) = coding.undo(&body, &mut out)?;
        let Ok(undone) = out.into_bytes() else {
            let name = coding.name();
            response.problem = Some(format!("the body's {name} data make more than {limit} bytes"));
            return Ok(response);
        };
        if (end, left) != (End::Whole, 0) && is_text(&body) {
            continue;
        }
        if let Some(problem) = problem(coding, end) {
            response.problem.get_or_insert(problem);
        }
        body = undone;
    }
    response.body = Some(body);
    Ok(response)
}

fn problem(coding: Coding, end: End) -> Option<String> {
    let what = match end {
        End::Truncated => "end early",
        End::Damaged => "are damaged",
        End::Whole | End::TooLarge => return None,
    };
    Some(format!("the body's {} data {what}", coding.name()))
}

/// Returns `true` if the first bytes are text (UTF-8 without control characters), which no compressor makes.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(512)];
    let utf8 = match std::str::from_utf8(start) {
        Ok(_) => true,
        // The last character may be cut.
        Err(error) => error.error_len().is_none() && start.len() < bytes.len(),
    };
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    utf8 && !start.iter().any(is_control)
}

/// Returns the first line, and the bytes that follow it.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b'\n', bytes) {
        Some(end) => bytes.split_at(end + 1),
        None => (bytes, &[]),
    }
}

/// The code in a status line, `HTTP/1.1 200 OK`.
fn status(line: &[u8]) -> Option<u16> {
    let code = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty()).nth(1)?;
    let code = std::str::from_utf8(code).ok()?;
    let digits = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| code.parse().ok()).flatten()
}

/// Returns a body in chunks (RFC 9112, section 7.1) put together, and `true` if its last chunk is there. Returns `None`
/// if it is not in chunks: it must begin with the size of one, and the first must end where that says, or the body must
/// end before.
fn dechunk(body: &[u8]) -> Reading<Option<(Vec<u8>, bool)>> {
    let mut out = Vec::new();
    let mut rest = body;
    let mut first = true;
    loop {
        interrupts::check();
        let Some((size, after)) = chunk_size(rest) else {
            // An empty rest is a body without its last chunk, too.
            return Ok((!first).then_some((out, false)));
        };
        if size == 0 {
            return Ok(Some((out, true)));
        }
        let Some(chunk) = after.get(..size) else {
            append(&mut out, after)?;
            return Ok(Some((out, false)));
        };
        rest = match &after[size..] {
            [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] => rest,
            [] | [b'\r'] => &[],
            _ if first => return Ok(None),
            _ => return Ok(Some((out, false))),
        };
        append(&mut out, chunk)?;
        first = false;
    }
}

/// Returns the size of a chunk by its line, and the bytes that follow the line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    // The longest line before a chunk of a body.
    let start = &bytes[..bytes.len().min(64 * 1024)];
    let digits = start.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let number = std::str::from_utf8(&start[..digits]).ok()?;
    let size = usize::from_str_radix(number, 16).ok()?;
    let (line, _) = split_line(&start[digits..]);
    let after = &bytes[digits + line.len()..];
    let extension = line.strip_suffix(b"\n")?.trim_ascii();
    (extension.is_empty() || extension.starts_with(b";")).then_some((size, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(message: Vec<u8>) -> Response {
        read(message, 1 << 20).unwrap()
    }

    #[test]
    fn heads_are_bounded() {
        let long = |lines: usize| [b"HTTP/1.1 200 OK\n".to_vec(), b"a:\n".repeat(lines)].concat();
        let read = of(long(MAX_HEAD / 4));
        assert_eq!((read.status, read.problem), (Some(200), None));
        let read = of(long(MAX_HEAD / 2));
        assert_eq!((read.status, read.body), (None, None));
        assert!(read.problem.is_some());
    }

    #[test]
    fn interim_responses_are_passed_over() {
        let read = of(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nIce".to_vec());
        assert_eq!((read.status, read.content_type.as_deref()), (Some(200), Some("text/html")));
        assert_eq!(read.body.as_deref(), Some(b"Ice".as_slice()));
        let head = read_head(b"HTTP/1.1 103 Early Hints\n\nHTTP/2 404 \n\n").unwrap();
        assert_eq!(head.status, Some(404));
        // Nothing follows.
        assert_eq!(of(b"HTTP/1.1 101 Switching Protocols\n\nIce".to_vec()).status, Some(101));
        let many = [
            b"HTTP/1.1 100 Continue\n\n".repeat(1000).as_slice(),
            b"HTTP/1.1 200 OK\n\n",
        ]
        .concat();
        assert_eq!(of(many).status, Some(100));
    }

    #[test]
    fn codings_are_bounded() {
        let empty = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let with = |codings: usize, body: &[u8]| {
            let codings = "gzip,".repeat(codings);
            let head = format!("HTTP/1.1 200 OK\nContent-Encoding: {codings}\n\n");
            of([head.as_bytes(), body].concat()).problem
        };
        assert!(with(1, &empty).is_some());
        // Stored data that are such data again, and so on.
        let mut body = b"text".to_vec();
        for _ in 0..=MAX_CODINGS {
            let length = (body.len() as u16).to_le_bytes();
            let not = (!(body.len() as u16)).to_le_bytes();
            let mut crc = flate2::Crc::new();
            crc.update(&body);
            body = [
                &empty[..10],
                &[1],
                &length,
                &not,
                &body,
                &crc.sum().to_le_bytes(),
                &crc.amount().to_le_bytes(),
            ]
            .concat();
        }
        assert_eq!(with(MAX_CODINGS, &body), None);
        let problem = with(MAX_CODINGS + 1, &body);
        assert_eq!(problem.as_deref(), Some("the body has more than 8 codings"));
    }
}
