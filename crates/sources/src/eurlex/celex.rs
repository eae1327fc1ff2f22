//! CELEX numbers: sector, year, kind of document and serial, `6 2031 CJ 0012`.

use crate::{DocumentKind, year};

/// A CELEX number. It is not validated; parts that a text does not have are None.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Celex<'a>(pub(super) &'a str);

/// The families of treaties in the order they are presented.
pub(super) static FAMILIES: [DocumentKind; 9] = [
    DocumentKind::new("teu", "Fördraget om Europeiska unionen (EU-fördraget)"),
    DocumentKind::new("tfeu", "Fördraget om Europeiska unionens funktionssätt (EUF-fördraget)"),
    DocumentKind::new("charter", "EU:s rättighetsstadga"),
    DocumentKind::new("combined", "Konsoliderade fördrag"),
    DocumentKind::new("euratom", "Euratomfördraget"),
    DocumentKind::new("amending", "Ändringsfördrag"),
    DocumentKind::new("accession", "Anslutningsfördrag"),
    DocumentKind::new("withdrawal", "Utträdesavtal"),
    DocumentKind::new("other", "Övriga fördrag"),
];

/// The number of families, from the first, of which new consolidations are published again and again.
const CONSOLIDATED: usize = 5;

impl<'a> Celex<'a> {
    /// The number in a local id.
    pub(super) fn of(local_id: &'a str) -> Self {
        Self(local_id.strip_prefix("celex/").filter(|celex| !celex.is_empty()).unwrap_or(local_id))
    }

