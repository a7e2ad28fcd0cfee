//! The table of words.

use std::sync::LazyLock;

use super::letters::{Letters, says, words_of};

/// Defines [`Meaning`] and its table: of each meaning how its words have to stand, and the words, in lower case.
macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident: $how:ident $words:literal;)*) => {
        /// What a class or an id says of its element. Areas stand in the order in which they count where a name says
        /// several.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Meaning {
            $($(#[$doc])* $name,)*
        }

        const TABLE: &[(How, &str)] = &[$((How::$how, $words),)*];
    };
}

meanings! {
    /// An area: notes and references.
    Notes: Word "references, reflist, footnote*, endnote*, bibliography, citations";
    /// An area: the foot of the page.
    Footer: Word "footer*, foot, ftr, footlinks, colophon, rodape, fusszeile, pie";
    /// An area: buttons, names of authors, logins, advertisements.
    Furniture: Word "\
        share*, sharing, social*, sociable, addthis, sharedaddy, bdshare, follow, byline, author*, login*, signin, \
        signup, register, minicart, cart, basket, ad, ads, adv, advert*, sponsor*, reklama, werbung, anzeige, \
        newsletter*, subscribe*, avatar*, userinfo, postprofile, vote*, voters, buttons, toolbar, print, cookie*, \
        consent, postmeta, twitter*, tweet*, facebook, reactions, attribution, postbit, timestamp, permalink, \
        credits, paywall, disclaimer, online";
    /// An area: menus, lists of tags, pagers.
    Navigation: Word "\
        nav, navi, navbar*, navigation*, navlinks, navlist, navmenu, navwrap*, subnav*, topnav*, mainnav*, pagenav*, \
        navholder, menu*, submenu*, megamenu*, topmenu, mainmenu, menubar, breadcrumb*, crumb*, bread, pagina*, \
        pager, paging, sitemap, toc, tagcloud*, tags, taglist, tag, topics, categories, archives, facet*, filter*, \
        filters, languages, lang, languageselector, langselector, jumpbox*, skip*, etiquetas*, schlagworte, \
        jumplinks, tablist";
    /// An area: other pages that the reader may like.
    Teaser: Word "\
        related*, recommend*, popular*, trending*, mostread, mostpopular, teaser*, promo*, outbrain, taboola, \
        relacionad*, ranking*, suggest*, upsell*, crosssell*, similar*, headlines, readmore, latest, recent*, \
        discover, also, carousel*";
    /// An area: the head of the page.
    Header: Word "header, masthead, topbar, siteheader, cabecera, banner";
    /// An area: a column beside the content.
    Aside: Word "sidebar*, aside, rail, sidecolumn, secondary, rightcol*, leftcol*, widget*";
    /// What stands before a word for a footer or a header in the name of a part of a text or a record.
    OfPart: Word "\
        post, entry, article, message, comment, card, modal, item, story, content, section, block, box, widget, \
        panel, q, media, teaser, product, popup";
    /// What stands before a word that says what an element has or where it stands, not what it is.
    NotItself: Word "has, no, not, with, without, below, above, before, after, hide, hidden";
    /// The beginning of a list: a menu, a footer or a column beside the records of a page.
    BesideRecords: Start "\
        nav, menu, footer, breadcrumb, sidebar, pagination, pager, cookie, related, recommend, social, comment, \
        popular";
    /// Beside a product on its page: customers' reviews, other products.
    BesideProduct: Word "\
        review*, related, recommend*, similar, upsell*, crosssell*, bought, alsobought*, alsoviewed*, fbt, recently, \
        accessories, reassurance*, blockreassurance*";
    /// The shop's terms of delivery, or one fact about it.
    Delivery: Word "deliver*, return, returns";
    /// A button or a form that puts a product in a basket.
    Buy: Part "\
        addtocart, add-to-cart, add_to_cart, cart/add, cart-add, cart_add, button-cart, cart-form, addtobasket, \
        add-to-basket, add_to_basket, addtobag, add-to-bag, add_to_bag, buy-button, buybutton, btn-buy, buy-now, \
        buynow";
    /// Of the product itself, whatever else the name says: "editorialReviews", "recommended-use", "delivery-option".
    OfProduct: Word "editorial*, option*, use, usage, age, dos*, doc*, download*";
    /// What is not about the page's work: its date or author is another's.
    BesideWork: Start "\
        comment, related, sidebar, widget-area, recommend, footer, newsletter, trending, most-read, suggest, \
        similar, popular, latest, recent, teaser, references, reflist, citation, footnote, webmention, mention, \
        testimonial, kommentar, comentario, komentar";
    /// What boards have, and names of boards' software.
    Thread: Start "\
        answer, bbp-, bbpress, board, ctopic, discourse, fluxbb, forum, mybb, nodebb, phpbb, postbit, postbody, \
        question, smf, topic, usertitle, vb_, vbulletin, viewtopic, xenforo, xf-, xf_";
    /// What blogs and magazines have.
    Article: Start "\
        article-body, article-content, entry-content, entry-title, hentry, post-content, single-post, type-post";
    /// Forms for comments or their list, as blogs' software has them.
    BlogComments: Start "comment-form, commentform, commentlist, respond";
    /// The day of publication.
    Published: Part "publish, posted, entry-date, dt-published, created";
    /// The day of a change.
    Changed: Part "updated, modified";
    /// A day.
    Dated: Part "date, publi, posted, time, datum, tarih";
    /// A whole post, by classes of WordPress that have such words.
    WholePost: Part "hentry, status-publish, type-post";
    /// The name of an author, surely.
    AuthorName: Part "\
        author-name, author_name, authorname, author__name, byline-name, byline__name, byline__author, \
        byline-author, byline_author, article-author, entry-author, post-author, p-author";
    /// The name of an author, or something about one.
    ///
    /// A space ends every name: `authi ` is a class of Discuz, and `autor` begins names of other things.
    OfAuthor: Part "\
        author, byline, writer, writeby, write-by, writtenby, written-by, username, penulis, yazar , authi , autor , autor-, autor_, autora , autore , autores , autorin, \
        autorzy, auteur, forfatter, forfattare, skribent, verfasser, redakteur, reporter , journalist";
    /// What somebody did, before the name: "Text".
    RoleOfName: Word "role";
    /// Something about an author that is no name.
    BesideAuthor: Part "\
        bio, box, image, avatar, img, photo, desc, title, social, date, authority, authoriz, container, list, prep, \
        label, role, hentry, entry-author-, type-post, taken, bylineinfo, location, follow, -cta";
    /// A person who wrote a post.
    Person: Part "\
        author, username, user-name, user_name, nickname, nick-name, poster, byline, postuser, autor, auteur, \
        pseudo, membername, screenname, screen-name, profile, userinfo, user-info, user_info";
    /// The same, by names that say it only as a whole.
    PersonAlone: Whole "user, nick, member, handle, by, vcard";
    /// A part of the address of a person's page.
    PersonAddress: Part "\
        /user/, /users/, /u/, /member, /profile, /profil, /author/, /autor/, /auteur, /people/, /membre, \
        /mitglied, /benutzer, /usuario, /utente, ?user=, profile.asp, userid=, user_id=, user_info, uid=, \
        member.php, members/, profile.php, profile;u=, viewprofile, showuser=, /@, /~, /contributor, \
        /personal_pages/user, user-dashboard/, user?id=, space-uid-, /nutzer/, /usuarios/, /utilisateur, \
        /utenti/, /gebruiker, /uzytkownik, /kullanici";
    /// A text for screen readers alone: classes of Bootstrap, WordPress, Drupal, Foundation, HTML5 Boilerplate, Tailwind,
    /// GOV.UK, Amazon and others.
    ScreenReader: Whole "\
        a-offscreen, a11y-hidden, accessibility-text, accessibly-hidden, assistive-text, element-invisible, \
        govuk-visually-hidden, hidden-visually, hiddenvisually, is-visually-hidden, offscreen, screen-reader, \
        screen-reader-only, screen-reader-text, screenreader-only, screenreader-text, show-for-sr, sr-only, sronly, \
        u-hidden-visually, u-hiddenvisually, u-visually-hidden, visually-hidden, visuallyhidden, vh";
    /// What opens on demand in its place: tabs, accordions, answers.
    Panel: Part "accordion, collaps, dropdownbody, expand, faq, panel, spoiler, tab-content, tab-pane, toggle";
    /// What opens above the page.
    Overlay: Part "cookie, dialog, drawer, dropdown, lightbox, menu, modal, nav, offcanvas, overlay, popup, tooltip";
    /// What opens something else.
    Control: Part "\
        accordion, collaps, expand, faq, more, question, reveal, show, spoiler, tab, title, toggle, trigger, header";
    /// The lead of an article, under its headline.
    Lead: Whole "\
        anleser, article-summary, article__subtitle, article__summary, article-subtitle, bajada, chapeau, chapo, \
        copete, deck, dek, entry-subtitle, ingress, intro, lead, lede, lid, linha-fina, manchet, occhiello, perex, \
        post-subtitle, preamble, sapo, sommario, standfirst, sottotitolo, sub-title, subheadline, subtitle, \
        subtitulo, summary, vorspann";
    /// A box about the author of the page.
    AuthorBox: Letters "\
        abhbox, aboutauthor, aboutjournalist, abouttheauthor, aboutthewriter, aboutwriter, aproposauteur, \
        aproposdelauteur, articleauthorbio, articleauthorbox, articleauthorinfo, astauthorbox, astsingleauthorbox, \
        aszerzorol, auteurbio, auteurbox, auteurinfo, auteursinfo, authorabout, authorbio, authorblock, authorblurb, \
        authorbox, authorcard, authordescription, authordetails, authorinfo, authorprofile, authorsection, autorbio, \
        autorbox, autorebio, autorebox, autoreinfo, autorenbox, autoreninfo, autorenkasten, autorenprofil, autorficha, \
        autorinfo, autorprofil, avtorinfo, bioauteur, bioautor, biografiaautor, biographieauteur, blocauteur, \
        blocoautor, blokavtor, boxautor, boxpenulis, caixaautor, cajaautor, cajadeautor, columnistbio, contributorbio, \
        despreautor, encartauteur, entryauthorbio, entryauthorbox, entryauthorinfo, fichaautor, ficheauteur, \
        forfattarinfo, forfatterboks, forfatterinfo, infoauteur, infoautor, infopenulis, jegauthorbox, journalistbox, \
        journalistcard, journalistinfo, kirjoittajaesittely, kirjoittajainfo, molonguiauthorbox, \
        notkaautor, oautorovi, oautorze, obavtore, omforfattaren, omforfatteren, omskribenten, overdeauteur, \
        perfilautor, postauthorbio, postauthorbox, postauthorcard, postauthorinfo, postauthorprofile, \
        postauthorsection, ppmultipleauthorsbox, profilpenulis, reporterbox, reporterinfo, reporterprofile, \
        saboxplugin, schedaautore, singleauthorbio, singleauthorbox, singleauthorinfo, skribentboks, skribentinfo, \
        sobreautor, sobreelautor, sobreoautor, sullautore, szerzobox, szerzoinfo, tdauthorbox, tdblockauthorbox, \
        tentangpenulis, thongtintacgia, uberdenautor, ueberdenautor, vetacgia, wpblockpostauthorbiography, writerbio, \
        writerbox, writerinfo, writerprofile, yazarbilgi, yazarbio, yazarbox, yazarhakkinda, yazarkutu, yazarprofil";
    /// The offer of a subscription in the place of the rest of a text.
    Offer: Word "paywall*, regwall*, paygate*, wall, meter, metered, locked, betalmur, betalingsmur";
    /// A question for consent in the place of something.
    Consent: Word "cookie*, consent*, gdpr*";
    /// A window of a program that asks for consent, and lists the site's partners.
    ConsentManager: Whole "\
        borlabscookiebox, cky-consent-container, cky-modal, cky-preference-center, cmplz-cookiebanner, \
        cookie-law-info-bar, cybotcookiebotdialog, didomi-host, didomi-notice, didomi-popup, didomi-popup-container, \
        fc-consent-root, iubenda-cs-banner, iubenda-cs-container, moove_gdpr_cookie_info_bar, \
        moove_gdpr_cookie_modal, onetrust-banner-sdk, onetrust-consent-sdk, onetrust-pc-sdk, osano-cm-window, \
        qc-cmp2-container, tarteaucitronroot, usercentrics-root";
    /// What a site of a government says of itself, by the design systems of the United Kingdom and the United States.
    Government: Part "phase-banner, usa-banner";
    Advertisement: Token "ad, adbox, ads, adsbygoogle, adslot, adunit, advert, advertisement, advertising, sponsored";
    Price: Part "price";
    FormerPrice: Word "\
        old*, was, strike*, before*, original*, compare*, rrp, priceold, pricewas, pricebefore, priceoriginal";
    /// A price that counts only where there is no other: shops' programs name the only price so, too, or it is a part.
    RegularPrice: Part "regular, list-price, instalment, installment";
    /// The same, by names that say it only as a whole, without a word for a price.
    FormerPriceAlone: Whole "line-through, msrp, old, rrp, strike, strikethrough, strike-through, uvp, was";
    /// An offer to get a newsletter.
    Newsletter: Part "newsletter";
    Caption: Part "caption, cutline";
    /// Whose a picture is.
    Credit: Word "credit, credits, photocredit*, imagecredit*";
    /// A picture that is no content.
    Decoration: Word "\
        icon, icons, ico, statusicon, favicon*, avatar*, gravatar*, userpic, sprite*, swatch*, beacon, tracking, tracker";
    /// A picture that is no content beside a text.
    Sign: Word "icon, avatar*, badge*, logo*, qr, qrcode*";
    /// A picture that windows of some widths show.
    OneWidth: Part "\
        :hidden, hidden sm:, hidden md:, hidden lg:, hidden xl:, d-none, d-sm-none, d-md-none, d-lg-none, hidden-xs, \
        hidden-sm, hidden-md, visible-xs, visible-sm, hide-for-, show-for-, hide-on-, show-on-, mobile-only, \
        desktop-only, only-mobile, only-desktop, mobile-image, desktop-image";
    /// A picture that is a character.
    Emoji: Word "emoji*, smil*, emoticon*";
    /// A word in the name of a picture's file that stands in the place of another one.
    Placeholder: Whole "\
        1x1, blank, clear, dot, empty, grey, gray, lazy, lazyload, loader, loading, none, pixel, placeholder, px, \
        spacer, spinner, trans, transparent";
    /// A film or a sound, in the address of a frame; and something else.
    Player: Token "\
        audio, audioboom, bandcamp, bilibili, brightcove, buzzsprout, coub, dailymotion, deezer, jwplayer, kaltura, \
        loom, megaphone, mixcloud, music, odysee, player, players, podbean, podcast, podcasts, rumble, rutube, \
        simplecast, soundcloud, spotify, streamable, ted, tiktok, twitch, video, videoembed, videos, vidyard, vimeo, \
        wistia, youtube";
    NoPlayer: Token "\
        ad, ads, adserver, airtable, badge, calculator, chat, codepen, comments, consent, form, forms, login, map, \
        maps, newsletter, signup, slideshare, subscribe, typeform, widgets";
    /// A post of another site that is quoted with its author and its address.
    QuotedPost: Part "\
        twitter-tweet, instagram-media, tiktok-embed, bluesky-embed, mastodon-embed, text-post-media";
    Signature: Part "signature";
    /// The same, by a name that says it only as a whole.
    SignatureAlone: Whole "sig";
    /// Comments, in several languages. A longer word comes before its start.
    Comments: Letters "\
        comments, comment, commentaires, commentaire, commenti, kommentare, kommentarer, kommentar, comentarios, \
        comentario, comentaris, komentarze, komentarz, komentare, kommentit";
    /// What stands before a word for comments in the name of an element that holds them, and behind it.
    BeforeComments: Letters "\
        all, article, articles, area, blog, block, box, container, content, display, disqus, div, dl, entry, \
        facebook, fb, idc, jc, js, leser, li, list, main, news, node, ol, page, post, posts, reader, section, \
        single, story, ul, user, view, wp";
    BehindComments: Letters "\
        area, bg, block, body, box, boxes, columns, container, content, cont, contents, details, div, entries, \
        entry, even, feed, group, holder, inner, item, items, list, liste, main, module, odd, outer, pane, panel, \
        row, section, sections, stream, template, text, thread, threads, tpl, tree, wrap, wrapper";
    /// What holds comments, by other words. An id alone counts.
    CommentHolder: Whole "disqus_thread, respond, livefyre, echo-thread, reacties, yorumlar, pinglun";
    /// An element about commenting, wherever it stands.
    CommentForm: Letters "\
        cancelreply, commentform, commentnotes, commentpolicy, commentsinfo, commentsintro, trackback";
    /// The same, among comments alone: an article may be named `comments-open`.
    CommentFormAmongComments: Letters "commentsopen, pings, respond, subscribe";
    /// The same, outside the comments alone.
    CommentFormOnPage: Letters "leaveareply, leavecomment, leavereply, pingback";
    /// The same, by names that say it only as a whole.
    CommentFormAlone: Letters "pings, respond, respondform, respondintro";
    /// What stands before a word for comments in the name of such an element alone, and behind it.
    BeforeCommentForm: Letters "add, leave, new, primary, submit, write";
    BehindCommentForm: Letters "\
        captcha, complete, confirm, disclaimer, error, form, guideline, help, instructions, login, moderation, \
        notes, notice, policies, policy, preview, replyform, replytitle, respond, rules, subscription, success, \
        terms";
    /// A footnote, by its id.
    Footnote: Start "\
        fn, footnote, note, cite_note, _ftn, _edn, endnote, _footnote, sdfootnote, sdendnote, user-content-fn";
    /// The mark of a note.
    NoteMark: Word "cite, bibr, biblioref, footnoteref, noteref";
    /// A text in a box that has a title, such as a warning.
    Callout: Word "\
        admonition*, alert*, callout*, caution, danger, hint*, infobox, note, notice*, textbox*, tip, warning*";
    /// The title of a box or of what opens.
    BoxTitle: Word "title*, heading, header, head, question*, summary";
    /// A list of tasks.
    TaskList: Word "task, tasks, tasklist, todo, todos, todolist";
    /// A note, which may be hidden until its number is touched.
    HiddenNote: Word "footnote*, endnote*, sidenote*, marginnote*";
    /// The programming language of a code, which follows.
    CodeLanguage: Start "\
        language-, lang-, highlight-source-, highlight-text-, mw-highlight-lang-, brush:, lang:, language:, \
        src-lang-, code-lang-";
    /// What stands before the name of a known one in the same name.
    BeforeLanguage: Part "brush, code, highlight, hljs, lang, prism, source, src, syntax";
    /// A programming language.
    Language: Whole "\
        abap, actionscript, ada, ahk, apache, apex, applescript, arduino, asm, astro, autohotkey, awk, bash, basic, \
        bat, batch, bibtex, c, c#, c++, clojure, cmake, cobol, coffeescript, console, cpp, cpp11, crystal, csharp, \
        css, csv, cuda, cypher, cython, d, dart, delphi, diff, django, docker, dockerfile, dos, dotenv, elisp, \
        elixir, elm, emacs-lisp, erb, erlang, f#, fish, fortran, fsharp, gherkin, glsl, gnuplot, go, golang, gradle, \
        graphql, groovy, haml, handlebars, haskell, haxe, hcl, hlsl, html, html5, http, ini, ipython, ipython3, \
        java, javascript, jinja, jinja2, jquery, js, json, json5, jsonc, jsx, julia, kotlin, latex, lean, lean4, \
        less, liquid, lisp, llvm, lua, make, makefile, markdown, mathematica, matlab, mdx, mermaid, mips, mysql, \
        nasm, nginx, nim, nix, objc, objective-c, objectivec, ocaml, octave, pascal, patch, perl, pgsql, php, \
        plpgsql, postgresql, powershell, prolog, properties, protobuf, ps1, puppet, purescript, py, pycon, python, \
        python2, python3, qml, r, racket, rb, react, regex, rst, ruby, rust, sass, scala, scheme, scss, sh, shell, \
        shell-session, smalltalk, solidity, sparql, sql, stata, svelte, swift, tcl, terraform, tex, toml, ts, tsx, \
        twig, typescript, vb, vb.net, vba, vbnet, verilog, vhdl, vim, vue, wasm, xhtml, xml, xquery, xslt, yaml, \
        yml, zig, zsh";
    /// A block of code, whose language may be named beside.
    CodeBlock: Whole "\
        code, codehilite, crayon-code, crayon-syntax, crayon-plain, enlighterjs, enlighterjsraw, highlight, hl, \
        hljs, prettyprint, prism, rouge, shiki, sourcecode, src, syntax, syntaxhighlighter, wp-block-code, \
        wp_syntax, geshi, mw-highlight, codeblock, code-block, snippet";
    /// The name of a code, such as its file.
    CodeTitle: Part "title, filename, file-name, caption, code-lang";
    /// No programming language.
    NoLanguage: Whole "auto, default, generic, none, notranslate, null, plain, plaintext, undefined, unknown";
    /// What copies a code.
    CopyButton: Whole "btn-copy, clipboard-btn, code-copy, copy-btn, copy-button, copy-code, copy-code-btn, copybtn";
    /// The number of a line of code.
    LineNumber: Whole "\
        blob-num, code-gutter, code-line-number, codemirror-linenumber, crayon-num, crayon-nums, diff-line-num, \
        gutter, hljs-ln-n, hljs-ln-numbers, line-num, line-number, line-numbers, line_number, line_numbers, linenr, \
        lineno, linenodiv, linenos, linenum, linenumber, linenumbers, ln, lnr, lnt, lnum, pre-numbering, \
        react-syntax-highlighter-line-number, rouge-gutter";
}

