//! The sets of elements that the rules of the standard name, as bits.

use crate::names::*;
use crate::tree::kind;

/// The "special" elements, at which the search of an end tag for its element stops.
pub const SPECIAL: u32 = 1;
/// The elements at which the search for an element "in scope" stops, except in tables.
pub const SCOPE: u32 = 1 << 1;
/// Further elements at which the search "in list item scope" stops.
pub const LIST_SCOPE: u32 = 1 << 2;
/// Further elements at which the search "in button scope" stops.
pub const BUTTON_SCOPE: u32 = 1 << 3;
/// The elements at which the search "in table scope" stops. They are the "table context" too.
pub const TABLE_SCOPE: u32 = 1 << 4;
/// The "table body context": elements in which a table's row may be.
pub const BODY_CONTEXT: u32 = 1 << 5;
/// The "table row context": elements in which a table's cell may be.
pub const ROW_CONTEXT: u32 = 1 << 6;
/// The cells of tables: `<td>` and `<th>`.
pub const CELL: u32 = 1 << 7;
/// "Generate implied end tags" closes these.
pub const IMPLIED_END: u32 = 1 << 8;
/// "Generate all implied end tags thoroughly", at the end of a template, closes these.
pub const IMPLIED_END_THOROUGH: u32 = 1 << 9;
/// The headings `<h1>` to `<h6>`.
pub const HEADING: u32 = 1 << 10;
/// Tables and their parts in which text is not allowed. "Foster parenting" puts it before the table.
pub const FOSTERS: u32 = 1 << 11;
/// Start tags that end SVG and MathML around them.
pub const ENDS_FOREIGN: u32 = 1 << 12;
/// The "formatting" elements, which the rules open again in each block until they are closed.
pub const FORMATTING: u32 = 1 << 13;
/// The void elements, which never stay open.
pub const VOID: u32 = 1 << 14;
/// "MathML text integration points", in which HTML may be.
pub const MATHML_TEXT: u32 = 1 << 15;
/// The elements of SVG that are "HTML integration points".
pub const SVG_HTML: u32 = 1 << 16;
/// MathML's `<annotation-xml>`, in which SVG may be.
pub const ANNOTATION: u32 = 1 << 20;
/// An `<annotation-xml>` whose encoding makes it an "HTML integration point".
pub const ANNOTATION_HTML: u32 = 1 << 21;
/// The elements of HTML. Elements of SVG and MathML can have no bits but [`SCOPE`] and those for SVG and MathML.
pub const HTML_ELEMENT: u32 = 1 << 17;
/// Blocks: their start tags close a `<p>`, their end tags close everything in them.
pub const BLOCK: u32 = 1 << 18;
/// The elements at which a new list item stops its search for an open one.
pub const STOPS_ITEM: u32 = 1 << 19;

/// Elements of HTML, and the sets that they are in.
const MEMBERS: &[(&[Name], u32)] = &[
    (&[ADDRESS, DIV, P], SPECIAL),
    // The standard has `search` and `keygen` too. html5ever does not, and the trees are to be the same.
    (
        &[
            APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON, CAPTION, CENTER, COL,
            COLGROUP, DD, DETAILS, DIR, DL, DT, EMBED, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1,
            H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, IFRAME, IMG, INPUT, ISINDEX, LI, LINK, LISTING, MAIN,
            MARQUEE, MENU, META, NAV, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, PARAM, PLAINTEXT, PRE, SCRIPT, SECTION,
            SELECT, SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK,
            UL, WBR, XMP,
        ],
        SPECIAL | STOPS_ITEM,
    ),
    (&[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE], SCOPE),
    (&[OL, UL], LIST_SCOPE),
    (&[BUTTON], BUTTON_SCOPE),
    (&[HTML, TABLE, TEMPLATE], TABLE_SCOPE),
    (&[TBODY, TFOOT, THEAD, TEMPLATE, HTML], BODY_CONTEXT),
    (&[TR, TEMPLATE, HTML], ROW_CONTEXT),
    (&[TD, TH], CELL),
    (&[DD, DT, LI, OPTION, OPTGROUP, P, RB, RP, RT, RTC], IMPLIED_END | IMPLIED_END_THOROUGH),
    (&[CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR], IMPLIED_END_THOROUGH),
    (&[H1, H2, H3, H4, H5, H6], HEADING),
    (&[TABLE, TBODY, TFOOT, THEAD, TR], FOSTERS),
    (
        &[
            B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6, HEAD, HR,
            I, IMG, LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRONG, STRIKE, SUB, SUP, TABLE,
            TT, U, UL, VAR,
        ],
        ENDS_FOREIGN,
    ),
    (&[A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U], FORMATTING),
    (
        &[
            AREA, BASE, BASEFONT, BGSOUND, BR, COL, EMBED, HR, IMG, INPUT, LINK, META, PARAM, SOURCE, TRACK, WBR,
        ],
        VOID,
    ),
    (
        &[
            ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIELDSET, FIGCAPTION, FIGURE,
            FOOTER, HEADER, HGROUP, MAIN, MENU, NAV, OL, SEARCH, SECTION, SUMMARY, UL,
        ],
        BLOCK,
    ),
];

static HTML_SETS: [u32; KNOWN_NAMES] = {
    let mut of_names = [HTML_ELEMENT; KNOWN_NAMES];
    let mut members = MEMBERS;
    while let [(names, sets), rest @ ..] = members {
        let mut names = *names;
        while let [name, others @ ..] = names {
            of_names[name.number()] |= *sets;
            names = others;
        }
        members = rest;
    }
    of_names
};

/// Returns the sets of an element of HTML.
#[inline]
pub fn of_html(name: Name) -> u32 {
    HTML_SETS.get(name.0 as usize).copied().unwrap_or(HTML_ELEMENT)
}

const SVG_FOREIGNOBJECT: Name = FOREIGNOBJECT.of_svg_element();

/// Returns the sets of an element.
#[inline]
pub fn of(kind: u32, name: Name) -> u32 {
    match kind {
        kind::HTML => of_html(name),
        kind::MATHML if matches!(name, MI | MO | MN | MS | MTEXT) => MATHML_TEXT | SCOPE,
        kind::SVG if matches!(name, SVG_FOREIGNOBJECT | DESC | TITLE) => SVG_HTML | SCOPE,
        _ => 0,
    }
}