    fn from(self, at: usize) -> &'a str {
        self.0.get(at..).unwrap_or_default()
    }

    pub(super) fn year(self) -> Option<u16> {
        year::leading(self.from(1))
    }

    /// Whether the numbers of a designation (`(EU) 2031/77`, `93/13/EEG`) are those of this act. True for a CELEX
    /// number of another form than acts have.
    pub(super) fn is_designated(self, designation: &str) -> bool {
        let serial = self.from(6).get(..4).and_then(|serial| serial.parse::<u16>().ok());
        let (Some(year), Some(serial)) = (self.year(), serial) else { return true };
        let numbers = designation.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<u16> = numbers.filter_map(|number| number.parse().ok()).collect();
        let is_year = |number: u16| number == year || number < 100 && number == year % 100;
        match *numbers {
            [one, other] => (is_year(one) && other == serial) || (is_year(other) && one == serial),
            _ => true,
        }
    }

    /// The case number a ruling is cited by (`C-12/31`); the CELEX number of anything else.
    pub(super) fn case_number(self) -> String {
        self.as_case().unwrap_or_else(|| self.0.to_owned())
    }

    fn as_case(self) -> Option<String> {
        self.0.strip_prefix('6')?;
        let year = self.year()?;
        let mut kind = self.from(5).chars();
        let court = kind.next().filter(|c| matches!(c, 'C' | 'T' | 'F'))?;
        kind.next().filter(char::is_ascii_alphabetic)?;
        let serial = kind.as_str();
        let digits = serial.len() == 4 && serial.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| format!("{court}-{}/{:02}", serial.trim_start_matches('0'), year % 100))
    }

    /// A name made from the number alone: `EU-förordning 648/2031`, `mål C-12/31`.
    pub(super) fn bare_name(self) -> Option<String> {
        if let Some(case) = self.as_case() {
            return Some(format!("mål {case}"));
        }
        self.0.strip_prefix('3')?;
        let year = self.year()?;
        let (kind, serial) = (self.from(5).chars().next()?, self.from(6));
        let serial: u16 = (serial.len() == 4).then_some(serial)?.parse().ok()?;
        // Years had two figures up to 1998. Regulations had their serial number first up to 2014.
        let printed = if year < 1999 { year % 100 } else { year };
        Some(match kind {
            'R' if year < 2015 => format!("EU-förordning {serial}/{printed}"),
            'R' => format!("EU-förordning {printed}/{serial}"),
            'L' => format!("EU-direktiv {printed}/{serial}"),
            'D' => format!("EU-beslut {printed}/{serial}"),
            _ => return None,
        })
    }

    /// The court that ruled.
    pub(super) fn court(self) -> Option<&'static str> {
        Some(match self.from(5).chars().next()? {
            'C' => "cj",
            'T' => "gc",
            'F' => "cst",
            _ => return None,
        })
    }

    /// The family of a treaty.
    pub(super) fn family(self) -> &'static DocumentKind {
        &FAMILIES[self.family_rank()]
    }

    fn family_rank(self) -> usize {
        let letters = self.from(5);
        if letters.starts_with("ME") {
            return 3;
        }
        match letters.chars().next() {
            Some('M') => 0,
            Some('E') => 1,
            Some('P') => 2,
            Some('A') => 4,
            Some('U' | 'D' | 'C' | 'L' | 'R') => 5,
            Some('B' | 'H' | 'I' | 'N' | 'T' | 'S' | 'J') => 6,
            Some('W') => 7,
            _ => 8,
        }
    }

    /// Whether the treaty is of a family of which only the newest consolidation is current.
    pub(super) fn has_consolidations(self) -> bool {
        self.family_rank() < CONSOLIDATED
    }

    /// The number before a final `(2)`, and that 2.
    pub(super) fn revision(self) -> Option<(&'a str, u32)> {
        let (before, number) = self.0.strip_suffix(')')?.rsplit_once('(')?;
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        Some((before, digits.then(|| number.parse().ok())??))
    }

    /// Whether this corrects another document (`32031R0077R(01)`).
    pub(super) fn is_corrigendum(self) -> bool {
        self.revision().is_some_and(|(before, _)| before.ends_with('R'))
    }

    /// The number without the marks of later printings and corrections.
    pub(super) fn without_printing(self) -> &'a str {
        self.revision().map_or(self.0, |(before, _)| before.strip_suffix('R').unwrap_or(before))
    }

    /// The judgment in the case that an Advocate General's opinion is about.
    pub(super) fn judgment_of_opinion(self) -> Option<String> {
        (self.0.get(5..7)? == "CC").then(|| format!("{}CJ{}", &self.0[..5], &self.0[7..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designations_of_an_act() {
        let table = [
            ("32031R0077", "(EU) 2031/77", true),
            ("31993L0013", "93/13/EEG", true),
            ("32001R0012", "(EG) nr 12/2001", true),
            ("32009D1008", "2006/112/EG", false),
            ("32031R0077R(02)", "(EU) 2031/77", true),
            ("x", "(EU) 2031/77", true),
        ];
        for (celex, designation, expected) in table {
            assert_eq!(Celex(celex).is_designated(designation), expected, "{celex} {designation}");
        }
    }

    #[test]
    fn what_a_celex_number_says() {
        // (celex, year, case number, court, family, revision, corrigendum)
        let table = [
            ("62031CJ0012", Some(2031), "C-12/31", Some("cj"), None, false),
            ("62008TO0100", Some(2008), "T-100/08", Some("gc"), None, false),
            ("62031CJ0012(01)", Some(2031), "62031CJ0012(01)", Some("cj"), Some(("62031CJ0012", 1)), false),
            ("32031R0077R(02)", Some(2031), "32031R0077R(02)", None, Some(("32031R0077R", 2)), true),
            ("12031E/TXT", Some(2031), "12031E/TXT", None, None, false),
            ("6å31", None, "6å31", None, None, false),
            ("", None, "", None, None, false),
        ];
        for (text, year, case, court, revision, corrigendum) in table {
            let celex = Celex(text);
            assert_eq!(celex.year(), year, "{text}");
            assert_eq!(celex.case_number(), case, "{text}");
            assert_eq!(celex.court(), court, "{text}");
            assert_eq!(celex.revision(), revision, "{text}");
            assert_eq!(celex.is_corrigendum(), corrigendum, "{text}");
        }
        assert_eq!(Celex("32031R0077R(02)").without_printing(), "32031R0077");
        assert_eq!(Celex("62031CC0012").judgment_of_opinion().as_deref(), Some("62031CJ0012"));
    }

    #[test]
    fn families_of_treaties() {
        for (text, key, consolidated) in [
            ("12031M/TXT", "teu", true),
            ("12031ME/TXT", "combined", true),
            ("12031E/TXT", "tfeu", true),
            ("12031P/TXT", "charter", true),
            ("12031A/TXT", "euratom", true),
            ("12031L/TXT", "amending", false),
            ("12031T/TXT", "accession", false),
            ("12031W/TXT", "withdrawal", false),
            ("12031V", "other", false),
            ("1203", "other", false),
        ] {
            assert_eq!(Celex(text).family().key, key, "{text}");
            assert_eq!(Celex(text).has_consolidations(), consolidated, "{text}");
        }
    }
}
