//! Tests of lines that invite to read, to follow or to subscribe.

use super::super::tests::{check_left, left as left_by, mended};
use super::*;
use crate::{cases, lines};

/// A page that states its address.
const HEAD: &str = "<head><link rel=canonical href=https://www.a.example/1></head>";

fn left(html: &str) -> String {
    left_by(html, leave_out_invitations)
}

/// Checks which blocks are left of lines between two paragraphs.
fn check_between(table: &str, expected: &str) {
    for line in lines(table) {
        assert_eq!(left(&format!("{HEAD}<p>Text.<p>{line}<p>Text.")), expected, "{line}");
    }
}

#[test]
fn links_to_neighbours_are_left_out() {
    check_left(
        "
        <p>Text.<p><a href=/1>← A rope</a> | <a href=/3>Knots →</a> => 10
        <p>Text.<p><a href=/1>« <b>A rope</b></a><p><a href=/3><i>Knots</i> »</a> => 100
        <p>Text.<table><tr><td>Previous:<td><a href=/1>A rope</a><tr><td>Next:<td><a href=/3>Knots</a></table> => 10000
        <p>Text.<table><tr><td>Previous:<td><a href=/1>A rope</a><tr><td>Size:<td><a href=/3>Knots</a></table> => 11111
        <p>« Text », <a href=/1>she</a> said »<p><a href=/1>A rope</a><p>a → b → => 111",
        leave_out_invitations,
    );
}

#[test]
fn questions_for_consent_are_left_out() {
    check_left(
        "
        <p>Text.<div>Empfohlener externer Inhalt</div><div>An dieser Stelle finden Sie einen externen Inhalt.</div>\
        <p>Ich bin damit einverstanden, dass mir externe Inhalte …<p>x => 10001
        <p>Externer Inhalt<p>Ich bin damit einverstanden, dass er geht.<p>External content is old. => 111",
        leave_out_invitations,
    );
}

#[test]
fn teasers_by_an_id_alone_are_left_out() {
    for [html, expected] in cases(
        "
        TEXT<div id=related>LIST</div>TEXT => 1000001
        TEXT<div id=related-work>LIST</div>TEXT => 1111111
        TEXT<div id=related><h2>Related</h2><p>a<p>b<p><a href=/1>c</a></div> => 11111
        <p>a<div id=related>LIST</div> => 111111",
    ) {
        let text = "<p>A text that is longer than what is said of the other pages of the site.";
        let list = "<h2>Related</h2><p>More.<ul><li><a href=/1>a</a><p>b</p><li><a href=/2>c</a></ul>";
        let left = |list: &str| left_by(&html.replace("TEXT", text).replace("LIST", list), leave_out_related);
        assert_eq!(left(list), expected, "{html}");
        // Of another site.
        assert!(!left(&list.replace("=/", "=https://b.example/")).contains('0'), "{html}");
    }
}

#[test]
fn lines_of_links_at_the_end_are_left_out() {
    for [html, expected] in cases(
        "
        <p>Text.<p>More.SHARE TOP => 1100
        <p>Text.SHARE<p>More.TOP => 1110
        <p>Text.<p>More.TOP<li><a href=/a>A list of works</a> => 1111
        <p>Text.<p>More.TOP<p>Via <a href=https://b.example>The Valley Post</a> => 1111
        <p>Text.<p>More.<p>More.<p>All of it is told <a href=/2>elsewhere</a>. => 1111",
    ) {
        let html = html.replace("TOP", "<p><a href=#top>Back to top</a>");
        let html = html.replace("SHARE", "<div>Share this: <a href=#x>X</a> | <a href=#m>Mail</a></div>");
        assert_eq!(mended(&html, "1111", leave_out_last_links), expected, "{html}");
    }
}

#[test]
fn lines_that_name_another_page_are_left_out() {
    check_between(
        "
        READ MORE: <a href=/2>Eleven towers of the valley</a>
        <strong><a href=https://a.example/2>Czytaj też: Jedenaście wież naszej doliny</a></strong>
        相关阅读：<a href=../2>十一座塔的故事</a>",
        "101",
    );
    check_between(
        "
        Source: <a href=https://b.example/2>Eleven towers of the valley</a>
        Website: <a href=https://a.example/>https://a.example/</a>
        Call us: <a href=tel:1>one two three four</a>
        Report: <a href=/a.pdf>Report of the committee on harbours</a>
        Note: see <a href=/2>the page of towers</a> for more.
        Towers: <a href=/2>two</a>
        He said: <a href=/1>the first</a> and <a href=/2>the second of the two</a>",
        "111",
    );
}

