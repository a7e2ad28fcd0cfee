//! What a site says of itself in an article: who has the rights, how to tell of mistakes, where to follow it, that it
//! is paid for links; and boxes that offer a subscription or ask for consent.

use std::sync::LazyLock;

use super::{blocks_in, boxes, leave_out, tag, words_in};
use crate::extract::auto::{begins_any, has_any};
use crate::page::prelude::*;
use crate::texts::lists::{lines, listed};
use crate::texts::memo::Memo;
use crate::texts::words::{is_listed, lower_case, words};

/// The most words of such a line, and of a box.
const WORDS: usize = 60;

/// The most words of a line that asks to subscribe.
pub const SUBSCRIBE: usize = 40;

/// Words that ask to subscribe or to follow, at the beginning or end of one of the first sentences of a line.
const ASKS: &str = "subscribe follow join sign abonnieren abonniere abonniert folgen folge folgt abonnez inscrivez \
    suivez rejoignez retrouvez suscríbete suscribite suscríbase suscríbanse sigue siga seguí síguenos seguinos \
    síganos únete unite sumate súmate assine inscreva acompanhe participe iscriviti seguici seguiteci segui unisciti \
    abonneer volg schrijf subskrybuj zapisz dołącz obserwuj śledź odebírejte odoberajte sledujte přihlaste prihláste \
    подписаться підписатися подписывайтесь подпишитесь подписывайся подпишись присоединяйтесь читайте следите підписуйтесь підписуйтеся \
    підпишіться приєднуйтесь приєднуйтеся стежте абонирайте последвайте следвайте пратите pratite zapratite \
    pridružite abone takip katılın prenumerera följ abonner følg tilmeld meld tilaa seuraa liity iratkozz iratkozzon \
    kövess kövessen csatlakozz abonează abonați urmărește urmăriți εγγραφείτε ακολουθήστε ikuti berlangganan gabung \
    theo اشترك اشتركوا تابعونا تابعوا انضم انضموا עקבו הצטרפו הירשמו sekite sekojiet jälgi liitu ndiqni segueix";
/// The beginnings of words for what one follows.
const FOLLOWED: &str = "telegram whatsapp viber newsletter facebook instagram twitter youtube linkedin tiktok \
    bluesky mastodon flipboard channel kanal kanał kanál boletín boletim infolettre rundbrief nyhetsbrev nyhedsbrev \
    nieuwsbrief bülten uutiskir hírlev buletin канал телеграм вайбер дзен вотсап ватсап рассылк розсилк бюлетин \
    ενημερωτικό تلغرام تليجرام تلجرام واتساب واتس فيسبوك טלגרם הטלגרם וואטסאפ הוואטסאפ ווטסאפ הווטסאפ בפייסבוק";

/// Words of the site for itself.
const OURS: &str = "our us unser unsere unseren unserem unseres uns notre nos nous nuestro nuestra nuestros nuestras \
    síguenos seguinos síganos nosso nossa nostro nostra nostri seguici seguiteci onze ons nasz nasze naszego nas náš \
    naše našem náš nám наш нашу нашего нашем нас нашата нашия bizi bizim vår oss våra vores os meidän μας kami chúng \
    nostru noastră noștri noastre minket bennünket meitä mus mūsų mums meid meie שלנו אותנו قناتنا حسابنا \
    صفحتنا نشرتنا تابعونا kanalımıza kanalımızı sayfamızı hesabımızı bültenimize grubumuza";

/// The call to follow as a whole, in languages that do not divide words.
const ASK_WHOLE: [&str; 13] = lines(include_str!("site_notices/ask_whole.txt"));

/// Calls to follow, and what is followed, in scripts whose words are of more than letters: parts of a text.
const ASKS_LAST: [&str; 19] = lines(include_str!("site_notices/asks_last.txt"));
const FOLLOWED_LAST: [&str; 22] = lines(include_str!("site_notices/followed_last.txt"));

