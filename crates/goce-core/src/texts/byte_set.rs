//! Sets of bytes, by which a text is looked through.

/// White space of HTML between words.
pub static SPACES: [bool; 256] = byte_set(b" \t\n\x0c\r");

/// Returns a table that is `true` for some bytes.
pub const fn byte_set(bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    let mut rest = bytes;
    while let [byte, behind @ ..] = rest {
        set[*byte as usize] = true;
        rest = behind;
    }
    set
}