#[test]
fn lines_with_known_labels_are_left_out() {
    for [line, expected] in cases(
        "
        <div><strong>À lire aussi</strong> LINK</div><h2>Towers</h2><p>Text. => 1011
        <div>» Baca juga: LINK</div><h2>Towers</h2><p>Text. => 1011
        <div>यह भी पढ़ें - LINK</div><h2>Towers</h2><p>Text. => 1011
        <div><a href=/3>इसे भी पढ़ें- मास्टर जी की साइकिल</a><p> LINK</div><h2>Towers</h2><p>Text. => 10111
        <div>One may read also LINK</div><h2>Towers</h2><p>Text. => 1111
        <div>See also LINK</div><h2>Towers</h2><p>Text. => 1111
        <p>Read also <a href=https://b.example/2>Eleven towers of the valley</a> => 11
        <h4>Related: LINK</h4><h2>Towers</h2> => 101
        <ul><li>Read more: LINK</ul><h2>Towers</h2> => 101
        <p>[ Also read <a href=/2>Eleven towers of the valley.</a> ]<h2>Towers</h2> => 101
        <p>Also read <a href=/2>eleven towers of the valley</a>.<h2>Towers</h2> => 101
        <h4>Report: LINK</h4><h2>Towers</h2> => 111
        <h4>Related towers: LINK</h4><h2>Towers</h2> => 111
        <pre>Read more: LINK</pre><h2>Towers</h2> => 111",
    ) {
        let line = line.replace("LINK", "<a href=/2>Eleven towers of the valley</a>");
        assert_eq!(left(&format!("<p>Text.{line}")), expected, "{line}");
    }
}

#[test]
fn cards_of_other_pages_are_left_out() {
    let left = |card: &str| left_by(&format!("<article><p>Text.</p>{card}{card}<p>Text.</article>"), leave_out_cards);
    for card in lines(
        "
        <article><a href=/2><b>News</b><p>Eleven towers of the valley</p></a></article>
        <div class='teaser x'><a href=/2>Eleven towers of the valley</a></div>
        <div><a href=/2><h3>Eleven towers</h3><span>All of them still stand.</span></a></div>
        <a href=/2><h3>Eleven towers</h3><p>All of them still stand.</p></a>",
    ) {
        assert_eq!(left(card).replace('0', ""), "11", "{card}");
        assert!(left(card).starts_with("10") && left(card).ends_with("01"), "{card}");
    }
    for card in lines(
        "
        <a href=/2#towers><h3>Eleven towers of the valley</h3></a>
        <h3><a href=/2>Eleven towers of the valley</a></h3>
        <div class=teaser><a href=https://b.example/2>Eleven towers of the valley</a></div>
        <div class=teaser><a href=/2>Eleven towers of the valley</a> and more</div>
        <figure><a href=/2.jpg><img src=/2.jpg>Eleven towers of the valley</a></figure>",
    ) {
        assert!(!left(card).contains('0'), "{card}");
    }
    // A list of cards has no paragraph before it.
    let cards = "<article class=teaser><a href=/2>Eleven towers of the valley</a></article>".repeat(2);
    assert_eq!(left_by(&format!("<h1>Towers</h1>{cards}"), leave_out_cards), "111");
}

#[test]
fn labels_above_another_page_are_left_out() {
    for [html, expected] in cases(
        "
        <p>Text.<p><strong>TE PUEDE INTERESAR</strong>OTHER<p>Text. => 1001
        <p>Text.<p>See also:OTHER<p>Text. => 1001
        <p>Text.<p><b>あわせて読みたい</b>OTHER<p>Text. => 1001
        // A sentence; the page of another site; no label.
        <p>Text.<p>It has eleven towers.OTHER => 111
        <p>Text.<p><b>Source</b><p><a href=https://b.example/>Towers of the valley, seen</a> => 111
        <p><b>Towers</b>OTHER => 11",
    ) {
        let html = html.replace("OTHER", "<p><b><a href=/2>Eleven towers of the valley</a></b>");
        assert_eq!(left(&format!("{HEAD}{html}")), expected, "{html}");
    }
}

#[test]
fn lines_that_ask_to_subscribe_are_left_out() {
    check_between(
        "
        👉 <em><a href=/newsletter>Subscribe here</a> – every Friday.</em>
        <a href=https://t.me/valley><b>Подписывайтесь на наш канал</b></a>
        Follow us on <a href=https://news.google.com/publications/x>Google News</a>!
        Urmărește știrile Ziarul Muntelui și pe <a href=/g>Google News</a>!
        Want more? Sign up for our free daily newsletter, and follow us on Facebook.
        Melden Sie sich für unseren Newsletter an. Folgen Sie uns auf Instagram!
        ताज़ा खबरों के लिए हमारे <a href=/w>WhatsApp चैनल</a> से जुड़ें।
        רוצים לקבל עדכונים? <a href=/w>הצטרפו לקבוצת הוואטסאפ שלנו</a>
        Haberler için <a href=/t>Telegram</a> kanalımıza abone olun.
        最新消息，请<a href=/w>关注我们的</a>公众号
        برای خبرهای تازه <a href=/t>کانال تلگرام</a> ما را دنبال کنید",
        "101",
    );
    check_between(
        "
        The mayor said so on <a href=https://t.me/valley/12>Telegram</a>.
        It <a href=/newsletters>has a letter</a>, as <a href=/2>others have</a>.
        It was in <a href=/newsletter/2023-may>the letter of May</a>.
        Join us in May for the largest event of the channel.
        “Follow the canal,” she said, “and you find our tower on Facebook.”
        Write to <a href=mailto:newsletter@a.example>us</a>.
        The <a href=/2>search</a> was on Google News before they joined our channel.",
        "111",
    );
}

