//! Numbers in as few bytes as they need: seven bits a byte, the lowest first.

/// Appends a number.
pub(super) fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The numbers in some bytes. They end where a number is cut short or too long.
pub(super) struct Varints<'a>(&'a [u8]);

impl<'a> Varints<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl Iterator for Varints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut number = 0;
        for (at, byte) in self.0.iter().enumerate().take(5) {
            number |= u32::from(byte & 0x7f) << (at * 7);
            if *byte < 0x80 {
                self.0 = &self.0[at + 1..];
                return Some(number);
            }
        }
        self.0 = &[];
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u32::MAX - 1, u32::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| push(&mut bytes, *number));
        assert_eq!(Varints::new(&bytes).collect::<Vec<_>>(), numbers);
        assert_eq!(Varints::new(&[0x80, 0x80]).next(), None, "cut short");
        assert_eq!(Varints::new(&[0xff; 6]).next(), None, "too long");
    }
}
