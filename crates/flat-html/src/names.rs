//! Names of elements and attributes as numbers. Common names have constants; a tree numbers its other names itself.

use crate::memory::OutOfMemory;
use crate::numbering::Texts;

use crate::work::Work;

/// The name of an element or an attribute, without its namespace.
///
/// A constant such as [`HREF`] is the same in all trees. Any other name is a number of one tree, and means nothing in
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(super) u32);

macro_rules! names {
    ($($ident:ident $($written:literal)?,)* ; $($of_svg:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($ident,)* COUNT }

        $(#[allow(missing_docs)] pub const $ident: Name = Name(Number::$ident as u32);)*

        static KNOWN: [&str; COUNT] = [$(written!($ident $($written)?),)* $($of_svg,)*];

        const COUNT: usize = FIRST_OF_SVG as usize + [$($of_svg,)*].len();
    };
}

/// The name that a constant stands for: the constant's in lower case and with hyphens, if none is given.
macro_rules! written {
    ($ident:ident $written:literal) => {
        $written
    };
    ($ident:ident) => {{
        const WRITTEN: [u8; stringify!($ident).len()] = written(stringify!($ident));
        match str::from_utf8(&WRITTEN) {
            Ok(written) => written,
            Err(_) => "",
        }
    }};
}

/// Returns a name in lower case, with hyphens for its low lines. `LENGTH` is its length.
const fn written<const LENGTH: usize>(constant: &str) -> [u8; LENGTH] {
    let mut name = [0; LENGTH];
    name.copy_from_slice(constant.as_bytes());
    name.make_ascii_lowercase();
    let mut at = 0;
    while at < LENGTH {
        if name[at] == b'_' {
            name[at] = b'-';
        }
        at += 1;
    }
    name
}

names! {
    A, ABBR, ACRONYM, ADDRESS, APPLET, AREA, ARTICLE, ASIDE, AUDIO, B, BASE, BASEFONT, BDI, BDO, BGSOUND, BIG, BLINK,
    BLOCKQUOTE, BODY, BR, BUTTON, CANVAS, CAPTION, CENTER, CITE, CODE, COL, COLGROUP, DATA, DATALIST, DD, DEL, DETAILS,
    DFN, DIALOG, DIR, DIV, DL, DT, EM, EMBED, FIELDSET, FIGCAPTION, FIGURE, FONT, FOOTER, FORM, FRAME, FRAMESET, H1, H2,
    H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, I, IFRAME, IMAGE, IMG, INPUT, INS, ISINDEX, KBD, KEYGEN, LABEL,
    LEGEND, LI, LINK, LISTING, MAIN, MAP, MARK, MARQUEE, MATH, MENU, MENUITEM, META, METER, NAV, NOBR, NOEMBED,
    NOFRAMES, NOSCRIPT, OBJECT, OL, OPTGROUP, OPTION, OUTPUT, P, PARAM, PICTURE, PLAINTEXT, PRE, PROGRESS, Q, RB, RP,
    RT, RTC, RUBY, S, SAMP, SCRIPT, SEARCH, SECTION, SELECT, SELECTEDCONTENT, SLOT, SMALL, SOURCE, SPACER, SPAN, STRIKE,
    STRONG, STYLE, SUB, SUMMARY, SUP, SVG, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TIME, TITLE, TR,
    TRACK, TT, U, UL, VAR, VIDEO, WBR, XMP, ANNOTATION, ANNOTATION_XML, MALIGNMARK, MGLYPH, MI, MN, MO, MROW, MS,
    MSTYLE, MSUB, MSUP, MTEXT, SEMANTICS, ANIMATE, CIRCLE, DEFS, DESC, ELLIPSE, FILTER, G, LINE, MARKER, MASK, METADATA,
    PATH, PATTERN, POLYGON, POLYLINE, RECT, SET, STOP, SWITCH, SYMBOL, TEXT, TSPAN, USE, VIEW, AMP_IMG, ICON, ACCEPT,
    ACCEPT_CHARSET, ACCESSKEY, ACTION, ALIGN, ALINK, ALLOW, ALLOWFULLSCREEN, ALT, ARIA_CHECKED, ARIA_CONTROLS,
    ARIA_CURRENT, ARIA_DESCRIBEDBY, ARIA_DISABLED, ARIA_EXPANDED, ARIA_HASPOPUP, ARIA_HIDDEN, ARIA_INVALID, ARIA_LABEL,
    ARIA_LABELLEDBY, ARIA_LEVEL, ARIA_LIVE, ARIA_MODAL, ARIA_OWNS, ARIA_PRESSED, ARIA_REQUIRED, ARIA_ROLEDESCRIPTION,
    ARIA_SELECTED, AS, ASYNC, AUTOCOMPLETE, AUTOFOCUS, AUTOPLAY, BGCOLOR, BORDER, CELLPADDING, CELLSPACING, CHARSET,
    CHECKED, CLASS, CLASSID, CLEAR, CLIP_PATH, CLIP_RULE, COLOR, COLS, COLSPAN, CONTENT, CONTENTEDITABLE, CONTROLS,
    COORDS, CROSSORIGIN, CX, CY, D, DATA_ACTION, DATA_ALT, DATA_AUTHOR, DATA_BS_TARGET, DATA_CATEGORY, DATA_COMPONENT,
    DATA_CONTENT, DATA_COUNT, DATA_DATE, DATA_EVENT, DATA_FILTER, DATA_HEIGHT, DATA_HREF, DATA_ICON, DATA_ID,
    DATA_IMAGE, DATA_INDEX, DATA_KEY, DATA_LABEL, DATA_LANG, DATA_LANGUAGE, DATA_LAZY_SRC, DATA_LAZY_SRCSET, DATA_LINK,
    DATA_MODULE, DATA_NAME, DATA_ORIGINAL, DATA_ORIGINAL_SRC, DATA_PLACEMENT, DATA_POSITION, DATA_ROLE, DATA_SECTION,
    DATA_SETTINGS, DATA_SIZE, DATA_SLOT, DATA_SRC, DATA_SRCSET, DATA_STATE, DATA_STATUS, DATA_STYLE, DATA_TARGET,
    DATA_TEST, DATA_TEST_ID, DATA_TESTID, DATA_TEXT, DATA_TIME, DATA_TIMESTAMP, DATA_TITLE, DATA_TOGGLE, DATA_TYPE,
    DATA_URI, DATA_URL, DATA_USER_ID, DATA_VALUE, DATA_WIDTH, DATETIME, DECODING, DEFAULT, DEFER, DEFINITIONURL,
    DIRNAME, DISABLED, DISPLAY, DOMINANT_BASELINE, DOWNLOAD, DRAGGABLE, DX, DY, ENABLE_BACKGROUND, ENCTYPE, ENCODING,
    FACE, FETCHPRIORITY, FILL, FILL_OPACITY, FILL_RULE, FOCUSABLE, FONT_FAMILY, FONT_SIZE, FONT_WEIGHT, FOR, FORMACTION,
    FRAMEBORDER, FY, FX, HEADERS, HEIGHT, HIDDEN, HIGH, HREF, HREFLANG, HSPACE, HTTP_EQUIV, ID, IMAGESIZES, IMAGESRCSET,
    INERT, INPUTMODE, INTEGRITY, IS, ISMAP, ITEMID, ITEMPROP, ITEMREF, ITEMSCOPE, ITEMTYPE, KIND, LANG, LANGUAGE,
    LEFTMARGIN, LIST, LOADING, LONGDESC, LOOP, LOW, MARGINHEIGHT, MARGINWIDTH, MAX, MAXLENGTH, MEDIA, METHOD, MIN,
    MINLENGTH, MULTIPLE, MUTED, NAME, NOMODULE, NONCE, NOSHADE, NOVALIDATE, NOWRAP, OFFSET, ONBLUR, ONCHANGE, ONCLICK,
    ONERROR, ONFOCUS, ONKEYUP, ONLOAD, ONMOUSEOUT, ONMOUSEOVER, ONSUBMIT, OPACITY, OPEN, OVERFLOW, PLACEHOLDER,
    PLAYSINLINE, POINTS, POSTER, PREFIX, PRELOAD, PROFILE, PROPERTY, PUBDATE, PUBLIC, R, READONLY, REFERRERPOLICY, REL,
    REQUIRED, REV, REVERSED, ROLE, ROWS, ROWSPAN, RULES, RX, RY, SANDBOX, SCHEME, SCOPE, SCROLLING, SELECTED,
    SHADOWROOTMODE, SHAPE, SIZE, SIZES, SPELLCHECK, SRC, SRCDOC, SRCLANG, SRCSET, STANDBY, START, STEP, STROKE,
    STROKE_DASHARRAY, STROKE_LINECAP, STROKE_LINEJOIN, STROKE_MITERLIMIT, STROKE_OPACITY, STROKE_WIDTH, TABINDEX,
    TARGET, TEXT_ANCHOR, TOOLTIP, TOPMARGIN, TRANSFORM, TRANSLATE, TYPE, TYPEOF, USEMAP, VALIGN, VALUE, VALUETYPE,
    VERSION, VLINK, VOCAB, VSPACE, WIDTH, WRAP, X, X1, X2, XLINK_ACTUATE "xlink:actuate", XLINK_ARCROLE "xlink:arcrole",
    XLINK_HREF "xlink:href", XLINK_ROLE "xlink:role", XLINK_SHOW "xlink:show", XLINK_TITLE "xlink:title",
    XLINK_TYPE "xlink:type", XML_LANG "xml:lang", XML_SPACE "xml:space", XMLNS, XMLNS_XLINK "xmlns:xlink", Y, Y1, Y2,
    ABOUT, RESOURCE, DATATYPE, ACTUATE, ARCROLE, SHOW, SPACE, XLINK, CAMEL_DEFINITIONURL "definitionURL",

    // Names that SVG writes in mixed case, here in lower case: elements, then one that is both, then attributes.
    ALTGLYPH, ALTGLYPHDEF, ALTGLYPHITEM, ANIMATECOLOR, ANIMATEMOTION, ANIMATETRANSFORM, CLIPPATH, FEBLEND,
    FECOLORMATRIX, FECOMPONENTTRANSFER, FECOMPOSITE, FECONVOLVEMATRIX, FEDIFFUSELIGHTING, FEDISPLACEMENTMAP,
    FEDISTANTLIGHT, FEDROPSHADOW, FEFLOOD, FEFUNCA, FEFUNCB, FEFUNCG, FEFUNCR, FEGAUSSIANBLUR, FEIMAGE, FEMERGE,
    FEMERGENODE, FEMORPHOLOGY, FEOFFSET, FEPOINTLIGHT, FESPECULARLIGHTING, FESPOTLIGHT, FETILE, FETURBULENCE,
    FOREIGNOBJECT, LINEARGRADIENT, RADIALGRADIENT, TEXTPATH, GLYPHREF, ATTRIBUTENAME, ATTRIBUTETYPE, BASEFREQUENCY,
    BASEPROFILE, CALCMODE, CLIPPATHUNITS, DIFFUSECONSTANT, EDGEMODE, FILTERUNITS, GRADIENTTRANSFORM, GRADIENTUNITS,
    KERNELMATRIX, KERNELUNITLENGTH, KEYPOINTS, KEYSPLINES, KEYTIMES, LENGTHADJUST, LIMITINGCONEANGLE, MARKERHEIGHT,
    MARKERUNITS, MARKERWIDTH, MASKCONTENTUNITS, MASKUNITS, NUMOCTAVES, PATHLENGTH, PATTERNCONTENTUNITS,
    PATTERNTRANSFORM, PATTERNUNITS, POINTSATX, POINTSATY, POINTSATZ, PRESERVEALPHA, PRESERVEASPECTRATIO, PRIMITIVEUNITS,
    REFX, REFY, REPEATCOUNT, REPEATDUR, REQUIREDEXTENSIONS, REQUIREDFEATURES, SPECULARCONSTANT, SPECULAREXPONENT,
    SPREADMETHOD, STARTOFFSET, STDDEVIATION, STITCHTILES, SURFACESCALE, SYSTEMLANGUAGE, TABLEVALUES, TARGETX, TARGETY,
    TEXTLENGTH, VIEWBOX, VIEWTARGET, XCHANNELSELECTOR, YCHANNELSELECTOR, ZOOMANDPAN,
    ;

    // The same names in mixed case, in the same order.
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "foreignObject", "linearGradient", "radialGradient",
    "textPath", "glyphRef", "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode",
    "clipPathUnits", "diffuseConstant", "edgeMode", "filterUnits", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle",
    "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits", "numOctaves", "pathLength",
    "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha",
    "preserveAspectRatio", "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset", "stdDeviation",
    "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox",
    "viewTarget", "xChannelSelector", "yChannelSelector", "zoomAndPan",
}

/// The number of names that have constants.
pub const KNOWN_NAMES: usize = COUNT;

/// The number of the first name in mixed case.
const FIRST_OF_SVG: u32 = Number::COUNT as u32;

/// What is added to the number of a name in lower case for the same name in mixed case.
const TO_CAMEL: u32 = FIRST_OF_SVG - ALTGLYPH.0;

impl Name {
    /// Returns the name's number. A name with a constant has one below [`KNOWN_NAMES`].
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the constant for a name, if it has one.
    pub const fn known(name: &str) -> Option<Name> {
        let name = name.as_bytes();
        let (head, tail) = ends(name);
        let mut at = place((head, tail), name.len());
        while let Some(number) = PLACE_OF_KNOWN[at].checked_sub(1) {
            let known = KNOWN[number as usize].as_bytes();
            let (known_head, known_tail) = ENDS_OF_KNOWN[number as usize];
            if known.len() == name.len()
                && known_head == head
                && known_tail == tail
                && (name.len() <= WHOLE || is_same(known, name))
            {
                return Some(Name(number as u32));
            }
            at = (at + 1) % PLACES;
        }
        None
    }

    /// Returns the constant for the name that these bytes begin with, and its length: if it is of at most seven letters in
    /// lower case, and no more of them follow.
    #[inline(always)]
    pub(super) fn known_letters(bytes: u64) -> Option<(Name, usize)> {
        let length = letters(bytes);
        let head = bytes & ((1 << ((8 * length as u64) & 63)) - 1);
        let mut at = place((head, 0), length);
        while let Some(number) = PLACE_OF_KNOWN[at].checked_sub(1) {
            if ENDS_OF_KNOWN[number as usize] == (head, 0) {
                return Some((Name(number as u32), length));
            }
            at = (at + 1) % PLACES;
        }
        None
    }

    /// Returns the length of a name with a constant, if these bytes begin with it.
    #[inline(always)]
    pub(super) fn length_in(self, bytes: &[u8]) -> Option<usize> {
        let known = KNOWN[self.number()].as_bytes();
        let begins = match bytes.first_chunk() {
            Some(first) if known.len() <= 8 => {
                let differ = u64::from_le_bytes(*first) ^ ENDS_OF_KNOWN[self.number()].0;
                differ << ((64 - 8 * known.len()) & 63) == 0
            }
            _ => bytes.starts_with(known),
        };
        begins.then_some(known.len())
    }

    /// Returns `true` for a constant without capital letters.
    #[inline]
    pub(super) const fn is_known_in_lower_case(self) -> bool {
        self.0 < FIRST_OF_SVG
    }

    /// Returns the name of an SVG element in SVG's spelling ("adjust SVG tag names").
    pub(super) const fn of_svg_element(self) -> Name {
        if ALTGLYPH.0 <= self.0 && self.0 <= GLYPHREF.0 {
            Name(self.0 + TO_CAMEL)
        } else {
            self
        }
    }

    /// Returns the name of an SVG attribute in SVG's spelling ("adjust SVG attributes").
    pub(super) fn of_svg_attribute(self) -> Name {
        if (GLYPHREF.0..FIRST_OF_SVG).contains(&self.0) {
            Name(self.0 + TO_CAMEL)
        } else {
            self
        }
    }
}

/// At least twice the number of known names, so that few of them share a place.
const PLACES: usize = 2048;

static PLACE_OF_KNOWN: [u16; PLACES] = places();

static ENDS_OF_KNOWN: [(u64, u64); COUNT] = {
    let mut of_known = [(0, 0); COUNT];
    let mut number = 0;
    while number < COUNT {
        of_known[number] = ends(KNOWN[number].as_bytes());
        number += 1;
    }
    of_known
};

/// Returns a name's first and last eight bytes. A shorter name has all of its bytes in the first number, and no others.
const fn ends(name: &[u8]) -> (u64, u64) {
    if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        return (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
    }
    let (mut head, mut at) = (0, 0);
    while at < name.len() {
        head |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    (head, 0)
}

/// Returns how many of these bytes, from the first on, are letters in lower case.
#[inline(always)]
fn letters(bytes: u64) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Bit 7 of each byte. Only a byte with it can carry into the next one, and such a byte is no letter.
    const HIGH: u64 = 0x80 * EACH;
    let from_a = bytes.wrapping_add((0x80 - b'a' as u64) * EACH);
    let behind_z = bytes.wrapping_add((0x7f - b'z' as u64) * EACH);
    ((!from_a | behind_z | bytes) & HIGH).trailing_zeros() as usize / 8
}

/// The length of the longest name of which [`ends`] has all bytes.
const WHOLE: usize = 16;

/// Returns the place of a name among [`PLACES`], by its ends. The table holds known names only, so no page can fill it and
/// the hash needs no key.
const fn place((head, tail): (u64, u64), length: usize) -> usize {
    let mixed = head ^ tail.rotate_left(29) ^ length as u64;
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.trailing_zeros())) as usize
}