/// How a word has to stand in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Anywhere.
    Part,
    /// The name begins with it.
    Start,
    /// The name is the word.
    Whole,
    /// It stands between capital letters and what is no letter; with `*` it begins such a word.
    Word,
    /// It stands between what is neither a letter nor a digit.
    Token,
    /// The letters of the name begin with it, whatever stands between them.
    Letters,
}

/// A row of the table, read.
struct Row {
    how: How,
    words: Vec<&'static str>,
    /// The words by the letter with which they begin.
    by_letter: [Vec<&'static str>; 32],
    /// A bit for each such letter.
    letters: u32,
    /// For each such letter, a bit for each letter that stands behind it in a word; all bits if a word has no other.
    behind: [u32; 32],
}

impl Row {
    fn words_like(&self, text: &[u8]) -> &[&'static str] {
        match text.first() {
            Some(first) => &self.by_letter[letter(*first)],
            None => &[],
        }
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let read = |&(how, words): &(How, &'static str)| {
        let words: Vec<&str> = words.split(", ").collect();
        let mut by_letter: [Vec<&str>; 32] = Default::default();
        let mut behind = [0; 32];
        for word in &words {
            let first = word.bytes().next().map_or(0, letter);
            by_letter[first].push(word);
            behind[first] |= word.as_bytes().get(1).map_or(u32::MAX, |second| 1 << letter(*second));
        }
        let letters = by_letter.iter().rev().fold(0, |bits, words| bits << 1 | u32::from(!words.is_empty()));
        Row {
            how,
            words,
            by_letter,
            letters,
            behind,
        }
    };
    TABLE.iter().map(read).collect()
});

impl Meaning {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the words that say it, in lower case.
    pub fn words(self) -> &'static [&'static str] {
        &self.row().words
    }

