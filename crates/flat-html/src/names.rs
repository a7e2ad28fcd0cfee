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
    ($($ident:ident $name:literal,)* ; $($of_svg:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($ident,)* COUNT }

        $(#[allow(missing_docs)] pub const $ident: Name = Name(Number::$ident as u32);)*

        static KNOWN: [&str; COUNT] = [$($name,)* $($of_svg,)*];

        const COUNT: usize = FIRST_OF_SVG as usize + [$($of_svg,)*].len();
    };
}

names! {
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", APPLET "applet", AREA "area", ARTICLE "article",
    ASIDE "aside", AUDIO "audio", B "b", BASE "base", BASEFONT "basefont", BDI "bdi", BDO "bdo", BGSOUND "bgsound",
    BIG "big", BLINK "blink", BLOCKQUOTE "blockquote", BODY "body", BR "br", BUTTON "button", CANVAS "canvas",
    CAPTION "caption", CENTER "center", CITE "cite", CODE "code", COL "col", COLGROUP "colgroup", DATA "data",
    DATALIST "datalist", DD "dd", DEL "del", DETAILS "details", DFN "dfn", DIALOG "dialog", DIR "dir", DIV "div",
    DL "dl", DT "dt", EM "em", EMBED "embed", FIELDSET "fieldset", FIGCAPTION "figcaption", FIGURE "figure",
    FONT "font", FOOTER "footer", FORM "form", FRAME "frame", FRAMESET "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4",
    H5 "h5", H6 "h6", HEAD "head", HEADER "header", HGROUP "hgroup", HR "hr", HTML "html", I "i", IFRAME "iframe",
    IMAGE "image", IMG "img", INPUT "input", INS "ins", ISINDEX "isindex", KBD "kbd", KEYGEN "keygen", LABEL "label",
    LEGEND "legend", LI "li", LINK "link", LISTING "listing", MAIN "main", MAP "map", MARK "mark", MARQUEE "marquee",
    MATH "math", MENU "menu", MENUITEM "menuitem", META "meta", METER "meter", NAV "nav", NOBR "nobr",
    NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript", OBJECT "object", OL "ol", OPTGROUP "optgroup",
    OPTION "option", OUTPUT "output", P "p", PARAM "param", PICTURE "picture", PLAINTEXT "plaintext", PRE "pre",
    PROGRESS "progress", Q "q", RB "rb", RP "rp", RT "rt", RTC "rtc", RUBY "ruby", S "s", SAMP "samp", SCRIPT "script",
    SEARCH "search", SECTION "section", SELECT "select", SELECTEDCONTENT "selectedcontent", SLOT "slot", SMALL "small",
    SOURCE "source", SPACER "spacer", SPAN "span", STRIKE "strike", STRONG "strong", STYLE "style", SUB "sub",
    SUMMARY "summary", SUP "sup", SVG "svg", TABLE "table", TBODY "tbody", TD "td", TEMPLATE "template",
    TEXTAREA "textarea", TFOOT "tfoot", TH "th", THEAD "thead", TIME "time", TITLE "title", TR "tr", TRACK "track",
    TT "tt", U "u", UL "ul", VAR "var", VIDEO "video", WBR "wbr", XMP "xmp", ANNOTATION "annotation",
    ANNOTATION_XML "annotation-xml", MALIGNMARK "malignmark", MGLYPH "mglyph", MI "mi", MN "mn", MO "mo", MROW "mrow",
    MS "ms", MSTYLE "mstyle", MSUB "msub", MSUP "msup", MTEXT "mtext", SEMANTICS "semantics", ANIMATE "animate",
    CIRCLE "circle", DEFS "defs", DESC "desc", ELLIPSE "ellipse", FILTER "filter", G "g", LINE "line", MARKER "marker",
    MASK "mask", METADATA "metadata", PATH "path", PATTERN "pattern", POLYGON "polygon", POLYLINE "polyline",
    RECT "rect", SET "set", STOP "stop", SWITCH "switch", SYMBOL "symbol", TEXT "text", TSPAN "tspan", USE "use",
    VIEW "view", AMP_IMG "amp-img", ICON "icon", ACCEPT "accept", ACCEPT_CHARSET "accept-charset",
    ACCESSKEY "accesskey", ACTION "action", ALIGN "align", ALINK "alink", ALLOW "allow",
    ALLOWFULLSCREEN "allowfullscreen", ALT "alt", ARIA_CHECKED "aria-checked", ARIA_CONTROLS "aria-controls",
    ARIA_CURRENT "aria-current", ARIA_DESCRIBEDBY "aria-describedby", ARIA_DISABLED "aria-disabled",
    ARIA_EXPANDED "aria-expanded", ARIA_HASPOPUP "aria-haspopup", ARIA_HIDDEN "aria-hidden",
    ARIA_INVALID "aria-invalid", ARIA_LABEL "aria-label", ARIA_LABELLEDBY "aria-labelledby", ARIA_LEVEL "aria-level",
    ARIA_LIVE "aria-live", ARIA_MODAL "aria-modal", ARIA_OWNS "aria-owns", ARIA_PRESSED "aria-pressed",
    ARIA_REQUIRED "aria-required", ARIA_ROLEDESCRIPTION "aria-roledescription", ARIA_SELECTED "aria-selected", AS "as",
    ASYNC "async", AUTOCOMPLETE "autocomplete", AUTOFOCUS "autofocus", AUTOPLAY "autoplay", BGCOLOR "bgcolor",
    BORDER "border", CELLPADDING "cellpadding", CELLSPACING "cellspacing", CHARSET "charset", CHECKED "checked",
    CLASS "class", CLASSID "classid", CLEAR "clear", CLIP_PATH "clip-path", CLIP_RULE "clip-rule", COLOR "color",
    COLS "cols", COLSPAN "colspan", CONTENT "content", CONTENTEDITABLE "contenteditable", CONTROLS "controls",
    COORDS "coords", CROSSORIGIN "crossorigin", CX "cx", CY "cy", D "d", DATA_ACTION "data-action",
    DATA_ALT "data-alt", DATA_AUTHOR "data-author", DATA_BS_TARGET "data-bs-target", DATA_CATEGORY "data-category", DATA_COMPONENT "data-component",
    DATA_CONTENT "data-content", DATA_COUNT "data-count", DATA_DATE "data-date", DATA_EVENT "data-event",
    DATA_FILTER "data-filter", DATA_HEIGHT "data-height", DATA_HREF "data-href", DATA_ICON "data-icon",
    DATA_ID "data-id", DATA_IMAGE "data-image", DATA_INDEX "data-index", DATA_KEY "data-key", DATA_LABEL "data-label",
    DATA_LANG "data-lang", DATA_LANGUAGE "data-language", DATA_LAZY_SRC "data-lazy-src",
    DATA_LAZY_SRCSET "data-lazy-srcset", DATA_LINK "data-link", DATA_MODULE "data-module", DATA_NAME "data-name",
    DATA_ORIGINAL "data-original", DATA_ORIGINAL_SRC "data-original-src", DATA_PLACEMENT "data-placement",
    DATA_POSITION "data-position", DATA_ROLE "data-role", DATA_SECTION "data-section", DATA_SETTINGS "data-settings",
    DATA_SIZE "data-size", DATA_SLOT "data-slot", DATA_SRC "data-src", DATA_SRCSET "data-srcset",
    DATA_STATE "data-state", DATA_STATUS "data-status", DATA_STYLE "data-style", DATA_TARGET "data-target",
    DATA_TEST "data-test", DATA_TEST_ID "data-test-id", DATA_TESTID "data-testid", DATA_TEXT "data-text",
    DATA_TIME "data-time", DATA_TIMESTAMP "data-timestamp", DATA_TITLE "data-title", DATA_TOGGLE "data-toggle",
    DATA_TYPE "data-type", DATA_URI "data-uri", DATA_URL "data-url", DATA_USER_ID "data-user-id",
    DATA_VALUE "data-value", DATA_WIDTH "data-width", DATETIME "datetime", DECODING "decoding", DEFAULT "default",
    DEFER "defer", DEFINITIONURL "definitionurl", DIRNAME "dirname", DISABLED "disabled", DISPLAY "display",
    DOMINANT_BASELINE "dominant-baseline", DOWNLOAD "download", DRAGGABLE "draggable", DX "dx", DY "dy",
    ENABLE_BACKGROUND "enable-background", ENCTYPE "enctype", ENCODING "encoding", FACE "face",
    FETCHPRIORITY "fetchpriority", FILL "fill", FILL_OPACITY "fill-opacity", FILL_RULE "fill-rule",
    FOCUSABLE "focusable", FONT_FAMILY "font-family", FONT_SIZE "font-size", FONT_WEIGHT "font-weight", FOR "for",
    FORMACTION "formaction", FRAMEBORDER "frameborder", FY "fy", FX "fx", HEADERS "headers", HEIGHT "height",
    HIDDEN "hidden", HIGH "high", HREF "href", HREFLANG "hreflang", HSPACE "hspace", HTTP_EQUIV "http-equiv", ID "id",
    IMAGESIZES "imagesizes", IMAGESRCSET "imagesrcset", INERT "inert", INPUTMODE "inputmode", INTEGRITY "integrity",
    IS "is", ISMAP "ismap", ITEMID "itemid", ITEMPROP "itemprop", ITEMREF "itemref", ITEMSCOPE "itemscope",
    ITEMTYPE "itemtype", KIND "kind", LANG "lang", LANGUAGE "language", LEFTMARGIN "leftmargin", LIST "list",
    LOADING "loading", LONGDESC "longdesc", LOOP "loop", LOW "low", MARGINHEIGHT "marginheight",
    MARGINWIDTH "marginwidth", MAX "max", MAXLENGTH "maxlength", MEDIA "media", METHOD "method", MIN "min",
    MINLENGTH "minlength", MULTIPLE "multiple", MUTED "muted", NAME "name", NOMODULE "nomodule", NONCE "nonce",
    NOSHADE "noshade", NOVALIDATE "novalidate", NOWRAP "nowrap", OFFSET "offset", ONBLUR "onblur", ONCHANGE "onchange",
    ONCLICK "onclick", ONERROR "onerror", ONFOCUS "onfocus", ONKEYUP "onkeyup", ONLOAD "onload",
    ONMOUSEOUT "onmouseout", ONMOUSEOVER "onmouseover", ONSUBMIT "onsubmit", OPACITY "opacity", OPEN "open",
    OVERFLOW "overflow", PLACEHOLDER "placeholder", PLAYSINLINE "playsinline", POINTS "points", POSTER "poster",
    PREFIX "prefix", PRELOAD "preload", PROFILE "profile", PROPERTY "property", PUBDATE "pubdate", PUBLIC "public",
    R "r", READONLY "readonly", REFERRERPOLICY "referrerpolicy", REL "rel", REQUIRED "required", REV "rev",
    REVERSED "reversed", ROLE "role", ROWS "rows", ROWSPAN "rowspan", RULES "rules", RX "rx", RY "ry",
    SANDBOX "sandbox", SCHEME "scheme", SCOPE "scope", SCROLLING "scrolling", SELECTED "selected",
    SHADOWROOTMODE "shadowrootmode", SHAPE "shape", SIZE "size", SIZES "sizes", SPELLCHECK "spellcheck", SRC "src",
    SRCDOC "srcdoc", SRCLANG "srclang", SRCSET "srcset", STANDBY "standby", START "start", STEP "step",
    STROKE "stroke", STROKE_DASHARRAY "stroke-dasharray", STROKE_LINECAP "stroke-linecap",
    STROKE_LINEJOIN "stroke-linejoin", STROKE_MITERLIMIT "stroke-miterlimit", STROKE_OPACITY "stroke-opacity",
    STROKE_WIDTH "stroke-width", TABINDEX "tabindex", TARGET "target", TEXT_ANCHOR "text-anchor", TOOLTIP "tooltip",
    TOPMARGIN "topmargin", TRANSFORM "transform", TRANSLATE "translate", TYPE "type", TYPEOF "typeof", USEMAP "usemap",
    VALIGN "valign", VALUE "value", VALUETYPE "valuetype", VERSION "version", VLINK "vlink", VOCAB "vocab",
    VSPACE "vspace", WIDTH "width", WRAP "wrap", X "x", X1 "x1", X2 "x2", XLINK_ACTUATE "xlink:actuate",
    XLINK_ARCROLE "xlink:arcrole", XLINK_HREF "xlink:href", XLINK_ROLE "xlink:role", XLINK_SHOW "xlink:show",
    XLINK_TITLE "xlink:title", XLINK_TYPE "xlink:type", XML_LANG "xml:lang", XML_SPACE "xml:space", XMLNS "xmlns",
    XMLNS_XLINK "xmlns:xlink", Y "y", Y1 "y1", Y2 "y2", ABOUT "about", RESOURCE "resource", DATATYPE "datatype",
    ACTUATE "actuate", ARCROLE "arcrole", SHOW "show", SPACE "space", XLINK "xlink",
    CAMEL_DEFINITIONURL "definitionURL",

    // Names that SVG writes in mixed case, here in lower case: elements, then one that is both, then attributes.
    ALTGLYPH "altglyph", ALTGLYPHDEF "altglyphdef", ALTGLYPHITEM "altglyphitem", ANIMATECOLOR "animatecolor",
    ANIMATEMOTION "animatemotion", ANIMATETRANSFORM "animatetransform", CLIPPATH "clippath", FEBLEND "feblend",
    FECOLORMATRIX "fecolormatrix", FECOMPONENTTRANSFER "fecomponenttransfer", FECOMPOSITE "fecomposite",
    FECONVOLVEMATRIX "feconvolvematrix", FEDIFFUSELIGHTING "fediffuselighting", FEDISPLACEMENTMAP "fedisplacementmap",
    FEDISTANTLIGHT "fedistantlight", FEDROPSHADOW "fedropshadow", FEFLOOD "feflood", FEFUNCA "fefunca",
    FEFUNCB "fefuncb", FEFUNCG "fefuncg", FEFUNCR "fefuncr", FEGAUSSIANBLUR "fegaussianblur", FEIMAGE "feimage",
    FEMERGE "femerge", FEMERGENODE "femergenode", FEMORPHOLOGY "femorphology", FEOFFSET "feoffset",
    FEPOINTLIGHT "fepointlight", FESPECULARLIGHTING "fespecularlighting", FESPOTLIGHT "fespotlight", FETILE "fetile",
    FETURBULENCE "feturbulence", FOREIGNOBJECT "foreignobject", LINEARGRADIENT "lineargradient",
    RADIALGRADIENT "radialgradient", TEXTPATH "textpath", GLYPHREF "glyphref", ATTRIBUTENAME "attributename",
    ATTRIBUTETYPE "attributetype", BASEFREQUENCY "basefrequency", BASEPROFILE "baseprofile", CALCMODE "calcmode",
    CLIPPATHUNITS "clippathunits", DIFFUSECONSTANT "diffuseconstant", EDGEMODE "edgemode", FILTERUNITS "filterunits",
    GRADIENTTRANSFORM "gradienttransform", GRADIENTUNITS "gradientunits", KERNELMATRIX "kernelmatrix",
    KERNELUNITLENGTH "kernelunitlength", KEYPOINTS "keypoints", KEYSPLINES "keysplines", KEYTIMES "keytimes",
    LENGTHADJUST "lengthadjust", LIMITINGCONEANGLE "limitingconeangle", MARKERHEIGHT "markerheight",
    MARKERUNITS "markerunits", MARKERWIDTH "markerwidth", MASKCONTENTUNITS "maskcontentunits", MASKUNITS "maskunits",
    NUMOCTAVES "numoctaves", PATHLENGTH "pathlength", PATTERNCONTENTUNITS "patterncontentunits",
    PATTERNTRANSFORM "patterntransform", PATTERNUNITS "patternunits", POINTSATX "pointsatx", POINTSATY "pointsaty",
    POINTSATZ "pointsatz", PRESERVEALPHA "preservealpha", PRESERVEASPECTRATIO "preserveaspectratio",
    PRIMITIVEUNITS "primitiveunits", REFX "refx", REFY "refy", REPEATCOUNT "repeatcount", REPEATDUR "repeatdur",
    REQUIREDEXTENSIONS "requiredextensions", REQUIREDFEATURES "requiredfeatures", SPECULARCONSTANT "specularconstant",
    SPECULAREXPONENT "specularexponent", SPREADMETHOD "spreadmethod", STARTOFFSET "startoffset",
    STDDEVIATION "stddeviation", STITCHTILES "stitchtiles", SURFACESCALE "surfacescale",
    SYSTEMLANGUAGE "systemlanguage", TABLEVALUES "tablevalues", TARGETX "targetx", TARGETY "targety",
    TEXTLENGTH "textlength", VIEWBOX "viewbox", VIEWTARGET "viewtarget", XCHANNELSELECTOR "xchannelselector",
    YCHANNELSELECTOR "ychannelselector", ZOOMANDPAN "zoomandpan",
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
