//! Numbers in as few bytes as they need: seven bits a byte, the lowest first.

use std::io::{self, Read};

/// Appends a number.
pub fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the number at the beginning of some bytes. None when it is cut short or too long.
pub fn take(bytes: &mut &[u8]) -> Option<u32> {
    // Most numbers are small.
    if let [number @ ..0x80, rest @ ..] = *bytes {
        *bytes = rest;
        return Some(u32::from(*number));
    }
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        number |= u32::from(byte & 0x7f) << (at * 7);
        if *byte < 0x80 {
            *bytes = &bytes[at + 1..];
            return Some(number);
        }
    }
    None
}

/// Reads the next number of a file. One that is cut short or too long is an error.
pub fn read(file: &mut impl Read) -> io::Result<u32> {
    let mut number = 0;
    for at in 0..5 {
        let mut byte = [0];
        file.read_exact(&mut byte)?;
        number |= u32::from(byte[0] & 0x7f) << (at * 7);
        if byte[0] < 0x80 {
            return Ok(number);
        }
    }
    Err(io::Error::other("a number of a file is too long"))
}

/// The numbers in some bytes. They end where a number is cut short or too long.
pub struct Varints<'a>(&'a [u8]);

impl<'a> Varints<'a> {
    /// The numbers in these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl Iterator for Varints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let number = take(&mut self.0);
        if number.is_none() {
            self.0 = &[];
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u32::MAX - 1, u32::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            push(&mut bytes, number);
        }
        assert_eq!(Varints::new(&bytes).collect::<Vec<_>>(), numbers);
        let mut file = bytes.as_slice();
        assert_eq!(numbers.map(|_| read(&mut file).unwrap()), numbers);
        for damaged in [&[0x80, 0x80][..], &[0xff; 6]] {
            assert!(read(&mut &*damaged).is_err());
        }
        assert_eq!(Varints::new(&[0x80, 0x80]).next(), None, "cut short");
        assert_eq!(Varints::new(&[0xff; 6]).next(), None, "too long");
    }
}