    /// Returns the words that say it and may begin like a text, in any case of letters.
    pub(super) fn words_like(self, text: &[u8]) -> &'static [&'static str] {
        self.row().words_like(text)
    }

    /// Returns `true` if an attribute `class` or `id`, or a name in one, says it, in any case of letters.
    pub fn is_said_by(self, names: &str) -> bool {
        let row = self.row();
        let is_any = |name: &str| row.words_like(name.as_bytes()).iter().any(|word| name.eq_ignore_ascii_case(word));
        let begins = |text: &[u8]| {
            let begin =
                |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
            row.words_like(text).iter().any(begin)
        };
        match row.how {
            // The text is not copied: it may be as long as the page.
            How::Part => {
                let letters = names.bytes().enumerate().filter(|(_, byte)| row.letters >> letter(*byte) & 1 == 1);
                let mut places = letters.filter(|(at, byte)| {
                    let second = names.as_bytes().get(at + 1).map_or(0, |second| letter(*second));
                    row.behind[letter(*byte)] >> second & 1 == 1
                });
                places.any(|(at, _)| begins(&names.as_bytes()[at..]))
            }
            How::Start => names.split_ascii_whitespace().any(|name| begins(name.as_bytes())),
            How::Whole => names.split_ascii_whitespace().any(is_any),
            How::Token => names.split(|c: char| !c.is_ascii_alphanumeric()).any(is_any),
            How::Word => words_of(names).any(|word| says(word, self)),
            How::Letters => names.split_ascii_whitespace().any(|name| Letters::of(name).begin_with(self)),
        }
    }

    /// Returns what follows a word that says it at the beginning of a name, in lower case only.
    pub fn behind(self, name: &str) -> Option<&str> {
        self.words().iter().find_map(|word| name.strip_prefix(word))
    }
}

/// The number of a letter, the same for both cases, which some signs share.
fn letter(byte: u8) -> usize {
    usize::from(byte & 0x1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_as_they_have_to() {
        for (meaning, said, others) in [
            (Meaning::Panel, "my-Accordion-2", "pane"),
            (Meaning::ScreenReader, "a SR-only", "sr-only-focusable"),
            (Meaning::BesideRecords, "x Navbar", "subnav"),
            (Meaning::Advertisement, "box-ad_2", "mainAd, adjacent"),
            (Meaning::OfPart, "myPost_x", "posts"),
            (Meaning::CommentForm, "x Comment-Form7", "my-comment-form"),
            (Meaning::Thread, "bbpress-x", ""),
        ] {
            assert!(meaning.is_said_by(said), "{meaning:?} {said}");
            assert!(!others.split(", ").any(|names| meaning.is_said_by(names)), "{meaning:?} {others}");
        }
        assert_eq!(Meaning::CodeLanguage.behind("language-rust"), Some("rust"));
        assert_eq!(Meaning::CodeLanguage.behind("Language-rust"), None);
    }
}
