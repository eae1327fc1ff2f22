//! Addresses: a full uri of the corpus, one of lagen.nu, or a page path.

use lagrum_artifact::{Anchor, Base};
use percent_encoding::percent_decode_str;

use crate::cursor::{Cursor, without_zeros};
use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling, source_of};

/// Beginnings of addresses of lagen.nu. Its uris have the same local ids, and are commonly used to cite Swedish law.
const ANCESTOR: [&str; 5] =
    ["https://lagen.nu/", "http://lagen.nu/", "https://www.lagen.nu/", "www.lagen.nu/", "lagen.nu/"];

/// Reads an address. Its local id must have the form of a known source; nothing else is checked.
pub(crate) fn address(text: &str, base: Option<&Base>) -> Option<CitationMatch> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let found = |target| {
        let (end, how) = (text.len(), CitedBy::Uri);
        Some(CitationMatch { targets: vec![target], end, how, spelling: Spelling::AsWritten })
    };
    if let Some(target) = of_publisher(text) {
        return found(target);
    }
    let own = base.and_then(|base| base.strip(text));
    let own = own.or_else(|| ANCESTOR.iter().find_map(|ancestor| text.strip_prefix(ancestor)));
    let path = own.or_else(|| text.strip_prefix('/')).or_else(|| bare_path(text))?;
    // Addresses that are copied from browsers are percent-encoded.
    let path = &*percent_decode_str(path).decode_utf8().ok()?;
    let (document, anchor) = lagrum_artifact::Location::split(path);
    // The query string is not part of the uri of a document.
    let document = document.split('?').next().unwrap_or_default();
    let slashes = document.trim_end_matches('/');
    source_of(slashes)?;
    found(CitedLocation::at(slashes, anchor.and_then(Anchor::new)))
}

/// The document whose number is in an address of its publisher: ELI and EUR-Lex, the Riksdag, the government's register, the
/// courts of the EU and of Strasbourg, the Council of Europe.
fn of_publisher(text: &str) -> Option<CitedLocation> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?.to_lowercase();
    let rest =
        decoded.strip_prefix("https://").or_else(|| decoded.strip_prefix("http://")).unwrap_or(&decoded);
    let (host, path) = rest.split_once('/')?;
    let number = |before: &str| path.split_once(before).map(|(_, rest)| rest);
    let leading = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let sfs = |year: &str, serial: &str| {
        let serial = &serial[..leading(serial)];
        let dated = year.len() == 4 && leading(year) == 4 && !serial.is_empty();
        dated.then(|| CitedLocation::document(format!("{year}:{}", without_zeros(serial))))
    };
    match host.strip_prefix("www.").unwrap_or(host) {
        "data.europa.eu" | "eur-lex.europa.eu" => {
            if let Some(celex) = number("celex:").or_else(|| number("resource/celex/")) {
                let (document, _) = crate::eu::celex(Cursor::over(celex, celex))?;
                return Some(CitedLocation::document(document));
            }
            eli(number("eli/").or_else(|| path.strip_prefix("eli/"))?)
        }
        "riksdagen.se" | "data.riksdagen.se" => {
            let (year, serial) = number("sfs-")?.split_once('-')?;
            sfs(year, serial)
        }
        "rkrattsbaser.gov.se" | "rkrattsdb.gov.se" => {
            let (year, serial) = number("bet=")?.split_once(':')?;
            sfs(year, serial)
        }
        "rinfo.lagrummet.se" => {
            let (year, serial) =
                number("publ/sfs/").or_else(|| path.strip_prefix("publ/sfs/"))?.split_once(':')?;
            sfs(year, serial)
        }
        "svenskforfattningssamling.se" => {
            let name = path.rsplit('/').next()?;
            sfs(name.get(..4)?, name.get(4..)?)
        }
        "hudoc.echr.coe.int" => {
            let item = ["001-", "002-", "003-"].iter().find_map(|series| {
                let rest = number(series)?;
                let digits = &rest[..leading(rest)];
                (digits.len() >= 4).then(|| format!("dom/echr/{series}{digits}"))
            })?;
            Some(CitedLocation::document(item))
        }
        "coe.int" | "conventions.coe.int" => {
            let rest = number("treaty/").or_else(|| number("treaties/html/"))?;
            let serial = &rest[..leading(rest)];
            (1..=3).contains(&serial.len()).then(|| CitedLocation::document(format!("coe/{serial:0>3}")))
        }
        "curia.europa.eu" => {
            let case = number("num=")?;
            let found = crate::eu_court::number(Cursor::over(case, case))?;
            found.targets.into_iter().next()
        }
        _ => None,
    }
}

/// `dir/2003/88/oj`, `reg/2016/679/art_6/par_1`: an act and article by the European Legislation Identifier.
fn eli(path: &str) -> Option<CitedLocation> {
    let mut parts = path.split(['/', '?', '#']);
    let letter = match parts.next()?.split('_').next()? {
        "reg" => 'R',
        "dir" => 'L',
        "dec" => 'D',
        "reco" => 'H',
        _ => return None,
    };
    let (year, serial) = (parts.next()?, parts.next()?);
    let digits = |text: &str| !text.is_empty() && text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    if year.len() != 4 || !digits(year) || !digits(serial) {
        return None;
    }
    let document = format!("celex/3{year}{letter}{:0>4}", without_zeros(serial));
    let (mut article, mut paragraph, mut recital) = (None, None, None);
    for part in parts {
        match part.split_once('_') {
            Some(("art", number)) if digits(number) => article = Some(number),
            Some(("par", number)) if digits(number) => paragraph = Some(number),
            Some(("rct", number)) if digits(number) => recital = Some(number),
            _ => {}
        }
    }
    let anchor = match (article, paragraph, recital) {
        (Some(article), Some(paragraph), _) => format!("{article}.{paragraph}"),
        (Some(article), None, _) => article.to_owned(),
        (None, _, Some(recital)) => format!("recital-{recital}"),
        _ => String::new(),
    };
    Some(CitedLocation::at(document, Anchor::new(&anchor)))
}

