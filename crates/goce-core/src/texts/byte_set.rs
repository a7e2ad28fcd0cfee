//! Sets of bytes, by which a text is looked through.

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
