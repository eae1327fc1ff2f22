//! A record of a document (`dokumentstatus`) or of a further part of one.
//!
//! The part `del-1` of a document is its first record, `del-2` the next one. A further part has no `subtyp`, and the id of the document with
//! `d2`, `d3` after it.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use lagrum_raw::{NewRecord, RecordName};
use serde::Deserialize;
use serde_json::Value;

use crate::canonical;

/// The types of documents that are asked for, by the names that the publisher has for them.
pub(super) const TYPES: [&str; 6] = ["bet", "dir", "prop", "rskr", "skr", "utl"];

/// The greatest length of a record, in bytes.
pub(super) const MAX_RECORD: usize = 64 << 20;

/// Letters and digits that a text has at least. One with fewer may be a note that the document is not published yet.
const FEW_LETTERS: usize = 300;

/// How long a text may still come, in days after `systemdatum`.
const TEXT_MAY_COME: i64 = 60;

/// A record as it came.
#[derive(Clone, Debug)]
pub(super) struct StatusRecord {
    pub(super) record: NewRecord,
    /// What the publisher calls it: `H601KU20d2`.
    pub(super) id: String,
    /// When the publisher changed it last.
    pub(super) stamp: Stamp,
    /// Whether it has hardly any text.
    pub(super) is_short: bool,
    /// Whether it is of one of the types that are asked for.
    pub(super) is_wanted: bool,
}

/// A time as the publisher writes it, `2031-02-03 04:05:06`. Empty where there is none. The later one is the greater one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stamp(String);

impl Stamp {
    pub(super) fn new(text: &str) -> Self {
        let text = text.trim();
        Self(if time(text).is_some() { text.replace('T', " ") } else { String::new() })
    }

    pub(super) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether it is of a day before this one, `2031-02-03`.
    pub(super) fn is_before(&self, day: &str) -> bool {
        self.is_known() && *self.0 < *day
    }

    /// Whether the text of a record with this stamp may still come. `now` in seconds since 1970.
    fn is_young(&self, now: i64) -> bool {
        let Some(time) = time(&self.0) else { return true };
        let Ok(zoned) = time.to_zoned(TimeZone::UTC) else { return false };
        now - zoned.timestamp().as_second() < TEXT_MAY_COME * 24 * 60 * 60
    }
}

fn time(text: &str) -> Option<DateTime> {
    // Anything but digits of fixed places would be compared wrongly.
    let is_plain = text.len() == 19 && text.is_ascii();
    text.parse().ok().filter(|_| is_plain)
}

impl StatusRecord {
    /// The document and the part.
    pub(super) fn name(&self) -> RecordName {
        RecordName { key: self.record.key.clone(), part: self.record.part.clone() }
    }

    /// Whether its text may still come, so that it is asked for again. `now` in seconds since 1970.
    pub(super) fn may_get_text(&self, now: i64) -> bool {
        self.is_short && self.stamp.is_young(now)
    }
}

#[derive(Deserialize)]
struct Whole {
    dokumentstatus: Status,
}

#[derive(Deserialize)]
struct Status {
    dokument: Document,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Document {
    dok_id: Value,
    doktyp: Value,
    subtyp: Value,
    systemdatum: Value,
    html: Value,
}

/// Reads a record.
pub(super) fn read(json: &[u8], url: &str) -> Result<StatusRecord, String> {
    if json.len() > MAX_RECORD {
        return Err(format!("a record has {} bytes, and {MAX_RECORD} are read at most", json.len()));
    }
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json).trim_ascii();
    let text = std::str::from_utf8(json).map_err(|error| format!("a record is not UTF-8: {error}"))?;
    let Whole { dokumentstatus: Status { dokument } } = serde_json::from_str(text)
        .map_err(|error| format!("it is no record (dokumentstatus), or is cut: {error}"))?;
    let id = text_of(&dokument.dok_id);
    let name = name_of(&id, &text_of(&dokument.subtyp))?;
    let norm_hash = canonical::digest_without(text, &[]).map_err(|error| error.to_string())?;
    let record = NewRecord {
        key: name.key,
        part: name.part,
        url: url.to_owned(),
        status: 200,
        body: json.to_vec(),
        norm_hash,
        ..NewRecord::default()
    };
    Ok(StatusRecord {
        record,
        id,
        stamp: Stamp::new(&text_of(&dokument.systemdatum)),
        is_short: is_short(dokument.html.as_str().unwrap_or_default()),
        is_wanted: TYPES.contains(&&*text_of(&dokument.doktyp).to_lowercase()),
    })
}

