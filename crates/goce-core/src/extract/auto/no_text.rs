//! Pages that show no text of their own, so that an empty result is right: shells, errors, robot checks, consent.

use crate::html::names;
use crate::interrupts::{CHECK_EVERY, Checking};
use crate::memory::OutOfMemory;
use crate::page::{Description, Page, Tag};
use crate::texts::spaces::start_of;
use crate::texts::words::{lower_case, words};

/// Bytes of text outside the labels of links up to which a page is a shell.
const SHELL: usize = 720;

/// Bytes of text outside the labels of links up to which a page may be a notice: an error, a robot check or a question for consent.
const NOTICE: usize = 4000;

/// Bytes of text above which a link is no label: an anchor that a page forgot to close, or a card.
const LABEL: usize = 400;

/// Bytes of the title, and of the text, that are read for what a notice says.
const READ: usize = 1000;

/// What titles and headings of errors say. Numbers of HTTP are words of their own.
#[rustfmt::skip]
const ERRORS: [&str; 50] = [
    "not found", "page unavailable", "access denied", "forbidden", "bad gateway", "service unavailable",
    "internal server error", "account suspended", "be found", "no longer available", "page does not exist",
    "page doesn't exist", "page doesn’t exist", "nicht gefunden", "introuvable", "no encontrada", "no se encontr",
    "não encontrada", "não foi encontrada", "non trovata", "niet gevonden", "hittades inte", "ikke fundet", "ikke funnet",
    "ei löyt", "nie znaleziono", "nenalezena", "nebyla nalezena", "nem található", "nu a fost găsit", "nije pronađen",
    "ei leitud", "nav atrasta", "nerasta", "не найдена", "не знайден", "не е намерен", "δεν βρέθηκε", "bulunamadı",
    "לא נמצא", "غير موجود", "یافت نشد", "नहीं मिला", "ไม่พบ", "không tìm thấy", "tidak ditemukan", "見つかりません", "찾을 수 없",
    "找不到", "不存在",
];

/// The numbers of HTTP by which errors are titled.
const STATUSES: [&str; 9] = ["400", "401", "403", "404", "410", "500", "502", "503", "504"];

/// What robot checks say.
const ROBOT_CHECKS: [&str; 9] = [
    "captcha",
    "not a robot",
    "are a robot",
    "are you a robot",
    "are human",
    "are you human",
    "checking your browser",
    "javascript and cookies",
    "unusual traffic",
];

/// What pages say that want consent before they show anything.
const CONSENT: [&str; 7] = [
    "before you continue",
    "bevor sie fortfahren",
    "bevor du zu",
    "avant de continuer",
    "antes de continuar",
    "prima di continuare",
    "voordat je verdergaat",
];

/// Why a page shows no text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoText {
    /// It shows no word at all.
    Empty,
    /// It shows little but links: scripts would fill it, or a frame.
    Shell,
    Error,
    RobotCheck,
    Consent,
}

/// The most bytes of the message that an error or a question for consent shows as its text.
const MESSAGE: usize = 400;

impl NoText {
    /// Returns `true` if the selected blocks of a page, which are few, are the message of an error or a question for consent.
    /// Robot checks stand in forms of pages with a text of their own, too.
    pub fn is_message(page: &Page, selected: &[bool]) -> Result<bool, OutOfMemory> {
        let blocks = page.blocks().iter().zip(selected).filter(|(_, taken)| **taken);
        let bytes: usize = blocks.checking(CHECK_EVERY).map(|(block, _)| page.block_text(block).len()).sum();
        Ok((1..=MESSAGE).contains(&bytes) && matches!(NoText::of(page)?, Some(NoText::Error | NoText::Consent)))
    }

