//! Documents that their publisher sends in several records.

/// Which part of which document a raw file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentPart {
    /// What all parts of the document have in common: the `dok_id` of its first part, in capitals.
    pub document: String,
    /// The number of the part, from 1.
    pub number: u32,
}

/// How far into a record its id stands, in bytes.
const HEAD: usize = 4096;

/// The part that a record is by its `dok_id`: `H601KU20d2` is the second part of `H601KU20`.
pub(crate) fn part_of(body: &[u8]) -> Option<DocumentPart> {
    let head = String::from_utf8_lossy(body.get(..HEAD).unwrap_or(body));
    let after = |name: &str| head.find(name).and_then(|at| head.get(at + name.len()..));
    let id = match after("\"dok_id\"") {
        Some(rest) => rest.split('"').nth(1)?,
        None => after("<dok_id>")?.split('<').next()?,
    };
    let id = id.trim();
    (!id.is_empty()).then(|| split(id))
}

/// A `dok_id` as document and part.
pub(super) fn split(dok_id: &str) -> DocumentPart {
    let stem = dok_id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: Option<u32> = dok_id[stem.len()..].parse().ok();
    let document =
        stem.strip_suffix(['d', 'D']).filter(|document| document.ends_with(|c: char| c.is_ascii_digit()));
    match (document, number) {
        (Some(document), Some(number)) if number > 1 => {
            DocumentPart { document: document.to_uppercase(), number }
        }
        _ => DocumentPart { document: dok_id.to_uppercase(), number: 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_by_their_ids() {
        for (body, expected) in [
            ("{\"dokumentstatus\": {\"dokument\": {\"dok_id\": \"H601KU20d2\"", Some(("H601KU20", 2))),
            ("{\"dok_id\":\"h601ku20D13\"", Some(("H601KU20", 13))),
            ("<dokument><dok_id>H601KU20</dok_id>", Some(("H601KU20", 1))),
            // The letter of a type of document.
            ("<dok_id>H60D2</dok_id>", Some(("H60", 2))),
            ("<dok_id>HXD2</dok_id>", Some(("HXD2", 1))),
            ("{}", None),
        ] {
            let found = part_of(body.as_bytes());
            let found = found.as_ref().map(|part| (part.document.as_str(), part.number));
            assert_eq!(found, expected, "{body}");
        }
    }
}