/// Puts the number of each known name, counted from 1, at the name's place or behind it. Other places hold 0.
const fn places() -> [u16; PLACES] {
    let mut places = [0; PLACES];
    let mut number = 0;
    while number < COUNT {
        let name = KNOWN[number].as_bytes();
        let mut at = place(ends(name), name.len());
        while places[at] != 0 {
            at = (at + 1) % PLACES;
        }
        number += 1;
        places[at] = number as u16;
    }
    places
}

/// Compares two names of one length. `==` on slices cannot be called in a constant.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The names of one tree: the known ones, and others that this tree numbers.
#[derive(Debug, Default)]
pub(super) struct Names {
    others: Texts,
}

impl Names {
    /// Returns the memory that the names take, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.others.memory()
    }

    /// Returns a name as it is written.
    pub(super) fn text(&self, name: Name) -> &str {
        match name.number().checked_sub(COUNT) {
            None => KNOWN[name.number()],
            Some(other) => self.others.get(other),
        }
    }

    /// Returns the number of a name, if it has one.
    pub(super) fn find(&self, name: &str) -> Option<Name> {
        let other = || Some(Name(COUNT as u32 + self.others.find(name)?));
        Name::known(name).or_else(other)
    }

    /// Returns the number of a name. A name without one gets a new one.
    #[inline]
    pub(super) fn intern(&mut self, name: &str, work: &mut Work<'_>) -> Result<Name, OutOfMemory> {
        if let Some(known) = Name::known(name) {
            return Ok(known);
        }
        let other = self.others.number(name, work.ticker())?;
        Ok(Name(COUNT as u32 + other))
    }

    /// Returns a bound: all names of the tree have numbers below it.
    pub(super) fn count(&self) -> usize {
        COUNT + self.others.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_found_and_differ() {
        for (number, name) in KNOWN.iter().enumerate() {
            assert_eq!(Name::known(name), Some(Name(number as u32)), "{name}");
        }
        assert_eq!(Name::known("accept-charset"), Some(ACCEPT_CHARSET));
        assert_eq!(Name::known("h1"), Some(H1));
        assert_eq!(Name::known("no-such-name"), None);
        assert_eq!(Name::known(""), None);
    }

    #[test]
    fn svg_writes_some_names_in_mixed_case() {
        let names = Names::default();
        for number in ALTGLYPH.0..FIRST_OF_SVG {
            let camel = names.text(Name(number + TO_CAMEL));
            assert_eq!(names.text(Name(number)), camel.to_ascii_lowercase());
            assert_ne!(names.text(Name(number)), camel);
        }
        assert_eq!(names.text(CLIPPATH.of_svg_element()), "clipPath");
        assert_eq!(names.text(GLYPHREF.of_svg_element()), "glyphRef");
        assert_eq!(names.text(GLYPHREF.of_svg_attribute()), "glyphRef");
        assert_eq!(VIEWBOX.of_svg_element(), VIEWBOX);
        assert_eq!(names.text(ZOOMANDPAN.of_svg_attribute()), "zoomAndPan");
        assert_eq!(CLIPPATH.of_svg_attribute(), CLIPPATH);
    }

    #[test]
    fn other_names_are_numbered_for_a_page() {
        let mut names = Names::default();
        let mut tick = || ();
        let work = &mut Work::new(&mut tick);
        for i in 0..1000 {
            let name = format!("x-{i}");
            let number = names.intern(&name, work).unwrap();
            assert_eq!(names.intern(&name, work).unwrap(), number);
            assert_eq!(names.text(number), name);
        }
        assert_eq!(names.count(), KNOWN_NAMES + 1000);
        assert_eq!(names.intern("href", work).unwrap(), HREF);
        assert_eq!(names.find("href"), Some(HREF));
        assert_eq!(names.find("x-1000"), None);
        assert_eq!(names.find("x-999").unwrap().number(), KNOWN_NAMES + 999);
        let first = names.intern("x-0", work).unwrap();
        assert_eq!(names.text(first), "x-0");
    }
}
