//! Sizes in bytes, as they are typed.

use std::fmt;
use std::str::FromStr;

use lagrum_builder::MemoryBudget;

/// A number of bytes: `512M`, `1G`, `2 GiB`, `1073741824`. Units are powers of 1,024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteSize(pub(crate) u64);

/// Units and their bytes, the largest first.
const UNITS: [(&str, u64); 4] = [("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)];

impl ByteSize {
    /// Parses the memory of a build.
    pub(crate) fn for_build(text: &str) -> Result<Self, String> {
        let size: Self = text.parse()?;
        let min = Self(MemoryBudget::MIN as u64);
        if size.0 >= min.0 { Ok(size) } else { Err(format!("a build takes {min} at least")) }
    }
}

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || {
            format!("{text:?} is no size: write a number of bytes, or one with K, M, G or T, such as 512M")
        };
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = unit.trim().to_ascii_uppercase();
        let letter = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
        let bytes = match letter {
            "" => 1,
            letter => UNITS.iter().find(|(unit, _)| *unit == letter).ok_or_else(invalid)?.1,
        };
        let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(bytes));
        size.filter(|size| *size > 0).map(Self).ok_or_else(invalid)
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, bytes)| self.0 >= *bytes && self.0.is_multiple_of(*bytes)) {
            Some((unit, bytes)) => write!(f, "{}{unit}", self.0 / bytes),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_they_are_typed() {
        let table = [
            ("1", 1),
            ("1024", 1024),
            ("512M", 512 << 20),
            ("512m", 512 << 20),
            ("1G", 1 << 30),
            ("1GiB", 1 << 30),
            ("1 GB", 1 << 30),
            ("64K", 64 << 10),
            ("2T", 2 << 40),
        ];
        for (text, bytes) in table {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        for text in ["", "G", "0", "-1", "1.2.3", "1X", "1GG", "1 000", "99999999T", "1.5G", "1e3"] {
            assert!(text.parse::<ByteSize>().is_err(), "{text}");
        }
        assert_eq!(ByteSize::for_build("128M"), Ok(ByteSize(128 << 20)));
        assert!(ByteSize::for_build("127M").is_err());
        assert_eq!(ByteSize(1 << 30).to_string(), "1G");
        assert_eq!(ByteSize(1536 << 20).to_string(), "1536M");
        assert_eq!(ByteSize(1000).to_string(), "1000");
    }
}
