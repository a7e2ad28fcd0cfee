//! Little-endian numbers out of embedded files.

/// What is left to read. Every method gives none when that is too short.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*bytes)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_le_bytes)
    }

    /// The next byte, signed.
    pub fn i8(&mut self) -> Option<i8> {
        self.take().map(i8::from_le_bytes)
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    /// The next two bytes, signed.
    pub fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// The next four bytes, signed.
    pub fn i32(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    /// The next four bytes as a finite number.
    pub fn f32(&mut self) -> Option<f32> {
        self.take()
            .map(f32::from_le_bytes)
            .filter(|value| value.is_finite())
    }

    /// The next eight bytes as a finite number.
    pub fn f64(&mut self) -> Option<f64> {
        self.take()
            .map(f64::from_le_bytes)
            .filter(|value| value.is_finite())
    }
}