/// The document and the part of a record with this id.
pub(super) fn name_of(id: &str, subtyp: &str) -> Result<RecordName, String> {
    let is_id = (1..=40).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if !is_id {
        return Err(format!("a record has no id: {:?}", id.chars().take(40).collect::<String>()));
    }
    let (document, number) = if subtyp.is_empty() { split(id) } else { (id, 1) };
    Ok(RecordName { key: document.to_uppercase(), part: format!("del-{number}") })
}

/// `H601KU20d2` as `H601KU20` and 2.
fn split(id: &str) -> (&str, u32) {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: Option<u32> = id[stem.len()..].parse().ok();
    let document = stem.strip_suffix(['d', 'D']).filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    match (document, number) {
        (Some(document), Some(number)) if number > 1 => (document, number),
        _ => (id, 1),
    }
}

/// Whether a text has fewer letters and digits than [`FEW_LETTERS`], outside tags and its first heading, which repeats the title.
fn is_short(html: &str) -> bool {
    let lower_end = |tag: &str| html.to_ascii_lowercase().find(tag).map(|at| at + tag.len());
    let rest = if html.len() > 16 * FEW_LETTERS { html } else { &html[lower_end("</h1>").unwrap_or(0)..] };
    let mut is_in_tag = false;
    let mut letters = 0;
    for c in rest.chars() {
        match c {
            '<' => is_in_tag = true,
            '>' => is_in_tag = false,
            c if !is_in_tag && c.is_alphanumeric() => letters += 1,
            _ => {}
        }
        if letters >= FEW_LETTERS {
            return false;
        }
    }
    true
}

/// A field with one value, without blanks around it.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(id: &str, fields: &str) -> String {
        format!("{{\"dokumentstatus\":{{\"dokument\":{{\"dok_id\":\"{id}\"{fields}}}}}}}")
    }

    #[test]
    fn parts_of_one_document_have_one_key() {
        for (id, subtyp, key, part) in [
            ("HX01KU20", "bet", "HX01KU20", "del-1"),
            ("HX01KU20d2", "", "HX01KU20", "del-2"),
            ("hx01ku20D13", "", "HX01KU20", "del-13"),
            ("HX01KU20d2", "bet", "HX01KU20D2", "del-1"),
            ("HXD2", "", "HXD2", "del-1"),
            ("HX01KU20d1", "", "HX01KU20D1", "del-1"),
        ] {
            let name = name_of(id, subtyp).unwrap();
            assert_eq!((&*name.key, &*name.part), (key, part), "{id}");
        }
        for id in ["", "../7", "a b", "å"] {
            assert!(name_of(id, "").is_err(), "{id}");
        }
    }

    #[test]
    fn a_note_that_nothing_is_published_is_short() {
        let long = "Får betar. ".repeat(40);
        for (html, expected) in [
            ("", true),
            ("<div><h1>Bet 2031/32 KU20</h1><br></div>", true),
            ("<p>Dokumentet är inte publicerat</p>", true),
            (&*format!("<h1>{long}</h1><p>Får.</p>"), true),
            (&*format!("<p class='{long}'>Får.</p>"), true),
            (&*format!("<p>{long}</p>"), false),
            (&*format!("<p>{}</p>", long.repeat(100)), false),
        ] {
            assert_eq!(is_short(html), expected, "{}", html.len());
        }
    }

    #[test]
    fn stamps_are_compared_by_time() {
        let day = 24 * 60 * 60;
        let stamp = Stamp::new("2031-02-03 04:05:06");
        assert!(stamp < Stamp::new("2031-02-03T04:05:07") && Stamp::new("") < stamp);
        for text in ["", "snart", "2031-02-03", "2031-02-30 04:05:06"] {
            assert!(!Stamp::new(text).is_known(), "{text}");
        }
        let at = "2031-02-03T04:05:06Z".parse::<jiff::Timestamp>().unwrap().as_second();
        assert!(stamp.is_young(at + 59 * day) && !stamp.is_young(at + 60 * day));
        assert!(stamp.is_before("2031-02-04") && !stamp.is_before("2031-02-03"));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let whole = json(
            "HX1",
            ",\"doktyp\":\"prop\",\"systemdatum\":\"2031-02-03 04:05:06\",\"html\":\"<p>Får</p>\"",
        );
        let read_whole = read(whole.as_bytes(), "u").unwrap();
        assert!(read_whole.is_wanted && read_whole.is_short && read_whole.stamp.is_known());
        assert!(!read(json("HX1", ",\"doktyp\":\"mot\"").as_bytes(), "u").unwrap().is_wanted);
        for cut in 0..whole.len() {
            assert!(read(&whole.as_bytes()[..cut], "u").is_err(), "cut at {cut}");
        }
        for text in ["[]", "7", "{}", "{\"dokumentstatus\":{}}", "<p>Logga in", &json("", "")] {
            assert!(read(text.as_bytes(), "u").is_err(), "{text}");
        }
    }
}
