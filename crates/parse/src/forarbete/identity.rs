//! What a record names: the document, its day, and the other documents of its case.

use lagrum_artifact::Base;

use super::record::{Record, Reference};
use crate::node::Object;

/// A type of document: the publisher's name of it, the first segment of its local id, and how its identifier begins.
struct Type {
    doktyp: &'static str,
    segment: &'static str,
    prefix: &'static str,
    /// Whether documents of the type are preparatory works, so that a record of one is parsed.
    is_parsed: bool,
}

const fn parsed(doktyp: &'static str, segment: &'static str, prefix: &'static str) -> Type {
    Type { doktyp, segment, prefix, is_parsed: true }
}

const TYPES: [Type; 9] = [
    parsed("prop", "prop", "Prop. "),
    parsed("skr", "skr", "Skr. "),
    parsed("bet", "bet", "Bet. "),
    // Reports on matters of the Union, and all reports before 1971.
    parsed("utl", "bet", "Bet. "),
    parsed("rskr", "rskr", "Rskr. "),
    parsed("dir", "dir", "Dir. "),
    parsed("sou", "sou", "SOU "),
    parsed("ds", "ds", "Ds "),
    Type { doktyp: "mot", segment: "mot", prefix: "Mot. ", is_parsed: false },
];

/// A document as its type, session and number name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The kind, which is the first segment of the local id: `prop`.
    pub(super) kind: &'static str,
    /// `2018/19:127`.
    pub(super) basefile: String,
    /// `Prop. 2018/19:127`.
    pub(super) identifier: String,
}

impl Identity {
    /// The document of a record; None if a field is missing or the type is no preparatory work.
    pub(super) fn of_record(record: &Record) -> Option<Self> {
        let found = type_of(&record.doktyp, &record.subtyp).filter(|found| found.is_parsed)?;
        Self::new(found, &record.rm, &record.beteckning)
    }

    fn of_reference(reference: &Reference) -> Option<Self> {
        Self::new(type_of(&reference.doktyp, &reference.subtyp)?, &reference.rm, &reference.beteckning)
    }

    fn new(found: &Type, rm: &str, beteckning: &str) -> Option<Self> {
        let (rm, beteckning) = (rm.trim(), beteckning.trim());
        // Some numbers repeat the session: `2018:12`.
        let number =
            beteckning.strip_prefix(rm).and_then(|rest| rest.strip_prefix(':')).unwrap_or(beteckning);
        let is_plain = |text: &str, allowed: &str| {
            !text.is_empty()
                && text.len() <= 20
                && text.chars().all(|c| c.is_alphanumeric() || allowed.contains(c))
        };
        if !is_plain(rm, "/") || !rm.starts_with(|c: char| c.is_ascii_digit()) || !is_plain(number, "-_") {
            return None;
        }
        let basefile = format!("{rm}:{number}");
        Some(Self { kind: found.segment, identifier: format!("{}{basefile}", found.prefix), basefile })
    }

    /// `prop/2018/19:127`.
    pub(super) fn local_id(&self) -> String {
        format!("{}/{}", self.kind, self.basefile)
    }

    /// The line that is printed at the head of each page: `Prop. 2018/19:127`; of reports without the word.
    pub(super) fn running_head(&self) -> &str {
        if self.kind == "bet" { &self.basefile } else { &self.identifier }
    }
}

fn type_of(doktyp: &str, subtyp: &str) -> Option<&'static Type> {
    let doktyp = if subtyp == "skr" { "skr" } else { doktyp };
    TYPES.iter().find(|known| known.doktyp == doktyp)
}

/// The day of a document: of a report that of the decision on it, of all others that of the record.
pub(super) fn day(record: &Record, identity: &Identity) -> Option<String> {
    let decided =
        record.activities.iter().rfind(|activity| activity.code == "BES").map(|activity| &*activity.day);
    let day = decided.filter(|_| identity.kind == "bet").and_then(iso_day);
    day.or_else(|| iso_day(&record.datum))
}

/// The day of a time such as `2019-05-28 00:00:00`.
fn iso_day(time: &str) -> Option<String> {
    let day = time.trim().get(..10)?;
    let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (is_day && day != "0000-00-00").then(|| day.to_owned())
}

/// The relations that state the course of a case, in the publisher's words.
const COURSE: [&str; 3] = ["behandlar", "behandlas_i", "följdmotion"];

/// Writes what the record states of the course of the case: `beredning`, and `rskr`, the decision.
pub(super) fn write_course(record: &Record, base: &Base, relations: &[&str], out: &mut String) {
    let mut written: Vec<String> = Vec::new();
    out.push('[');
    for reference in record.references.iter().filter(|reference| relations.contains(&&*reference.relation)) {
        let Some(identity) = Identity::of_reference(reference) else { continue };
        let mut item = String::new();
        let mut object = Object::begin(&mut item);
        object.text("identifier", Some(&identity.identifier));
        object.text("relation", Some(&reference.relation));
        object.text("uri", Some(&format!("{base}/{}", identity.local_id())));
        object.end();
        if written.contains(&item) {
            continue;
        }
        if !written.is_empty() {
            out.push(',');
        }
        out.push_str(&item);
        written.push(item);
    }
    out.push(']');
}

/// The relations of `beredning` and of `rskr` that a record has.
pub(super) fn has_course(record: &Record, relations: &[&str]) -> bool {
    record.references.iter().any(|reference| {
        relations.contains(&&*reference.relation) && Identity::of_reference(reference).is_some()
    })
}

/// The relations of `beredning`.
pub(super) fn course() -> &'static [&'static str] {
    &COURSE
}

/// The relation of `rskr`.
pub(super) fn decision() -> &'static [&'static str] {
    &["rskr"]
}