/// The first address in a text, and where it begins. Punctuation at its end may belong to the text or to the address, as in
/// `begrepp/Hyra_(lös_sak)`. So there is a target for each length: first with all of the punctuation, last without any.
pub(crate) fn address_amid_words(text: &str, base: &Base) -> Option<(usize, CitationMatch)> {
    let word = text.split(' ').find(|word| word.contains("://"))?;
    let start = text.find(word)?;
    let address_part = word.trim_end_matches(END_PUNCTUATION);
    let read = |address_text: &str| address(address_text, Some(base));
    let mut found = read(address_part)?;
    let ends =
        word[address_part.len()..].char_indices().map(|(at, sign)| address_part.len() + at + sign.len_utf8());
    let longer = ends.take(MAX_END_PUNCTUATION).filter_map(|end| read(&word[..end])?.targets.pop());
    for target in longer {
        found.targets.insert(0, target);
    }
    Some((start, CitationMatch { end: start + found.end, ..found }))
}

/// Punctuation that may follow an address.
const END_PUNCTUATION: [char; 6] = [',', '.', ';', ')', '?', '!'];

/// The greatest number of punctuation marks at the end of an address that are tried as part of it.
const MAX_END_PUNCTUATION: usize = 4;

/// A local id: it has a slash and the namespace of a source, or an SFS number and an anchor. `2018:218` alone is left
/// to the grammar.
fn bare_path(text: &str) -> Option<&str> {
    let (document, anchor) = lagrum_artifact::Location::split(text);
    let known = source_of(document)?;
    let lower_start = document.starts_with(|c: char| c.is_ascii_lowercase());
    ((known.holds_statutes && anchor.is_some()) || (document.contains('/') && lower_start)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_at_the_end_may_be_the_addresses_own() {
        let base = Base::parse("https://lag.example").unwrap();
        for (text, expected) in [
            ("https://lag.example/begrepp/Hyra_(lös_sak)", "begrepp/Hyra_(lös_sak) begrepp/Hyra_(lös_sak"),
            ("se https://lag.example/1962:700.", "1962:700. 1962:700"),
            ("(https://lag.example/begrepp/A.)", "begrepp/A.) begrepp/A. begrepp/A"),
            ("https://lag.example/1962:700", "1962:700"),
        ] {
            let found =
                address_amid_words(text.trim_start_matches('('), &base).map(|(_, found)| found.targets);
            let targets: Vec<String> = found.unwrap().iter().map(ToString::to_string).collect();
            assert_eq!(targets.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn addresses() {
        let base = Base::parse("https://lag.example").unwrap();
        for (text, expected) in [
            ("https://lag.example/1962:700#K3P1", Some("1962:700#K3P1")),
            ("https://lag.example/dom/nja/2020s273", Some("dom/nja/2020s273")),
            ("https://lagen.nu/1962:700", Some("1962:700")),
            ("/prop/2017/18:105#sid45", Some("prop/2017/18:105#sid45")),
            ("celex/32016R0679#6.1", Some("celex/32016R0679#6.1")),
            ("1962:700#K3P1", Some("1962:700#K3P1")),
            ("/begrepp/L%C3%B6fte", Some("begrepp/Löfte")),
            ("https://lag.example/1962:700#", Some("1962:700")),
            ("https://lag.example/1962:700?from=mail#P1", Some("1962:700#P1")),
            ("https://lag.example/ext/celex/32016R0679", None),
            ("https://other.example/1962:700", None),
            ("https://lag.example/", None),
            ("http://data.europa.eu/eli/dir/2003/88/oj", Some("celex/32003L0088")),
            ("https://eur-lex.europa.eu/eli/reg_impl/2023/99/art_6/par_1/oj", Some("celex/32023R0099#6.1")),
            (
                "https://eur-lex.europa.eu/legal-content/SV/ALL/?uri=celex:32003L0088",
                Some("celex/32003L0088"),
            ),
            (
                "https://eur-lex.europa.eu/legal-content/SV/TXT/?uri=CELEX%3A32003L0088&from=SV",
                Some("celex/32003L0088"),
            ),
            ("https://www.riksdagen.se/sv/dokument-och-lagar/farlag-193147_sfs-1931-47/", Some("1931:47")),
            ("https://svenskforfattningssamling.se/doc/2031047.html", Some("2031:47")),
            ("https://hudoc.echr.coe.int/eng#{%22itemid%22:[%22001-57515%22]}", Some("dom/echr/001-57515")),
            ("https://www.coe.int/en/web/conventions/-/conventions/treaty/5", Some("coe/005")),
            ("https://www.riksdagen.se/sv/sa-funkar-riksdagen/", None),
            ("https://eur-lex.europa.eu/homepage.html", None),
            ("1962:700", None),
            ("/", None),
            ("och/eller", None),
        ] {
            assert_eq!(
                address(text, Some(&base)).map(|found| found.targets[0].to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
