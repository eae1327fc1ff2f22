//! The kinds of attachments.

use std::fmt;
use std::str::FromStr;

/// The SHA-256 of a stored file, which is also its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// One of the PDFs that a document was published as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfPart {
    /// The document.
    pub uri: String,
    /// The number of the part. Parts are in this order.
    pub part: u32,
    /// The printed number of its first page.
    pub first_page: u32,
    /// The number of its pages.
    pub pages: u32,
    /// Its content.
    pub digest: Digest,
    /// Its length in bytes.
    pub size: u64,
}

/// A page of a stored PDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOfPdf {
    /// The PDF.
    pub digest: Digest,
    /// The number of the page in it; the first is 1. May be beyond the last.
    pub number: u32,
}

impl PageOfPdf {
    /// The page with a printed number. Where several parts have the number, the first counts. A number that no part has is
    /// a page beyond the end of the last part that begins before it. None when there are no parts, or all begin later.
    pub fn printed(parts: &[PdfPart], printed: u32) -> Option<Self> {
        let before = |part: &&PdfPart| part.first_page <= printed;
        let holds = |part: &&PdfPart| before(part) && printed - part.first_page < part.pages;
        let part = parts.iter().find(holds).or_else(|| parts.iter().rfind(before))?;
        Some(Self { digest: part.digest, number: (printed - part.first_page).checked_add(1)? })
    }
}

/// The verdict of a court, as a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The court's code.
    pub court: String,
    /// The id of the court's record, a lower-case UUID.
    pub record: String,
    /// The name of the file.
    pub file: String,
    /// Its content.
    pub digest: Digest,
    /// Its length in bytes.
    pub size: u64,
}

impl Verdict {
    /// The normalized name of a verdict: letters and digits for the court, a UUID for the record, and a file name that ends
    /// in `.pdf`, without folders. None for anything else.
    pub fn name(court: &str, record: &str, file: &str) -> Option<(String, String, String)> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "ÅÄÖåäö".contains(c);
        let is_court = !court.is_empty() && court.chars().all(is_letter);
        let groups: Vec<&str> = record.split('-').collect();
        let is_hex = groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_hexdigit()));
        let is_uuid = is_hex && groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]);
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let ending = file.len().checked_sub(4).and_then(|at| file.get(at..));
        let is_pdf = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".pdf"));
        let is_printable = file.len() <= 255 && !file.chars().any(char::is_control);
        (is_court && is_uuid && is_pdf && is_printable)
            .then(|| (court.to_owned(), record.to_ascii_lowercase(), file.to_owned()))
    }
}

/// The printed page of a graphic that a consolidated statute leaves out.
#[derive(Clone, Debug, PartialEq)]
pub struct Grafik {
    /// The uri of the statute.
    pub statute: String,
    /// The anchor of the graphic in the statute.
    pub anchor: String,
    /// The uri of the act that the graphic was published in.
    pub act: String,
    /// The printed number of the page of that act.
    pub page: u32,
    /// The part of the page; None for all of it.
    pub bbox: Option<BoundingBox>,
}

/// A part of a page, in points from its top left corner: left, top, right, bottom. Not empty, and of finite numbers
/// that are not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox([f64; 4]);

impl BoundingBox {
    /// A box with these sides; None if they are not valid.
    pub fn new(sides: [f64; 4]) -> Option<Self> {
        let [left, top, right, bottom] = sides;
        let sound = sides.iter().all(|side| side.is_finite() && *side >= 0.0);
        (sound && left < right && top < bottom).then_some(Self(sides))
    }

    /// Left, top, right, bottom.
    pub fn sides(self) -> [f64; 4] {
        self.0
    }
}

impl FromStr for BoundingBox {
    type Err = ();

    /// Parses four decimal numbers separated by commas, such as `70.5,100,300,240`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut sides = [0.0; 4];
        let mut numbers = text.split(',');
        for side in &mut sides {
            *side = decimal(numbers.next().ok_or(())?.trim()).ok_or(())?;
        }
        if numbers.next().is_some() {
            return Err(());
        }
        Self::new(sides).ok_or(())
    }
}

impl fmt::Display for BoundingBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, top, right, bottom] = self.0;
        write!(f, "{left},{top},{right},{bottom}")
    }
}

/// A decimal number: digits, optionally a point and digits. Other forms of floats are rejected.
fn decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (plain && text.len() <= 32).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn part(part: u32, first_page: u32, pages: u32) -> PdfPart {
        let digest = Digest([u8::try_from(part).unwrap(); 32]);
        PdfPart { uri: String::new(), part, first_page, pages, digest, size: 0 }
    }

    #[test]
    fn printed_numbers_are_counted_through_the_parts() {
        let parts = [part(1, 11, 4), part(2, 15, 2), part(3, 20, 1)];
        let table = [
            (10, None),
            (11, Some((1, 1))),
            (14, Some((1, 4))),
            (15, Some((2, 1))),
            (16, Some((2, 2))),
            (17, Some((2, 3))), // between two parts: beyond the end of the second
            (20, Some((3, 1))),
            (21, Some((3, 2))),
            (u32::MAX, Some((3, u32::MAX - 19))),
        ];
        for (printed, expected) in table {
            let page =
                PageOfPdf::printed(&parts, printed).map(|page| (u32::from(page.digest.0[0]), page.number));
            assert_eq!(page, expected, "{printed}");
        }
        assert_eq!(PageOfPdf::printed(&[], 1), None);
    }

    #[test]
    fn boxes_are_four_plain_numbers() {
        let table = [
            ("0,0,1,1", true),
            ("70.5, 100,300 ,240", true),
            ("+1,+1,2,2", true),
            ("1,1,1,2", false),
            ("2,0,1,1", false),
            ("-1,0,1,1", false),
            ("0,0,1", false),
            ("0,0,1,1,1", false),
            ("0,0,1,", false),
            ("a,0,1,1", false),
            ("NaN,0,1,1", false),
            ("0,0,inf,1", false),
            ("0,0,1e3,1", false),
            ("0,0,.,1", false),
            ("0x0,0,1,1", false),
            ("0,0,1,1٠", false),
            ("", false),
        ];
        for (text, expected) in table {
            assert_eq!(text.parse::<BoundingBox>().is_ok(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_box_is_written_as_it_is_read(sides in prop::array::uniform4(0.0..2000.0_f64)) {
            if let Some(bbox) = BoundingBox::new(sides) {
                prop_assert_eq!(bbox.to_string().parse(), Ok(bbox));
            }
        }

        #[test]
        fn any_text_is_a_box_or_none(text in "[-+0-9.,einf ]{0,40}") {
            if let Ok(bbox) = text.parse::<BoundingBox>() {
                let [left, top, right, bottom] = bbox.sides();
                prop_assert!(0.0 <= left && left < right && 0.0 <= top && top < bottom);
            }
        }
    }
}
