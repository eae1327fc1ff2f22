//! Files: a text whose name has its number, such as `32014L0065.sv.fmx4.zip` or `02014L0065-20200326.en.xhtml`, or a body that an
//! archive exported (`32014L0065.fmx4-swe`, `archive/32014L0065/.versions/2020-03-26.fmx4-swe`).

use std::path::Path;

use lagrum_raw::NewRecord;

use super::celex::{is_celex, of_consolidated};
use super::text::{self, Markup, Taken, TextForm, TextLanguage};
use super::zip_members::is_zip;
use crate::wire::Answer;

/// What the path of a file says.
#[derive(Debug, PartialEq)]
struct Named {
    celex: String,
    day: Option<String>,
    language: TextLanguage,
}

/// The record in a file.
pub(super) fn records(path: &Path, bytes: Vec<u8>) -> Result<Vec<NewRecord>, String> {
    let Named { celex, day, language } =
        named(path).ok_or("its name has no CELEX number (32014L0065.sv.fmx4.zip)")?;
    let form = TextForm { language, markup: markup(&bytes) };
    let url = format!("file:{}", path.display());
    let answer = Answer { status: 200, body: bytes, ..Answer::default() };
    match text::read(&answer, form, &url, "", false) {
        Ok(Taken::Text(record)) => {
            let part = day.map_or_else(|| form.part(), |day| format!("{day}.{}", form.part()));
            Ok(vec![NewRecord { key: celex, part, ..*record }])
        }
        Ok(Taken::Nothing(why)) => Err(why.to_owned()),
        Ok(_) => Err("it is no text".to_owned()),
        Err(refusal) => Err(refusal.problem),
    }
}

/// The markup of a text, by its beginning.
fn markup(bytes: &[u8]) -> Markup {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_lowercase();
    match start {
        _ if is_zip(bytes) => Markup::Formex,
        start if start.contains("xhtml") => Markup::Xhtml,
        start if start.contains("<html") || start.contains("<!doctype html") => Markup::Html,
        _ => Markup::Formex,
    }
}

fn named(path: &Path) -> Option<Named> {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let (name, folders) = parts.split_last()?;
    let mut ends = name.split('.');
    let number = ends.next()?;
    let states =
        |language: &str| ends.clone().any(|end| end == language || end.ends_with(&format!("-{language}")));
    let language = if states("sv") || states("swe") { TextLanguage::Swedish } else { TextLanguage::English };
    if let [.., act, ".versions"] = folders {
        number.parse::<jiff::civil::Date>().ok()?;
        return is_celex(act).then(|| Named {
            celex: (*act).to_owned(),
            day: Some(number.to_owned()),
            language,
        });
    }
    // A slash of a number is an underscore in a name.
    let number = number.replace('_', "/");
    let (celex, day) = match of_consolidated(&number) {
        Some((act, day)) => (act, Some(day)),
        None => (number, None),
    };
    is_celex(&celex).then_some(Named { celex, day, language })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_states_number_day_and_language() {
        for (path, expected) in [
            ("32014L0065.sv.xhtml", Some(("32014L0065", "xhtml-swe"))),
            ("a/32014L0065.en.html", Some(("32014L0065", "xhtml-eng"))),
            ("02014L0065-20200326.en.xhtml", Some(("32014L0065", "2020-03-26.xhtml-eng"))),
            ("32014L0065.fmx4-swe", Some(("32014L0065", "xhtml-swe"))),
            (
                "archive/32014L0065/.versions/2020-03-26.fmx4-swe",
                Some(("32014L0065", "2020-03-26.xhtml-swe")),
            ),
            ("12016E_TXT.sv.html", Some(("12016E/TXT", "xhtml-swe"))),
            ("gdpr.html", None),
            ("archive/x/.versions/2020-03-26.html", None),
        ] {
            let page = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p>a</p><p>b</p><p>c</p></html>";
            let found = records(Path::new(path), page.into()).ok();
            let found = found.as_ref().map(|records| (&*records[0].key, &*records[0].part));
            assert_eq!(found, expected, "{path}");
        }
    }

    #[test]
    fn the_markup_is_known_by_the_content() {
        for (content, expected) in [
            ("PK\u{3}\u{4}", Markup::Formex),
            ("<?xml version=\"1.0\"?><ACT>", Markup::Formex),
            ("<!DOCTYPE html><html>", Markup::Html),
            ("<html xmlns=\"http://www.w3.org/1999/xhtml\">", Markup::Xhtml),
        ] {
            assert_eq!(markup(content.as_bytes()), expected, "{content}");
        }
    }
}
