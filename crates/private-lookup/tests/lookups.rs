//! Lookups as a client reads them, against a naive reading of the format.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;
use lagrum_private_lookup::{
    FIRST_LENGTH, LookupError, LookupPrefix, LookupWriter, Lookups, MAX_BUCKET_BYTES, NO_TEXT, PackedText,
    lookup_key,
};
use proptest::prelude::*;
use xorf::{BinaryFuse16, Filter};

type Units = BTreeMap<String, (Option<String>, u32)>;

fn written(units: &Units) -> (tempfile::TempDir, Lookups) {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = LookupWriter::create(folder.path()).unwrap();
    for (uri, (text, citations)) in units {
        writer.add(uri, text.as_deref().map(PackedText::new), *citations).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), units.len() as u64);
    let lookups = Lookups::open(folder.path()).unwrap().unwrap();
    (folder, lookups)
}

/// Takes bytes from the front of a message.
struct Message<'a>(&'a [u8]);

impl Message<'_> {
    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let (front, rest) = self.0.split_at(count);
        self.0 = rest;
        front.to_vec()
    }

    fn number(&mut self, bytes: usize) -> u64 {
        self.bytes(bytes).iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

/// The keys (their bits after the prefix), uris and texts of a bucket.
fn units_of(bucket: &[u8], bits: u8) -> Vec<(u64, String, Option<String>)> {
    let mut message = Message(bucket);
    assert_eq!(message.bytes(4), b"LUR1");
    assert_eq!(message.number(1), u64::from(bits));
    let count = message.number(4);
    let units = (0..count)
        .map(|_| {
            let next_bits = message.number(4);
            let uri = message.number(2) as usize;
            let text = message.number(4);
            let uri = String::from_utf8(message.bytes(uri)).unwrap();
            let text = (text != u64::from(NO_TEXT)).then(|| {
                let mut text_of = String::new();
                DeflateDecoder::new(message.bytes(text as usize).as_slice())
                    .read_to_string(&mut text_of)
                    .unwrap();
                text_of
            });
            (next_bits, uri, text)
        })
        .collect();
    assert!(message.0.iter().all(|byte| *byte == 0), "padding");
    assert!(bucket.len().is_power_of_two() && bucket.len() >= FIRST_LENGTH);
    units
}

/// The filter and the most cited units.
fn filter_of(bytes: &[u8]) -> (BinaryFuse16, Vec<(u64, u64)>) {
    let mut message = Message(bytes);
    assert_eq!(message.bytes(15), b"lagen-fuse16-1\n");
    let seed = message.number(8);
    let segment_length = message.number(4) as u32;
    let segment_count_length = message.number(4) as u32;
    let length = message.number(4);
    let fingerprints = (0..length).map(|_| message.number(2) as u16).collect();
    let mut filter = BinaryFuse16::try_from(&[1, 2, 3][..]).unwrap();
    filter.descriptor.seed = seed;
    filter.descriptor.segment_length = segment_length;
    filter.descriptor.segment_length_mask = segment_length - 1;
    filter.descriptor.segment_count_length = segment_count_length;
    filter.fingerprints = fingerprints;
    let cited = message.number(4);
    let cited = (0..cited).map(|_| (message.number(4), message.number(4))).collect();
    assert!(message.0.is_empty());
    (filter, cited)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_unit_is_in_the_filter_and_in_its_bucket(
        units in prop::collection::btree_map("https://x\\.example/[a-z0-9:#åäö]{1,12}", (prop::option::of(".{0,80}"), 0_u32..9), 0..300),
        bits in LookupPrefix::MIN_BITS..=LookupPrefix::MAX_BITS,
    ) {
        let (_folder, lookups) = written(&units);
        let (filter, cited) = filter_of(&lookups.filter().unwrap());
        let mut expected: BTreeMap<u64, Vec<(u64, String, Option<String>)>> = BTreeMap::new();
        for (uri, (text, _)) in &units {
            let key = lookup_key(uri);
            prop_assert!(filter.contains(&key));
            let next_bits = (key << bits) >> 32;
            expected.entry(key >> (64 - bits)).or_default().push((next_bits, uri.clone(), text.clone()));
        }
        for (prefix, mut units) in expected {
            units.sort();
            let digits = usize::from(bits).div_ceil(4);
            let digits = format!("{:0digits$x}", prefix << (digits * 4 - usize::from(bits)));
            let bucket = lookups.bucket(LookupPrefix::parse(&digits, bits).unwrap()).unwrap();
            prop_assert_eq!(units_of(&bucket, bits), units);
        }
        let mut most: Vec<(u64, u64)> =
            units.iter().map(|(uri, (_, cited))| (lookup_key(uri) >> 32, u64::from(*cited))).collect();
        most.retain(|(_, cited)| *cited > 0);
        most.sort_by_key(|(key, cited)| (std::cmp::Reverse(*cited), *key));
        prop_assert_eq!(cited, most);
    }
}

#[test]
fn few_uris_that_are_not_held_are_in_the_filter() {
    let units: Units = (0..5_000).map(|n| (format!("https://x.example/{n}"), (None, 0))).collect();
    let (_folder, lookups) = written(&units);
    let (filter, _) = filter_of(&lookups.filter().unwrap());
    let wrong =
        (0..100_000).filter(|n| filter.contains(&lookup_key(&format!("https://y.example/{n}")))).count();
    assert!(wrong < 20, "{wrong} of 100,000, and 1.5 are expected");
}

#[test]
fn a_prefix_has_at_least_the_digits_that_its_bits_need() {
    for (digits, bits, valid) in [
        ("abc", 12, true),
        ("ABC", 12, true),
        ("abcd", 16, true),
        ("abc8", 13, true),
        ("abc4", 13, true),
        ("abcd", 12, true),
        ("abcde", 12, true),
        ("fffff", 20, true),
        ("ab", 12, false),
        ("abcdef", 12, false),
        ("abg", 12, false),
        ("+ab", 12, false),
        ("ab", 8, false),
        ("abcdef", 24, false),
        ("åbc", 12, false),
    ] {
        assert_eq!(LookupPrefix::parse(digits, bits).is_some(), valid, "{digits} with {bits} bits");
    }
}

#[test]
fn a_corpus_allows_as_many_bits_as_leave_enough_units_together() {
    let units =
        |count: u32| -> Units { (0..count).map(|n| (format!("https://x.example/{n}"), (None, 0))).collect() };
    let few = written(&units(3)).1.most_bits();
    assert_eq!(few, LookupPrefix::MIN_BITS, "the fewest are always allowed");
    for (count, bits) in [(128 << 12, 12), ((128 << 13) - 1, 12), (128 << 13, 13)] {
        // The number is read from the length of the index.
        let (folder, _) = written(&units(3));
        std::fs::File::options()
            .write(true)
            .open(folder.path().join("index"))
            .unwrap()
            .set_len(count * 20)
            .unwrap();
        assert_eq!(Lookups::open(folder.path()).unwrap().unwrap().most_bits(), bits, "{count}");
    }
}

#[test]
fn a_bucket_that_is_too_large_is_refused() {
    let text: String = {
        // Text that cannot be packed well, so that a bucket of a few units is large.
        let mut seed = 1_u64;
        std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from_u32(0x4e00 + (seed >> 40) as u32 % 20_000).unwrap_or('x')
        })
        .take(2 << 20)
        .collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut writer = LookupWriter::create(folder.path()).unwrap();
    let prefix = lookup_key("https://x.example/0") >> 52;
    let alike =
        (0_u32..).map(|n| format!("https://x.example/{n}")).filter(|uri| lookup_key(uri) >> 52 == prefix);
    for uri in alike.take(6) {
        writer.add(&uri, Some(PackedText::new(&text)), 0).unwrap();
    }
    writer.finish().unwrap();
    let lookups = Lookups::open(folder.path()).unwrap().unwrap();
    let failure = lookups.bucket(LookupPrefix::parse(&format!("{prefix:03x}"), 12).unwrap());
    assert!(
        matches!(failure, Err(LookupError::BucketTooLarge { bytes }) if bytes > MAX_BUCKET_BYTES),
        "{failure:?}"
    );
}

#[test]
fn a_folder_without_lookups_has_none_and_a_cut_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Lookups::open(folder.path()).unwrap().is_none());
    let units: Units =
        (0..50).map(|n| (format!("https://x.example/{n}"), (Some("ord".to_owned()), 0))).collect();
    let (folder, _) = written(&units);
    std::fs::write(folder.path().join("units"), b"").unwrap();
    let lookups = Lookups::open(folder.path()).unwrap().unwrap();
    let key = lookup_key("https://x.example/7");
    let prefix = LookupPrefix::parse(&format!("{:05x}", key >> 44), 20).unwrap();
    assert!(matches!(lookups.bucket(prefix), Err(LookupError::Damaged(path)) if path.ends_with("units")));
}