    /// Returns the name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            NoText::Empty => "empty",
            NoText::Shell => "shell",
            NoText::Error => "error",
            NoText::RobotCheck => "robot-check",
            NoText::Consent => "consent",
        }
    }

    /// Returns why a page shows no text of its own; `None` for a page that shows some.
    pub fn of(page: &Page) -> Result<Option<NoText>, OutOfMemory> {
        if words(page.text()).next().is_none() {
            return Ok(Some(NoText::Empty));
        }
        let unlinked = unlinked_bytes(page);
        if unlinked > NOTICE {
            return Ok(None);
        }
        let title = page.head().find_map(|element| match element {
            Description::Title(title) => Some(title),
            _ => None,
        });
        let title = lower_case(start_of(title.unwrap_or(""), READ))?;
        let heading = page.nodes().iter().position(|node| node.tag() == Tag::H1);
        let heading = heading.map_or("", |heading| page.text_of(page.subtree(heading)));
        let heading = lower_case(start_of(heading, READ))?;
        let text = lower_case(start_of(page.text(), READ))?;
        let says = |said: &str, known: &[&str]| known.iter().any(|known| said.contains(known));
        let is_status = |said: &str| words(said).next().is_some_and(|first| STATUSES.contains(&first));
        Ok(if says(&title, &ROBOT_CHECKS) || says(&text, &ROBOT_CHECKS) {
            Some(NoText::RobotCheck)
        } else if says(&title, &CONSENT) || says(&heading, &CONSENT) {
            Some(NoText::Consent)
        } else if [&title, &heading].into_iter().any(|said| says(said, &ERRORS) || is_status(said)) {
            Some(NoText::Error)
        } else if unlinked <= SHELL {
            Some(NoText::Shell)
        } else {
            None
        })
    }
}

/// Returns the bytes of a page's text that stand outside links' labels.
fn unlinked_bytes(page: &Page) -> usize {
    let mut bytes = 0;
    let mut end_of_link = 0;
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        if position < end_of_link {
            continue;
        }
        match node.tag() {
            // An anchor that old pages never close holds all that follows.
            Tag::A if page.attribute(position, names::HREF).is_some() => {
                let link = page.subtree(position);
                if page.text_of(link.clone()).len() <= LABEL {
                    end_of_link = link.end;
                }
            }
            Tag::Text => bytes += page.text_of(position..position + 1).len(),
            _ => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(head: &str, body: &str) -> Option<NoText> {
        NoText::of(&Page::sample(&format!("<html><head>{head}</head><body>{body}"))).unwrap()
    }

    #[test]
    fn an_open_link_around_an_article_is_no_shell() {
        let article = "<p>A paragraph of an article that stands in a link, as the link before it is open.".repeat(20);
        assert_eq!(of("", &format!("<a href=/><b>Home</b><div>{article}</div></a>")), None);
    }

    #[test]
    fn pages_without_text_of_their_own() {
        let words = |count: usize| "<p>some more words of it</p>".repeat(count);
        assert_eq!(of("<title>A page</title>", "<div id=root> . </div>"), Some(NoText::Empty));
        assert_eq!(
            of("", &format!("{}<p>Loading", "<a href=/>a link of the menu</a>".repeat(100))),
            Some(NoText::Shell)
        );
        assert_eq!(of("<title>404 - Shop</title>", &words(50)), Some(NoText::Error));
        for heading in [
            "Seite nicht gefunden",
            "Oops! That page can’t be found.",
            "페이지를 찾을 수 없습니다",
            "Sidan hittades inte",
        ] {
            assert_eq!(of("", &format!("<h1>{heading}</h1>{}", words(50))), Some(NoText::Error), "{heading}");
        }
        let check = format!("<p>Please solve this CAPTCHA{}", words(50));
        assert_eq!(of("", &check), Some(NoText::RobotCheck));
        assert_eq!(of("<title>Before you continue</title>", &words(50)), Some(NoText::Consent));
    }

    #[test]
    fn pages_with_text_of_their_own() {
        let text = "<p>some more words of it</p>".repeat(50);
        assert_eq!(of("<title>A page</title>", &text), None);
        assert_eq!(of("", &format!("<a name=top><div>{text}</div>")), None);
        assert_eq!(of("<title>The 404 ways to cook</title>", &text), None);
        // A long text about captchas is one.
        let long = "<p>some more words of it, and of a captcha</p>".repeat(200);
        assert_eq!(of("<title>Captcha</title>", &long), None);
    }
}