/// How lines begin that reserve rights.
const RIGHTS: [&str; 52] = lines(include_str!("site_notices/rights.txt"));

/// How lines begin that ask for mistakes of the text, and the beginnings of words for such mistakes.
const MISTAKES: [&str; 23] = lines(include_str!("site_notices/mistakes.txt"));
const MISTAKE: &str = "ошибк опечатк помилк грешк памылк mistake error typo fehler erreur errore erro \
    błąd błęd chyb hata greš hib";

/// What those say who are paid for links.
const PAID: [&str; 16] = lines(include_str!("site_notices/paid.txt"));

/// How lines begin that ask for consent to what another site shows, in its place amid an article.
const CONSENTS: [&str; 23] = lines(include_str!("site_notices/consents.txt"));

/// The titles of such a box.
const CONSENT_TITLES: [&str; 9] = lines(include_str!("site_notices/consent_titles.txt"));

/// The most bytes of a line, or of a box, about the site.
const NOTICE: usize = 1000;

/// What boxes say that are named so: offers to subscribe, questions for consent in the place of something, what sites of
/// governments say of themselves.
#[rustfmt::skip]
const BOXES: [(Meaning, &[&str]); 3] = [
    (Meaning::Offer, &SUBSCRIBING),
    (Meaning::Consent, &ACCEPTING),
    (Meaning::Government, &["feedback", "official website", "sitio oficial", "adborth"]),
];

/// How words for consent begin.
pub const ACCEPTING: [&str; 53] = lines(include_str!("site_notices/accepting.txt"));

/// How words for subscribing begin.
pub const SUBSCRIBING: [&str; 28] = listed(
    "subscri suscr prenumer abonn abone abona abbona subskry assine assina předplat predplat előfizet абонир подпис \
     подпиш підпис підпиш передплат συνδρομ tilaa berlangganan اشترا מנוי 订阅 訂閱 購読 구독",
);

/// Returns a paragraph of few bytes in lower case from its first letter on; of any other block, nothing.
pub fn line_about_site(page: &Page, index: usize) -> Fallible<String> {
    let text = page.text_of_block(index);
    let is_short = text.len() <= NOTICE && words_in(page, index) <= WORDS;
    let is_line = is_short && matches!(tag(page, index), Tag::P | Tag::Div);
    let is_sign = |c: char| !c.is_alphanumeric() && !matches!(c, '©' | '(');
    lower_case(if is_line { text.trim_start_matches(is_sign) } else { "" })
}

/// Returns `true` for a line that, at the end of a text, is about the site: who has the rights, how to tell of
/// mistakes, where to subscribe.
pub fn is_about_site(page: &Page, index: usize) -> Fallible<bool> {
    let text = line_about_site(page, index)?;
    let begins = |known: &[&str]| begins_any(text.trim_start_matches('('), known);
    let is_marked = begins_any(&text, &["©", "(c)", "copyright"]);
    let first = words(&text).find(|word| !["copyright", "c", "by"].contains(word)).unwrap_or("");
    let is_of_year = first.len() == 4 && first.bytes().all(|byte| byte.is_ascii_digit());
    let reserves = || text.contains('©') && has_any(&text, &RIGHTS);
    let has_keys =
        || text.contains("ctrl") && text.contains("enter") && words(&text).any(|word| begins_in(word, MISTAKE));
    Ok(is_marked && is_of_year
        || begins(&RIGHTS)
        || reserves()
        || begins(&MISTAKES) && text.contains('?')
        || has_keys()
        || asks_to_follow(&text)
        || tells_of_payment(&text))
}

