//! Mails of a list that a page shows one below the other, each a preformatted text with its head in it, as archives of
//! public-inbox (lore) and of mbox files do.

use super::posts::Post;
use crate::prelude::*;
use goce_core::dates::time_text;

/// Returns the mails of a page; none where fewer than two preformatted texts begin with a mail's head, or where they are less
/// than half of the page: an article may quote mails.
pub fn mails(page: &Page) -> Fallible<Vec<Post>> {
    let mut posts = Vec::new();
    let mut words = 0;
    let mut position = 0;
    while position < page.nodes().len() {
        interrupts::check();
        if page.tag(position) != Tag::Pre {
            position += 1;
            continue;
        }
        let nodes = page.subtree(position);
        if let Some(mail) = Mail::read(page.text_of(nodes.clone())) {
            posts.try_push(Post {
                element: position,
                author: Some(on_a_line(mail.author)?),
                posted_at: mail.date.map(posted_at).transpose()?,
                text: try_to_owned(mail.body)?,
            })?;
            words += page.word_count(nodes.clone());
        }
        position = nodes.end;
    }
    if posts.len() < 2 || 2 * words < page.word_count(page.positions()) {
        posts.clear();
    }
    Ok(posts)
}

/// Returns a date in ISO 8601, or as it is written.
fn posted_at(date: &str) -> Fallible<String> {
    match Moment::of_value(date, DayOrder::Unknown) {
        Some(moment) => Ok(moment.to_string()),
        None => on_a_line(date),
    }
}

/// What a mail's head says, and its body.
#[derive(Debug, PartialEq, Eq)]
struct Mail<'p> {
    author: &'p str,
    date: Option<&'p str>,
    body: &'p str,
}

impl<'p> Mail<'p> {
    /// Reads a text with the lines `From: Ann <ann@a.example>` and `Date: …`, or with `From: Ann @ 2021-05-03 10:00 UTC (links)`.
    fn read(text: &'p str) -> Option<Mail<'p>> {
        let (mut author, mut date) = (None, None);
        let mut rest = text;
        // Lines in which a mail's head is looked for: before it, an archive shows the tree of the thread.
        for _ in 0..64 {
            let (line, behind) = rest.split_once('\n')?;
            rest = behind;
            let line = line.trim();
            if author.is_some() && line.is_empty() {
                break;
            }
            if let Some(from) = line.strip_prefix("From:").filter(|_| author.is_none()) {
                let end = [" @ ", " <", " ("].iter().filter_map(|behind| from.find(behind)).min().unwrap_or(from.len());
                author = Some(from[..end].trim_matches([' ', '"']));
                date = from[end..].strip_prefix(" @ ").and_then(|date| date.split('(').next()).or(date);
            } else if let Some(written) = line.strip_prefix("Date:") {
                date = Some(written);
            }
        }
        let is_short = |text: &&str| !text.is_empty() && text.len() <= time_text::LONGEST;
        let body = rest.trim();
        // The last line has links to the mail and the thread.
        let body = body.rsplit_once('\n').filter(|(_, foot)| foot.starts_with("^ ")).map_or(body, |(body, _)| body);
        Some(Mail {
            author: author.filter(is_short)?,
            date: date.map(str::trim).filter(is_short),
            body: body.trim_end(),
        })
        .filter(|mail| !mail.body.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_mails() {
        let mail = |author, date, body| Some(Mail { author, date, body });
        for (text, expected) in [
            (
                "* Re: Rope\n@ 2021-05-03 10:00 Ann B\n  0 siblings\nFrom: Ann B @ 2021-05-03 10:00 UTC (permalink / raw)\n  To: boats\n\n\
                 > From: x\n\nSixteen.\n\n^ permalink raw reply\t[flat]",
                mail("Ann B", Some("2021-05-03 10:00 UTC"), "> From: x\n\nSixteen."),
            ),
            (
                "From: \"Ben\" <ben@a.example>\nDate: Mon, 3 May 2021 10:00:00 +0200\nSubject: Rope\n\nOne.\n",
                mail("Ben", Some("Mon, 3 May 2021 10:00:00 +0200"), "One."),
            ),
            ("From: cleo\n\nOne.", mail("cleo", None, "One.")),
            ("From: cleo\n\n", None),
            ("From: \n\nOne.", None),
            ("From the start\n\nOne.", None),
            ("", None),
        ] {
            assert_eq!(Mail::read(text), expected, "{text}");
        }
    }

    #[test]
    fn two_mails_are_a_thread() {
        let pre = "<pre>From: Ann @ 2021-05-03 10:00 UTC (<a href=x>raw</a>)\n\nOne &amp; two.</pre><hr>";
        let of = |html: &str| mails(&sample(html)).unwrap();
        assert_eq!(of(pre), []);
        let found = of(&pre.repeat(2));
        assert_eq!(found[1].posted_at.as_deref(), Some("2021-05-03T10:00:00Z"));
        assert_eq!(found[1].text, "One & two.");
    }
}
