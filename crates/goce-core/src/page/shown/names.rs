//! What classes, ids and roles say of an element that is hidden: that it is for screen readers, that it opens on demand,
//! or that it lies above the page.

/// Classes by which style sheets hide text from all but screen readers: of Bootstrap, WordPress, Drupal, Foundation,
/// HTML5 Boilerplate, Tailwind, GOV.UK, Amazon and others.
pub const SCREEN_READER: [&str; 24] = [
    "a-offscreen",
    "a11y-hidden",
    "accessibility-text",
    "accessibly-hidden",
    "assistive-text",
    "element-invisible",
    "govuk-visually-hidden",
    "hidden-visually",
    "is-visually-hidden",
    "offscreen",
    "screen-reader",
    "screen-reader-only",
    "screen-reader-text",
    "screenreader-only",
    "screenreader-text",
    "show-for-sr",
    "sr-only",
    "sr-text",
    "sronly",
    "u-hidden-visually",
    "u-visually-hidden",
    "visually-hidden",
    "visuallyhidden",
    "vh",
];

/// Parts of the names of what opens on demand: tabs, accordions, answers.
const PANELS: [&str; 8] = [
    "accordion",
    "collaps",
    "expand",
    "faq",
    "panel",
    "tab-content",
    "tab-pane",
    "toggle",
];

/// Parts of the names of what opens above the page.
const OVERLAYS: [&str; 12] = [
    "cookie",
    "dialog",
    "drawer",
    "dropdown",
    "lightbox",
    "menu",
    "modal",
    "nav",
    "offcanvas",
    "overlay",
    "popup",
    "tooltip",
];

/// Parts of the names of what opens something else.
const CONTROLS: [&str; 14] = [
    "accordion",
    "collaps",
    "expand",
    "faq",
    "more",
    "question",
    "reveal",
    "show",
    "spoiler",
    "tab",
    "title",
    "toggle",
    "trigger",
    "header",
];

/// Returns `true` for a class of texts for screen readers alone.
pub fn is_for_screen_readers(class: &str) -> bool {
    SCREEN_READER.iter().any(|known| class.eq_ignore_ascii_case(known))
}

/// Returns `true` for a class, id or role of a panel that opens on demand.
pub fn names_panel(name: &str) -> bool {
    has_part(name, &PANELS)
}

/// Returns `true` for a class, id or role of what opens above the page: a menu, a dialog.
pub fn names_overlay(name: &str) -> bool {
    has_part(name, &OVERLAYS)
}

/// Returns `true` for a class, id or role of what opens something else.
pub fn names_control(name: &str) -> bool {
    has_part(name, &CONTROLS)
}

fn has_part(name: &str, parts: &[&str]) -> bool {
    // By the first letters, and without a copy of a name that may be as long as the page.
    let firsts = parts.iter().fold(0u32, |letters, part| letters | letter(part.as_bytes()[0]));
    let bytes = name.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| {
        let begins = |part: &&str| {
            bytes[at..].get(..part.len()).is_some_and(|piece| piece.eq_ignore_ascii_case(part.as_bytes()))
        };
        firsts & letter(*byte) != 0 && parts.iter().any(begins)
    })
}

/// Returns a bit for a letter in any case, or 0 for another byte.
fn letter(byte: u8) -> u32 {
    let letter = (byte | 0x20).wrapping_sub(b'a');
    if letter < 26 { 1 << letter } else { 0 }
}
