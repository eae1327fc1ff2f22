//! The page of a publisher for a document: the page of the document itself if its address follows from its number, else the page on
//! which the publisher's documents are searched for. The table is `data/utgivare.tsv`.

use std::sync::LazyLock;

/// A page of a publisher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublisherPage {
    /// The publisher's name.
    pub publisher: &'static str,
    /// The address.
    pub url: String,
    /// Whether it is the page of the document, and not a page for searching.
    pub is_of_document: bool,
}

static PUBLISHERS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("../data/utgivare.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok()).collect()
});

/// The page of the publisher for the document with a local id, whether the document is held or not. None where the publisher is not
/// known.
pub fn publisher_page(local_id: &str) -> Option<PublisherPage> {
    let digits = local_id.starts_with(|first: char| first.is_ascii_digit());
    PUBLISHERS.iter().find_map(|[beginning, publisher, address]| {
        let id = match *beginning {
            "0" => local_id.split(['_', '/']).next().filter(|_| digits)?,
            beginning => local_id.strip_prefix(beginning)?,
        };
        let is_sound =
            id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '/' | '-' | '.' | '(' | ')'));
        let is_pattern = address.contains('{');
        let url = match riksdag_number(beginning.trim_end_matches('/'), id) {
            Some(number) => address.replace("{riksdag}", &number),
            // A document from before the Riksdag's present numbers.
            None if address.contains("{riksdag}") => {
                "https://www.riksdagen.se/sv/dokument-och-lagar/".to_owned()
            }
            None => address.replace("{id}", id),
        };
        let is_of_document = is_pattern && is_sound && !url.ends_with("/dokument-och-lagar/");
        (is_sound || !is_pattern).then_some(PublisherPage { publisher, url, is_of_document })
    })
}

/// Whether the printed sheets of Swedish statutes with this number are published on the web: those from SFS 1998:306 on are. None for what has
/// no such number.
pub fn statute_prints_are_online(local_id: &str) -> Option<bool> {
    let (year, number) = local_id.split_once(':')?;
    let year: u16 = year.parse().ok()?;
    let digits = number.find(|c: char| !c.is_ascii_digit()).map_or(number, |end| &number[..end]);
    let number: u32 = digits.parse().ok()?;
    Some((year, number) >= (1998, 306))
}

/// The Riksdag's own number of a document of a session: `H503105` of `2017/18:105`. Sessions are counted in base 36, `H0` being
/// 2012/13. None for sessions before 1975/76.
fn riksdag_number(series: &str, id: &str) -> Option<String> {
    let kind = match series {
        "prop" | "skr" => "03",
        "bet" => "01",
        _ => return None,
    };
    let (session, number) = id.split_once(':')?;
    let year: u32 = session.split_once('/')?.0.parse().ok().filter(|year| (1975..2100).contains(year))?;
    let count = 17 * 36 + year - 2012;
    let digit = |value: u32| char::from_digit(value, 36).map(|digit| digit.to_ascii_uppercase());
    let is_number = number.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !number.is_empty();
    is_number.then_some(format!("{}{}{kind}{number}", digit(count / 36)?, digit(count % 36)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_statutes_have_a_print_on_the_web() {
        for (id, expected) in [
            ("1998:305", Some(false)),
            ("1998:306", Some(true)),
            ("1891:35_s.1", Some(false)),
            ("2009:396", Some(true)),
            ("prop/1997/98:1", None),
        ] {
            assert_eq!(statute_prints_are_online(id), expected, "{id}");
        }
    }

    #[test]
    fn where_publishers_show_documents() {
        for (id, expected) in [
            (
                "celex/32031R0077",
                Some(("https://eur-lex.europa.eu/legal-content/SV/TXT/?uri=CELEX:32031R0077", true)),
            ),
            ("prop/2017/18:105", Some(("https://data.riksdagen.se/dokument/H503105", true))),
            ("prop/1990/91:1", Some(("https://data.riksdagen.se/dokument/GE031", true))),
            ("bet/2012/13:JuU1", Some(("https://data.riksdagen.se/dokument/H001JuU1", true))),
            ("prop/1960:1", Some(("https://www.riksdagen.se/sv/dokument-och-lagar/", false))),
            ("1931:47", Some(("https://rkrattsbaser.gov.se/sfst?bet=1931:47", true))),
            ("1904:48_s.1", Some(("https://rkrattsbaser.gov.se/sfst?bet=1904:48", true))),
            ("dom/nja/2031s5", Some(("https://rattspraxis.etjanst.domstol.se/sok/sokning", false))),
            ("dom/echr/001-140020", Some(("https://hudoc.echr.coe.int/eng?i=001-140020", true))),
            ("celex/\"x", None),
            ("nfs/2029:6", Some(("https://www.naturvardsverket.se/", false))),
            ("xyzfs/2029:6", None),
            ("begrepp/Mord", None),
            ("", None),
        ] {
            let found = publisher_page(id);
            let found = found.as_ref().map(|page| (&*page.url, page.is_of_document));
            assert_eq!(found, expected, "{id}");
        }
    }
}
