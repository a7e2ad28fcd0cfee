//! PostgreSQL's binary form of `numeric`.

use crate::prelude::*;

/// Decimal digits in one digit of a `numeric`, which is one of 0 to 9,999.
const DECIMALS: i32 = 4;

/// The most bytes of a number, and the largest exponent: far less than PostgreSQL's own bounds.
const MOST: u16 = 4096;

/// A number in the making. Its memory is used again for the next.
#[derive(Debug, Default)]
pub struct Numeric {
    is_negative: bool,
    /// The power of 10,000 of the first digit.
    weight: i32,
    /// The decimals behind the point, as they are written.
    scale: i32,
    /// Without zeros at the start and the end.
    digits: Vec<u16>,
    decimals: Vec<u8>,
}

impl Numeric {
    /// Reads a number by the grammar of JSON; `None` if it is none, or longer than this reads.
    pub fn read(&mut self, written: &[u8]) -> Fallible<Option<()>> {
        self.digits.clear();
        self.decimals.clear();
        if written.len() > usize::from(MOST) {
            return Ok(None);
        }
        let unsigned = written.strip_prefix(b"-").unwrap_or(written);
        let mantissa = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(unsigned.len());
        let (mantissa, exponent) = unsigned.split_at(mantissa);
        let Some(exponent) = exponent.get(1..).map_or(Some(0), read_exponent) else {
            return Ok(None);
        };
        let point = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
        for digit in mantissa[..point].iter().chain(mantissa.get(point + 1..).unwrap_or_default()) {
            if !digit.is_ascii_digit() {
                return Ok(None);
            }
            self.decimals.try_push(digit - b'0')?;
        }
        if point == 0 {
            return Ok(None);
        }
        let behind = self.decimals.len() - point;
        self.scale = (behind as i32 - exponent).max(0);
        self.group(point as i32 - 1 + exponent)?;
        self.is_negative = unsigned.len() < written.len() && !self.digits.is_empty();
        Ok(Some(()))
    }

    /// Makes digits of the decimals, of which the first is a multiple of this power of ten.
    fn group(&mut self, power: i32) -> Fallible {
        let Some(first) = self.decimals.iter().position(|decimal| *decimal > 0) else {
            self.weight = 0;
            return Ok(());
        };
        let power = power - first as i32;
        self.weight = power.div_euclid(DECIMALS);
        // The place of the first decimal in its digit.
        let mut place = DECIMALS - 1 - power.rem_euclid(DECIMALS);
        let mut digit = 0;
        for decimal in &self.decimals[first..] {
            digit = 10 * digit + u16::from(*decimal);
            place += 1;
            if place == DECIMALS {
                self.digits.try_push(std::mem::take(&mut digit))?;
                place = 0;
            }
        }
        if place > 0 {
            let missing = (DECIMALS - place) as u32;
            self.digits.try_push(digit * 10u16.pow(missing))?;
        }
        let end = self.digits.iter().rposition(|digit| *digit > 0).map_or(0, |last| last + 1);
        self.digits.truncate(end);
        Ok(())
    }

    fn is_short(&self) -> bool {
        self.scale < 64 && (-64..64).contains(&self.weight)
    }

    /// Returns the length of the binary form, in bytes.
    pub fn size(&self) -> usize {
        size_of::<u32>() + if self.is_short() { 2 } else { 4 } + 2 * self.digits.len()
    }

    /// Returns how many decimals PostgreSQL writes, at most.
    pub fn decimals(&self) -> usize {
        (DECIMALS * (self.weight + 1).max(1) + self.scale).unsigned_abs() as usize
    }

    /// Appends the binary form.
    pub fn push(&self, out: &mut Vec<u8>) -> Fallible {
        // The length word of a value of variable length.
        let size = self.size() as u32;
        let size = if cfg!(target_endian = "little") {
            size << 2
        } else {
            size
        };
        out.try_extend_from_slice(&size.to_ne_bytes())?;
        let weight = self.weight as i16;
        if self.is_short() {
            // The bits of the short form and of its sign. The weight has seven bits.
            let sign = if self.is_negative { 0xA000 } else { 0x8000 };
            let header = sign | (self.scale as u16) << 7 | (weight as u16 & 0x7F);
            out.try_extend_from_slice(&header.to_ne_bytes())?;
        } else {
            let sign = if self.is_negative { 0x4000 } else { 0 };
            out.try_extend_from_slice(&(sign | self.scale as u16).to_ne_bytes())?;
            out.try_extend_from_slice(&weight.to_ne_bytes())?;
        }
        for digit in &self.digits {
            out.try_extend_from_slice(&digit.to_ne_bytes())?;
        }
        Ok(())
    }
}

fn read_exponent(written: &[u8]) -> Option<i32> {
    let exponent: i32 = str::from_utf8(written).ok()?.parse().ok()?;
    (exponent.unsigned_abs() <= u32::from(MOST)).then_some(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, lines};

    /// The sign, the weight, the scale and the digits of a number; "-" for what is none.
    fn read(written: &str) -> String {
        let mut number = Numeric::default();
        match number.read(written.as_bytes()).unwrap() {
            Some(()) => {
                let sign = if number.is_negative { "-" } else { "+" };
                format!("{sign} {} {} {:?}", number.weight, number.scale, number.digits)
            }
            None => "-".to_owned(),
        }
    }

    #[test]
    fn digits_are_grouped_by_four() {
        for [written, expected] in cases(
            "
            0 => + 0 0 []
            -0.00 => + 0 2 []
            0e5 => + 0 0 []
            1 => + 0 0 [1]
            -12345 => - 1 0 [1, 2345]
            10000 => + 1 0 [1]
            0.5 => + -1 1 [5000]
            0.00001 => + -2 5 [1000]
            1.5e3 => + 0 0 [1500]
            1.5E+1 => + 0 0 [15]
            1.500 => + 0 3 [1, 5000]
            1e-5 => + -2 5 [1000]
            1e308 => + 77 0 [1]
            123e2 => + 1 0 [1, 2300]",
        ) {
            assert_eq!(read(written), expected, "{written}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for written in lines(
            "
            -
            .5
            1a
            1e
            1e99999
            1.2.3",
        )
        .chain([""])
        {
            assert_eq!(read(written), "-", "{written}");
        }
    }
}