/// Returns `true` for a short line that asks for consent to what another site shows, and for the title before it.
pub fn asks_for_consent(page: &Page, index: usize) -> bool {
    let begins = |index: usize| {
        let text = page.text_of_block(index);
        let is_said = |known: &str| text.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known));
        text.len() <= NOTICE && words_in(page, index) <= WORDS && CONSENTS.iter().any(|known| is_said(known))
    };
    let is_title = || CONSENT_TITLES.contains(&page.text_of_block(index).trim());
    begins(index) || is_title() && index + 1 < page.blocks().len() && begins(index + 1)
}

pub fn tells_of_payment(text: &str) -> bool {
    has_any(text, &PAID)
}

fn begins_in(word: &str, list: &str) -> bool {
    list.split(' ').any(|known| word.starts_with(known))
}

/// Returns `true` for a word that asks to subscribe or to follow.
pub fn asks(word: &str) -> bool {
    static ASKING: LazyLock<Map<&str, ()>> = LazyLock::new(|| set(ASKS));
    ASKING.contains_key(word)
}

/// Returns `true` for a word by which a site speaks of itself.
fn is_ours(word: &str) -> bool {
    static OWN: LazyLock<Map<&str, ()>> = LazyLock::new(|| set(OURS));
    OWN.contains_key(word)
}

