//! Little-endian numbers of embedded files.

/// The bytes that are left to read. Methods that read return `None` if they are too few.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// Returns the number of bytes that are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*bytes)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_le_bytes)
    }

    pub fn i8(&mut self) -> Option<i8> {
        self.take().map(i8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn i32(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// Returns the next numbers, `count` of them, which `read` reads.
    pub fn many<T>(&mut self, count: usize, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..count).map(|_| read(self)).collect()
    }

    /// Returns the next bytes, `count` of them.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// Returns the next four bytes as a finite number.
    pub fn f32(&mut self) -> Option<f32> {
        let number = self.take().map(f32::from_le_bytes)?;
        number.is_finite().then_some(number)
    }

    /// Returns the next number; `None` also if it is not finite.
    pub fn f64(&mut self) -> Option<f64> {
        let number = self.take().map(f64::from_le_bytes)?;
        number.is_finite().then_some(number)
    }
}
