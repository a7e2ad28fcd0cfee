//! The canonical form of a web address. Spellings of one page's address have the same form.
//!
//! An archive has the address of one page in many spellings: as somebody typed it, with the parameters of a newsletter,
//! as the page itself states it. [`canonical`] reads the address alone. It follows no redirect, so a page that has two
//! different addresses keeps two forms.

use url::Url;

use crate::prelude::*;
use crate::texts::words::is_listed;

/// The longest address that has a form, in bytes.
const LONGEST: usize = 1 << 20;

/// Prefixes of the names of tracking parameters.
const TRACKING_STARTS: &str = "utm_ mtm_ piwik_ hsa_ fb_action_";

/// Names of parameters of advertisements, newsletters, measurement and sessions: in lower case.
const TRACKING: &str = "\
    __hsfp __hssc __hstc _branch_match_id _branch_referrer _ga _gl _hsenc _hsmi _openstat at_campaign at_custom1 \
    at_custom2 at_custom3 at_custom4 at_medium dclid epik fb_ref fb_source fbclid gad_campaignid gad_source gbraid \
    gclid gclsrc guccounter guce_referrer guce_referrer_sig hsctatracking igsh igshid irclickid jsessionid li_fat_id \
    mc_cid mc_eid mkt_tok msclkid ns_campaign ns_fee ns_linkname ns_mchannel ns_source oly_anon_id oly_enc_id \
    phpsessid pk_campaign pk_cid pk_content pk_keyword pk_kwd pk_medium pk_source rb_clickid ref_src ref_url s_cid \
    srsltid trkcampaign ttclid twclid vero_conv vero_id wbraid wickedid yclid ysclid";

/// The session number that Java's servers append to a segment of the path.
const SESSION: &str = ";jsessionid=";

/// Why an address has no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The address, or its form, is too long.
    #[error("address is too long")]
    TooLong {
        /// The length in bytes.
        bytes: usize,
        limit: usize,
    },
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Returns the canonical form of an address; `None` for a text that is no absolute web address (http, https).
///
/// It is the URL standard's form, changed as RFC 3986, section 6.2, and web archives do:
///
/// - user names, passwords, fragments and a dot at the end of the host are dropped;
/// - needless percent codes are decoded, and all others are written in upper case;
/// - empty parameters and those of tracking and sessions (by the lists of this module) are dropped;
/// - the other parameters are sorted by name; those of one name keep their order.
///
/// The form of a form is itself.
///
/// # Errors
/// [`AddressError`].
pub fn canonical(address: &str) -> Result<Option<String>, AddressError> {
    within_limit(address.len())?;
    interrupts::check();
    // For the copies that the parser makes. Percent-encoding makes one of them three times as long.
    ask_for(8 * address.len())?;
    let Ok(url) = Url::parse(address) else {
        return Ok(None);
    };
    let host = url.host_str().unwrap_or("");
    let host = host.strip_suffix('.').unwrap_or(host);
    // Without one of two dots at its end a host could be read as a number.
    if !matches!(url.scheme(), "http" | "https") || host.is_empty() || host.ends_with('.') {
        return Ok(None);
    }
    let mut out = String::new();
    out.try_reserve(2 * url.as_str().len()).map_err(OutOfMemory::from)?;
    for part in [url.scheme(), "://", host] {
        out.try_push_str(part)?;
    }
    if let Some(port) = url.port() {
        out.try_push_str(&format!(":{port}"))?;
    }
    push_path(url.path(), &mut out)?;
    push_query(url.query().unwrap_or(""), &mut out)?;
    // Percent-encoding can make a form longer than the address. A form beyond the limit would have no form itself.
    within_limit(out.len())?;
    Ok(Some(out))
}

/// Returns an error for an address, or the form of one, that is too long.
fn within_limit(bytes: usize) -> Result<(), AddressError> {
    let limit = LONGEST;
    if bytes > limit {
        return Err(AddressError::TooLong { bytes, limit });
    }
    Ok(())
}