/// Returns the words of a list.
fn set(list: &'static str) -> Map<&'static str, ()> {
    list.split(' ').map(|word| (word, ())).collect()
}

/// Returns `true` for a short line in lower case in which the site asks to follow it.
pub fn asks_to_follow(text: &str) -> bool {
    let is_any = |is_one: &dyn Fn(&str) -> bool| words(text).any(is_one);
    let sentences = text.split(['.', '!', '?', ':', '–', '—', '¡', '¿']).filter(|text| words(text).next().is_some());
    let calls = |text: &str| {
        // In many languages the verb is among the last two words. Sentences in English tell of it there: "he asked me
        // to join".
        let last = text.split_whitespace().rev().take(2).filter(|word| !is_listed(word, "subscribe follow join sign"));
        words(text).take(1).chain(last).any(asks)
    };
    // Where a character is one of these, a byte is as great, and bytes are looked at sooner.
    let is_of_script = || {
        text.bytes().any(|byte| byte >= 0xd6) && text.contains(|c| matches!(c, '\u{590}'..='\u{fff}' | '\u{3040}'..))
    };
    // Of what one does in it a longer text tells.
    let is_google = || {
        let is_short = || !text.starts_with("sign") && words(text).nth(9).is_none();
        text.contains("google news") && (is_short() || is_any(&is_ours))
    };
    // A call may stand behind a question or a greeting.
    let is_asked = sentences.take(2).any(calls)
        && (is_google() || is_any(&is_ours) && is_any(&|word| begins_in(word, FOLLOWED)))
        || is_of_script()
            && (has_any(text, &ASK_WHOLE)
                || has_any(text, &ASKS_LAST) && (is_google() || has_any(text, &FOLLOWED_LAST)));
    is_asked && words(text).nth(SUBSCRIBE).is_none()
}

/// Leaves out, of what is taken, boxes that offer a subscription or ask for consent by their names and by their words.
pub fn leave_out_boxes(page: &Page, selected: &mut [bool]) -> Fallible {
    let class = |at: usize| start_of_name(page.class(at));
    let mut named = Memo::default();
    let is_named = |class: &str| BOXES.iter().any(|(meaning, _)| meaning.is_said_by(class));
    // Paragraphs behind a paywall, and a whole article, may be named after it.
    let mut is_box = |at: usize, tag: Tag| {
        tag != Tag::P
            && page.word_count(page.subtree(at)) <= WORDS
            && named.get_or_find(class(at), is_named)
            && page.text_at(at).len() <= NOTICE
    };
    let names_at = |at| [names::CLASS, names::ID].map(|name| start_of_name(page.attribute(at, name).unwrap_or("")));
    let is_manager = |name: &str| Meaning::ConsentManager.is_said_by(name);
    let is_dialog = |at: usize| {
        matches!(page.attribute(at, names::ROLE), Some("dialog" | "alertdialog"))
            && names_at(at).into_iter().any(|name| Meaning::Consent.is_said_by(name))
    };
    let mut managers = Memo::default();
    let mut is_window =
        |at| names_at(at).into_iter().any(|name| managers.get_or_find(name, is_manager)) || is_dialog(at);
    let mut wrong = Vec::new();
    for nodes in boxes(page, selected, usize::MAX, |at, tag| is_window(at) || is_box(at, tag)) {
        let is_dialog = is_dialog(nodes.start);
        if is_dialog || names_at(nodes.start).into_iter().any(is_manager) {
            let holds_work = |at| matches!(page.tag(at), Tag::Article | Tag::Main | Tag::H1);
            // Of a dialog the name alone may tell of something else: a recipe of cookies.
            let may_be = !is_dialog || has_any(&lower_case(page.text_of(nodes.clone()))?, &ACCEPTING);
            if may_be && !nodes.clone().checking(CHECK_EVERY).any(holds_work) {
                wrong.try_push(blocks_in(page, &nodes))?;
            }
            continue;
        }
        let text = lower_case(page.text_of(nodes.clone()))?;
        if BOXES.iter().any(|(meaning, says)| meaning.is_said_by(class(nodes.start)) && has_any(&text, says)) {
            wrong.try_push(blocks_in(page, &nodes))?;
        }
    }
    leave_out(wrong, selected);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_left;
    use super::*;

    #[test]
    fn boxes_of_offers_are_left_out() {
        let long = format!("<article class=paywall><p>{}", "a ".repeat(99));
        check_left(
            &"
            LONG<div class=locked><h2>Bli prenumerant</h2><p>1 kr första månaden.</div></article><p>b => 1001
            LONG<div class=paywall-wall><h2>Kun for abonnenter</h2><p>249 kroner.</div></article><p>b => 1001
            LONG<div class=govuk-phase-banner><p>Beta<p>This is a new service, and your feedback helps.</div></article>\
            <p>b => 1001
            LONG<div class='embed cookies-placeholder'><p>Bloqué : cookies.</p><p>« Accepter »</div></article>\
            <p>b => 1001
            <div class=govuk-cookie-banner><p>We set cookies.<button>Accept all</button></div><p>a => 001
            <article class=paywall><h1>a</h1><p>b<div class=locked><p>Bli prenumerant!</div></article> => 110
            LONG</article><div class='cky-modal x'><h5>Adplanet</h5><p>LIST</div><p>b => 1001
            LONG</article><div id=onetrust-consent-sdk><p>LIST<p>Bluemeter</div><p>b => 1001
            <div class=cky-modal><p>LIST<p>a</div> => 11
            LONG</article><div id=cookies-bar role=dialog><p>LIST<p>Accept all</div><p>b => 1001
            LONG</article><div id=cookies-bar role=dialog><p>LIST</div><p>b => 111
            LONG</article><div id=cookies-bar><p>LIST</div><p>b => 111
            LONG</article><div id=recipe role=dialog><p>LIST</div><p>b => 111
            // An article within such a name, and names that begin alike.
            <p>b<div class=cky-modal><h1>a</h1><p>LIST</div> => 111
            <p>b<div class=cky-modal><article><p>LIST</article></div> => 11
            <p>b<div class='cky-modal-guide didomi-popup-open'><p>LIST</div> => 11
            // What stands behind a paywall; a text about subscribers; a recipe.
            <p>a<div class=paywall><p>The ferry is late.</div><p>b => 111
            <p>a<p class=paywall>The paper has 200 subscribers.<p>b => 111
            <p>a<div class=text><p>The paper has 200 subscribers.</div><p>b => 111
            <p>a<div class=cookie-recipe><p>Bake the cookies for an hour.</div><p>b => 111"
                .replace("LONG", &long)
                .replace("LIST", &"partner ".repeat(400)),
            leave_out_boxes,
        );
    }
}
