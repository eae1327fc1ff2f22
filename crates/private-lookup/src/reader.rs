//! Reading the files of lookups.

use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::{
    BUCKET_MAGIC, FILTER, FIRST_LENGTH, INDEX, INDEX_ENTRY, LEAST_UNITS, LookupError, MAX_BUCKET_BYTES,
    UNITS, file_error,
};

/// The lookups of a snapshot, open.
#[derive(Debug)]
pub struct Lookups {
    folder: PathBuf,
    index: File,
    units: File,
    /// How many units there are.
    length: u64,
}

/// The first bits of keys, 12 to 20 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupPrefix {
    value: u32,
    bits: u8,
}

impl LookupPrefix {
    /// The fewest bits of a prefix.
    pub const MIN_BITS: u8 = 12;
    /// The most bits of a prefix.
    pub const MAX_BITS: u8 = 20;

    /// The most digits of a prefix.
    const MAX_DIGITS: usize = 5;

    /// Parses lower-case or upper-case hex digits, at least as many as the bits need and at most five. Bits beyond them are
    /// ignored.
    pub fn parse(digits: &str, bits: u8) -> Option<Self> {
        let all_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let lengths = usize::from(bits).div_ceil(4)..=Self::MAX_DIGITS;
        if !(Self::MIN_BITS..=Self::MAX_BITS).contains(&bits) || !lengths.contains(&digits.len()) || !all_hex
        {
            return None;
        }
        let value = u32::from_str_radix(digits, 16).ok()?;
        let unused = digits.len() * 4 - usize::from(bits);
        Some(Self { value: value >> unused, bits })
    }

    /// How many bits it has.
    pub fn bits(self) -> u8 {
        self.bits
    }

    /// The first key that begins with it.
    fn first(self) -> u64 {
        u64::from(self.value) << (64 - self.bits)
    }

    /// The last key that begins with it.
    fn last(self) -> u64 {
        self.first() | (u64::MAX >> self.bits)
    }

    /// The 32 bits of a key after it.
    fn next_bits(self, key: u64) -> u32 {
        ((key << self.bits) >> 32) as u32
    }
}

impl Lookups {
    /// Opens the lookups in a folder; None when there are none.
    pub fn open(folder: &Path) -> Result<Option<Self>, LookupError> {
        let open = |name: &str| {
            let path = folder.join(name);
            File::open(&path).map_err(file_error(path))
        };
        if !folder.join(FILTER).exists() {
            return Ok(None);
        }
        let (index, units) = (open(INDEX)?, open(UNITS)?);
        let bytes = index.metadata().map_err(file_error(folder.join(INDEX)))?.len();
        let lookups = Self { folder: folder.to_owned(), index, units, length: bytes / INDEX_ENTRY as u64 };
        Ok(Some(lookups))
    }

    /// How many units there are.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// The most bits of a prefix: as many as leave [`LEAST_UNITS`] units in a bucket on average, but 12 at the least.
    pub fn most_bits(&self) -> u8 {
        let has_enough = |bits: &u8| self.length >> bits >= LEAST_UNITS;
        let bits = LookupPrefix::MIN_BITS..=LookupPrefix::MAX_BITS;
        bits.rev().find(has_enough).unwrap_or(LookupPrefix::MIN_BITS)
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The filter, as it is sent.
    pub fn filter(&self) -> Result<Vec<u8>, LookupError> {
        let path = self.folder.join(FILTER);
        std::fs::read(&path).map_err(file_error(path))
    }

    /// The bucket of a prefix, as it is sent.
    pub fn bucket(&self, prefix: LookupPrefix) -> Result<Vec<u8>, LookupError> {
        let from = self.position(|key| key < prefix.first())?;
        let to = self.position(|key| key <= prefix.last())?;
        let mut entries = Vec::new();
        let mut bytes = BUCKET_MAGIC.len() as u64 + 5;
        for at in from..to {
            let entry = self.entry(at)?;
            bytes += 4 + u64::from(entry.2);
            if bytes > MAX_BUCKET_BYTES {
                return Err(LookupError::BucketTooLarge { bytes });
            }
            entries.push(entry);
        }
        let mut bucket = Vec::with_capacity((bytes as usize).next_power_of_two().max(FIRST_LENGTH));
        bucket.extend_from_slice(BUCKET_MAGIC);
        bucket.push(prefix.bits);
        bucket.extend_from_slice(&u32::try_from(entries.len()).unwrap_or(u32::MAX).to_le_bytes());
        for (key, offset, length) in entries {
            bucket.extend_from_slice(&prefix.next_bits(key).to_le_bytes());
            let start = bucket.len();
            bucket.resize(start + length as usize, 0);
            self.read(&self.units, UNITS, &mut bucket[start..], offset)?;
        }
        let length = bucket.len().next_power_of_two().max(FIRST_LENGTH);
        bucket.resize(length, 0);
        Ok(bucket)
    }

    /// The number of entries at the beginning for whose keys `is_before` holds.
    fn position(&self, is_before: impl Fn(u64) -> bool) -> Result<u64, LookupError> {
        let (mut low, mut high) = (0, self.length);
        while low < high {
            let middle = low.midpoint(high);
            if is_before(self.entry(middle)?.0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// The key, offset and length of the record of an entry.
    fn entry(&self, at: u64) -> Result<(u64, u64, u32), LookupError> {
        let mut bytes = [0; INDEX_ENTRY];
        self.read(&self.index, INDEX, &mut bytes, at * INDEX_ENTRY as u64)?;
        let number = |range: std::ops::Range<usize>| {
            bytes[range].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        Ok((number(0..8), number(8..16), number(16..INDEX_ENTRY) as u32))
    }

    /// Fills a buffer from an offset of one of the files.
    fn read(&self, file: &File, name: &str, buffer: &mut [u8], offset: u64) -> Result<(), LookupError> {
        file.read_exact_at(buffer, offset).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => LookupError::Damaged(self.folder.join(name)),
            _ => file_error(self.folder.join(name))(error),
        })
    }
}

/// How many units a bucket has, as it says itself; None for what is no bucket.
pub fn bucket_units(bucket: &[u8]) -> Option<u32> {
    let at = BUCKET_MAGIC.len() + 1;
    let bytes = bucket.strip_prefix(BUCKET_MAGIC).and(bucket.get(at..at + 4))?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