/// Appends a path without session numbers.
fn push_path(path: &str, out: &mut String) -> Fallible {
    // Decoded first, since sessions and dots can be written in percent codes.
    let mut plain = String::new();
    push_plain(path, &mut plain)?;
    for (index, segment) in plain.split('/').enumerate().checking(CHECK_EVERY) {
        if index > 0 {
            out.try_push_char('/')?;
        }
        out.try_push_str(without_session(segment))?;
    }
    Ok(())
}

/// Returns a segment without its session number, unless the rest is empty or dots: dots would lead elsewhere.
fn without_session(segment: &str) -> &str {
    let mut parts = segment.match_indices(';').map(|(start, _)| segment.split_at(start));
    let is_session = |behind: &str| behind.get(..SESSION.len()).is_some_and(|name| name.eq_ignore_ascii_case(SESSION));
    match parts.find(|(_, behind)| is_session(behind)) {
        Some(("" | "." | "..", _)) | None => segment,
        Some((before, _)) => before,
    }
}

/// Appends the parameters that are kept, sorted, after a question mark.
fn push_query(query: &str, out: &mut String) -> Fallible {
    let mut plain = String::new();
    push_plain(query, &mut plain)?;
    let mut parameters: Vec<(&str, usize, &str)> = Vec::new();
    for (index, parameter) in plain.split('&').enumerate().checking(CHECK_EVERY) {
        let name = parameter.split('=').next().unwrap_or("");
        if !parameter.is_empty() && !is_tracking(name) {
            parameters.try_push((name, index, parameter))?;
        }
    }
    parameters.sort_unstable();
    let mut separator = '?';
    for (_, _, parameter) in parameters.iter().checking(CHECK_EVERY) {
        out.try_push_char(separator)?;
        out.try_push_str(parameter)?;
        separator = '&';
    }
    Ok(())
}

fn is_tracking(name: &str) -> bool {
    // All names of the lists are shorter.
    if name.len() > 64 {
        return false;
    }
    let name = name.to_ascii_lowercase();
    is_listed(&name, TRACKING) || TRACKING_STARTS.split(' ').any(|start| name.starts_with(start))
}

