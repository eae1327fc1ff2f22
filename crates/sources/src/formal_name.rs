//! The names of acts in the formats of the field: the naming convention of Akoma Ntoso, and ELI identifiers.
//!
//! | act | Akoma Ntoso | ELI |
//! |---|---|---|
//! | statute `1915:218`, regulation `afs/2023:2` | `/akn/se/act/sfs/1915/218` | `/eli/sfs/1915/218` |
//! | EU act `celex/32016R0679` | `/akn/eu/act/regulation/2016/679` | none: the Union has its own |
//! | other CELEX, `celex/12012E/TXT` | `/akn/eu/act/e/2012/12012E-TXT` | none |
//! | treaty `coe/005`, `untc/I-9464` | `/akn/xx/act/coe/1950/005`, `/akn/un/act/untc/1969/I-9464` | none |
//!
//! None of these names is official. The series is the subtype and not the kind of the act, which is read from a title: a name
//! must not change.

use crate::ActForm;
use crate::all::source_of_local_id;

/// The name of an act: where it is from, its series, its year and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormalName {
    /// `se`, `eu`, `un`, or `xx`, which is for private use.
    pub country: &'static str,
    /// `sfs`, `afs`, `regulation`, `coe`.
    pub series: String,
    /// The year, of four digits.
    pub year: String,
    /// The number within the year.
    pub number: String,
}

/// Kinds of EU acts that a number within a year names.
const EU_KINDS: [(&str, &str); 3] = [("R", "regulation"), ("L", "directive"), ("D", "decision")];

impl FormalName {
    /// The name of the act with a local id. The name of a treaty has the year of its date, which the local id lacks. None for a document
    /// that is no act.
    pub fn of_local_id(local_id: &str, year: Option<u16>) -> Option<Self> {
        let source = source_of_local_id(local_id)?;
        let name = match source.act_form? {
            ActForm::SwedishAct => {
                let (series, number) = local_id.split_once('/').unwrap_or((source.name, local_id));
                let (year, number) = number.split_once(':')?;
                Self::new("se", series, year, number)
            }
            ActForm::EuAct => eu_name(local_id.strip_prefix("celex/")?),
            ActForm::Treaty => {
                let (series, number) = local_id.split_once('/')?;
                let country = if series == "untc" { "un" } else { "xx" };
                Self::new(country, series, &format!("{:04}", year?), number)
            }
        }?;
        (name.local_id().as_deref() == Some(local_id)).then_some(name)
    }

    fn new(country: &'static str, series: &str, year: &str, number: &str) -> Option<Self> {
        let is_year = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
        let is_plain = |text: &str| {
            let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._-()".contains(&b);
            !text.is_empty() && !text.starts_with('.') && text.bytes().all(allowed)
        };
        (is_year && is_plain(series) && is_plain(number)).then(|| Self {
            country,
            series: series.to_owned(),
            year: year.to_owned(),
            number: number.to_owned(),
        })
    }

    /// The local id of the act.
    pub fn local_id(&self) -> Option<String> {
        let Self { country, series, year, number } = self;
        let local_id = match *country {
            "se" if series == "sfs" => format!("{year}:{number}"),
            "se" => format!("{series}/{year}:{number}"),
            "eu" => match EU_KINDS.iter().find(|(_, kind)| kind == series) {
                Some((letter, _)) => {
                    let is_number = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
                    is_number.then(|| format!("celex/3{year}{letter}{number:0>4}"))?
                }
                None => format!("celex/{}", number.replace('-', "/")),
            },
            _ => format!("{series}/{number}"),
        };
        source_of_local_id(&local_id).and_then(|source| source.act_form)?;
        Some(local_id)
    }

    /// The name of the work in Akoma Ntoso.
    pub fn akn(&self) -> String {
        format!("/akn/{}/act/{}/{}/{}", self.country, self.series, self.year, self.number)
    }

    /// The path of its ELI identifier; None for an act that is not Swedish.
    pub fn eli(&self) -> Option<String> {
        (self.country == "se").then(|| format!("/eli/{}/{}/{}", self.series, self.year, self.number))
    }

    /// Reads a path that begins with the name of a work. Returns what follows it, without the slash. None for what is no such
    /// name.
    pub fn parse_akn(path: &str) -> Option<(Self, &str)> {
        let rest = path.strip_prefix("/akn/")?;
        let (country, rest) = rest.split_once('/')?;
        let country = ["se", "eu", "un", "xx"].into_iter().find(|known| *known == country)?;
        Self::parse(country, rest.strip_prefix("act/")?)
    }

    /// Reads a path that begins with the ELI identifier of a work. Returns what follows it, without the slash.
    pub fn parse_eli(path: &str) -> Option<(Self, &str)> {
        Self::parse("se", path.strip_prefix("/eli/")?)
    }