#[test]
fn lines_about_the_site_at_the_end_are_left_out() {
    let link = "<p><a href=/sub>Subscribe to the Courier today and save 20%!</a>";
    for line in lines(
        "
        Copyright 2004 County Courier. This material may not be published.
        © 2019 County Courier
        All rights reserved.
        版权声明：凡本网注明“来源：江城网”的所有作品，未经授权不得转载。
        The Courier, © 2024. Все права защищены
        Нашли ошибку? Выделите фрагмент и нажмите Ctrl+Enter.
        Якщо ви знайшли помилку, виділіть фрагмент тексту та натисніть <b>Ctrl+Enter</b>.
        Spotted a mistake? Tell us.
        <em>Підписуйтесь на наш <a href=https://t.example/zv>Telegram-канал</a>.</em>
        👉 Seguí a El Faro en <a href=/x>Google News</a> y sumate a nuestro <a href=/y>canal</a>.
        Want more? Follow us on Facebook!
        See the shop. As an Amazon Associate I earn from qualifying purchases.",
    ) {
        assert_eq!(left(&format!("<p>Text.<p>{line}{link}")), "100", "{line}");
        assert_eq!(left(&format!("<p>Text.<p>{line}<p>{line}")), "100", "{line}");
    }
    for line in lines(
        "
        Copyright law reserves all rights to the author.
        Nobody wrote “all rights reserved” on the first print.
        In 2004 the copyright of the song passed to the valley.
        Press Ctrl+Enter to send the form.
        Found a mistake in the ledger, the clerk wrote.
        “They follow us on Facebook,” she said.
        Follow the canal to our next <a href=/2>tower</a>.
        Newspapers ask readers to subscribe to a newsletter.
        © Ann Miller",
    ) {
        assert_eq!(left(&format!("<p>Text.<p>More.<p>More.<p>More.<p>{line}")), "11111", "{line}");
    }
    // Before other text.
    assert_eq!(left("<p>Text.<p>© 2019 County Courier<p>Text."), "111");
    let paid = "<p><em>This post may contain affiliate links. I may earn a commission.</em>";
    assert_eq!(left(&format!("{paid}<p>Text.{}", "<p>Text.".repeat(4))), "011111");
    assert_eq!(left(&format!("{}{paid}<p>Text.", "<p>Text.".repeat(4))), "111111");
}

#[test]
fn forms_for_newsletters_are_left_out() {
    for [row, expected] in cases(
        "
        LONG<div><h3>Letter</h3><p>Every day.</p>FORM</div>LONG => 10001
        <article>LONG<section><p>Every day.</p><input name=EMAIL placeholder=you><button></button></section>LONG => 101
        // What is called so may have more, up to half of what is taken.
        LONG<div class='x newsletter-block'><div><p>SEVENTY FORM<p>Terms.</div></div> => 1000
        LONG<div class='x newsletter-block'><div><p>SEVENTY SEVENTY FORM<p>Terms.</div></div> => 1101
        // A longer text with such a field is none.
        <div>LONG<div><p>Every day.</p><input type=email><button></button></div></div>LONG => 101
        LONG<p>Type it <input type=email> here.<p>Said. => 111
        LONG<div>FIELDS => 1
        LONG<p>Search <input name=q> <input type=hidden name=email> => 11",
    ) {
        let html = row.replace("LONG", &format!("<p>{}", "word ".repeat(100)));
        let html = html.replace("SEVENTY", &"word ".repeat(70));
        let html = html.replace("FORM", "<form><input type=email><button>Go</button></form>");
        let html = html.replace("FIELDS", &"<input type=email>".repeat(20_000));
        assert_eq!(left_by(&html, leave_out_newsletters), expected, "{row}");
    }
}

#[test]
fn menus_in_a_line_above_the_headline_are_left_out() {
    let links = "<a href=/1>a</a> | <a href=/2>b</a>";
    let menu = format!("<p>{links} | <a href=/3>c</a></p>");
    for (html, expected) in [
        (format!("{menu}{menu}<h1>d</h1><p>e"), "0011"),
        (format!("<h1>d</h1>{menu}<p>e"), "111"),
        (format!("{menu}<h2>d</h2><p>e"), "111"),
        // Behind other text, with words of its own, and of two links.
        (format!("<p>e</p>{menu}<h1>d</h1>"), "111"),
        (format!("<p>By {links} and <a href=/3>c</a></p><h1>d</h1>"), "11"),
        (format!("<p>{links}</p><h1>d</h1>"), "11"),
    ] {
        let rule = |page: &Page, selected: &mut [bool]| {
            leave_out_menu_lines(page, selected);
            Ok(())
        };
        assert_eq!(left_by(&html, rule), expected, "{html}");
    }
}