/// Appends text with the percent codes of letters, digits, `-`, `.`, `_` and `~` decoded (RFC 3986, section 2.3). A percent
/// sign that begins no code is encoded.
fn push_plain(text: &str, out: &mut String) -> Fallible {
    let mut rest = text;
    while let Some(place) = rest.find('%') {
        out.try_push_str(&rest[..place])?;
        let code = rest.get(place + 1..place + 3);
        let code = code.filter(|code| !code.starts_with('+'));
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        rest = &rest[place + if byte.is_some() { 3 } else { 1 }..];
        match byte {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                out.try_push_char(char::from(byte))?;
            }
            byte => out.try_push_str(&format!("%{:02X}", byte.unwrap_or(b'%')))?,
        }
    }
    out.try_push_str(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cases;

    fn form(address: &str) -> Option<String> {
        canonical(address).unwrap()
    }

    #[test]
    fn lists_are_in_lower_case() {
        for list in [TRACKING, TRACKING_STARTS] {
            assert_eq!(list, list.to_ascii_lowercase());
        }
    }

    #[test]
    fn spellings_of_one_address_are_one_form() {
        for [address, expected] in cases(
            "
            HTTP://Example.ORG => http://example.org/
            https://example.org:443/a b => https://example.org/a%20b
            http://example.org.:80/ => http://example.org/
            http://example.org:8080/ => http://example.org:8080/
            https://ann:secret@example.org/ => https://example.org/
            https://bücher.example/ä => https://xn--bcher-kva.example/%C3%A4
            https://example.org/a/./b/../c/%2e%2E/d => https://example.org/a/d
            https://example.org/%7eann/%c3%a4%2f => https://example.org/~ann/%C3%A4%2F
            https://example.org/100%/%%34 => https://example.org/100%25/%254
            https://example.org/a//b/ => https://example.org/a//b/
            https://example.org/a#b?c=d => https://example.org/a
            https://example.org/a? => https://example.org/a
            https://example.org/a?&&b& => https://example.org/a?b
            https://example.org/?c=1&a=2&b&a=1 => https://example.org/?a=2&a=1&b&c=1
            https://example.org/?B=1&a=%41 => https://example.org/?B=1&a=A
            https://example.org/?utm_source=x&UTM%5fMedium&fbclid=1&id=7 => https://example.org/?id=7
            https://example.org/?Gclid=1 => https://example.org/
            https://example.org/?utm=1&pk_id=2 => https://example.org/?pk_id=2&utm=1
            https://example.org/a;JSESSIONID=0A1B.n1?PHPSESSID=3 => https://example.org/a
            https://example.org/a/..;jsessionid=1/b => https://example.org/a/..;jsessionid=1/b
            https://example.org/a;%6aSessionID=1/b => https://example.org/a/b
            https://example.org/a/%2e;jsessionid=1/.%2E;jsessionid=1/b => https://example.org/a/.;jsessionid=1/..;jsessionid=1/b
            http://[2001:DB8::1]/ => http://[2001:db8::1]/
            http://0x7f.1./ => http://127.0.0.1/
            http://0x7f.1/ => http://127.0.0.1/",
        ) {
            assert_eq!(form(&format!("\n {address} ")).as_deref(), Some(expected), "{address}");
            assert_eq!(form(address).as_deref(), Some(expected), "{address}");
            assert_eq!(form(expected).as_deref(), Some(expected), "{address}");
        }
    }

    #[test]
    fn other_texts_have_no_form() {
        assert_eq!(form(""), None);
        assert_eq!(form("//example.org/a"), None);
        for [text] in cases(
            "
            example.org/a
            /a
            mailto:ann@example.org
            javascript:1
            dns:example.org
            https://
            https://a b/
            http://./
            http://example.org../
            http://0x7f.1../
            ftp://example.org/",
        ) {
            assert_eq!(form(text), None, "{text}");
        }
    }

    #[test]
    fn long_addresses_check_or_are_refused() {
        for part in ["/a", "a&", ";&", "%41&"] {
            let before = if part == "/a" { "" } else { "/?" };
            let address = format!("https://example.org{before}{}", part.repeat(200_000));
            let (_, checks) = interrupts::counted(|| canonical(&address).unwrap());
            assert!((49..=2000).contains(&checks), "{part}: {checks}");
        }
        let longest = format!("https://example.org/{}", "a".repeat(LONGEST - 20));
        assert_eq!(form(&longest).as_deref(), Some(longest.as_str()));
        let refused = |address: &str, bytes| {
            let limit = LONGEST;
            let error = canonical(address).unwrap_err();
            assert_eq!(error, AddressError::TooLong { bytes, limit });
        };
        refused(&format!("{longest}a"), LONGEST + 1);
        let encoded = format!("https://example.org/{}", " ".repeat(LONGEST / 2) + "a");
        refused(&encoded, 3 * (LONGEST / 2) + 21);
    }

    #[rustfmt::skip]
    const PARTS: [&str; 22] = [
        "/", ".", "..", "%2e", "%2E", ";", ";jsessionid=", ";%6aSessionid=1", "%", "25", "%25", "a", "?", "&", "=", "#",
        "\\", "utm_x", "u%74m_", ":", "@", "0x7f.1",
    ];

    proptest! {
        #[test]
        fn the_form_of_a_form_is_the_same(
            address in r"(https?://)?([a-z%Ü.@:0-9-]{1,12})(/[a-z.%0-9;=/ä&? #jsesionid\\]{0,30})?(\?[a-zA-Z%_=&0-9 'é]{0,30})?"
        ) {
            if let Some(first) = form(&address) {
                prop_assert_eq!(form(&first), Some(first.clone()));
                prop_assert!(first.is_ascii() && !first.contains('#'));
            }
        }

        #[test]
        fn percent_codes_hide_nothing(parts in prop::collection::vec(prop::sample::select(&PARTS), 0..12)) {
            let parts = parts.concat();
            for start in ["https://example.org", "https://example.org/", "https://"] {
                let first = form(&format!("{start}{parts}"));
                prop_assert_eq!(first.as_deref().and_then(form), first, "{}{}", start, parts);
            }
        }
    }
}