    fn parse<'p>(country: &'static str, rest: &'p str) -> Option<(Self, &'p str)> {
        let mut parts = rest.splitn(4, '/');
        let (series, year, number) = (parts.next()?, parts.next()?, parts.next()?);
        let name = Self::new(country, series, year, number)?;
        // Each act has one name.
        let local_id = name.local_id()?;
        let again = Self::of_local_id(&local_id, year.parse().ok())?;
        (again == name).then(|| (name, parts.next().unwrap_or_default()))
    }
}

/// The name of an act of the Union, by its CELEX number.
fn eu_name(celex: &str) -> Option<FormalName> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let year = celex.get(1..5)?;
    let rest = celex.get(5..)?;
    let letter = rest.get(..1)?;
    let number = rest.get(1..)?;
    let kind = EU_KINDS.iter().find(|(known, _)| *known == letter);
    if let Some((_, kind)) = kind.filter(|_| celex.starts_with('3') && number.len() == 4 && is_digits(number))
    {
        return FormalName::new("eu", kind, year, number.trim_start_matches('0'));
    }
    // A slash is a hyphen in the name, so a number with a hyphen has none.
    let is_named = !celex.contains('-') && letter.bytes().all(|b| b.is_ascii_uppercase());
    is_named.then(|| FormalName::new("eu", &letter.to_lowercase(), year, &celex.replace('/', "-")))?
}

/// Who issues a statute, by what its title calls it: `riksdagen` for a lag, a balk and the fundamental laws, `regeringen` for a
/// förordning; None for anything else.
pub fn issuer_of_statute(title: &str) -> Option<&'static str> {
    let name = title.split(['(', ';']).next().unwrap_or_default().to_lowercase();
    let name = name.split(" om ").next().unwrap_or_default();
    let of_parliament = [
        "regeringsform",
        "successionsordning",
        "tryckfrihetsförordning",
        "riksdagsordning",
        "grundlag",
        "lag",
        "balk",
    ];
    name.split_whitespace().find_map(|word| {
        if of_parliament.iter().any(|ending| word.ends_with(ending)) {
            Some("riksdagen")
        } else if word.ends_with("förordning") {
            Some("regeringen")
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_acts_lead_both_ways() {
        let mut rows = 0;
        for line in include_str!("formal_names.tsv").lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [local_id, year, akn, eli] = cells[..] else { panic!("{line}") };
            let name = FormalName::of_local_id(local_id, year.parse().ok());
            assert_eq!(name.as_ref().map_or("-".to_owned(), FormalName::akn), akn, "{local_id}");
            let own = name.as_ref().and_then(FormalName::eli);
            assert_eq!(own.as_deref().unwrap_or("-"), eli, "{local_id}");
            if let Some(name) = name {
                assert_eq!(name.local_id().as_deref(), Some(local_id));
                let path = format!("{akn}/swe@");
                assert_eq!(FormalName::parse_akn(&path), Some((name.clone(), "swe@")), "{akn}");
                if eli != "-" {
                    assert_eq!(FormalName::parse_eli(eli), Some((name, "")), "{eli}");
                }
            }
            rows += 1;
        }
        assert!(rows >= 60, "{rows}");
    }

    #[test]
    fn what_is_no_name_is_not_read() {
        for path in [
            "/akn",
            "/akn/se/act/sfs",
            "/akn/se/act/sfs/1915",
            "/akn/se/bill/sfs/1915/218",
            "/akn/de/act/bgb/1900/1",
            "/akn/se/act/sfs/15/218",
            "/akn/se/act/sfs/1915/",
            "/akn/se/act/sfs/1915/..",
            "/akn/se/act/hej/1915/218",
            "/akn/eu/act/regulation/2016/0679",
            "/akn/eu/act/r/2016/32016R0679",
            "/akn/eu/act/e/2013/12012E-TXT",
            "/akn/se/act//1915/218",
            "/eli/sfs/1915",
            "/eli/regulation/2016/679",
            "/eli/sfs/1915/a b",
        ] {
            assert_eq!(FormalName::parse_akn(path).or(FormalName::parse_eli(path)), None, "{path}");
        }
    }

    #[test]
    fn issuers_of_statutes() {
        for (title, issuer) in [
            ("Fårlag (1931:47)", Some("riksdagen")),
            ("Lag (2031:1) om förordningar", Some("riksdagen")),
            ("Fårbalk (2031:2)", Some("riksdagen")),
            ("Tryckfrihetsförordning (1949:105)", Some("riksdagen")),
            ("Fårförordning (2031:4)", Some("regeringen")),
            ("Förordning (2031:3) med instruktion för Fårverket", Some("regeringen")),
            ("Kungörelse (1931:9) om lag", None),
            ("", None),
        ] {
            assert_eq!(issuer_of_statute(title), issuer, "{title}");
        }
    }
}
