//! What is known of an act, read from its artifacts: its first day, its end, its register, its held texts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use lagrum_artifact::StoredId;
use serde_json::Value;

use crate::corpus::Corpus;
use crate::limits::stated_limit;
use crate::register::Entry;
use crate::words::{is_number, notes, text_of};

/// Words by which an EU act enters into force some days after it is published.
const LATER: [&str; 4] = [
    "enter into force on the twentieth day following",
    "enter into force on the 20th day following",
    "enter into force on the day following",
    "enter into force 20 days after",
];

/// What kind of act it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    Statute,
    Regulation,
    EuAct,
    Treaty,
}

/// An act with its held texts.
pub(crate) struct Act {
    pub(crate) uri: String,
    pub(crate) form: Form,
    /// The year of its number.
    pub(crate) year: Option<i16>,
    /// The day on which it entered into force.
    pub(crate) first_day: Option<Date>,
    /// The day from which it no longer applies, by its metadata.
    pub(crate) repealed: Option<Date>,
    /// The day from which it no longer applies, by another held act.
    pub(crate) repealed_by: Option<Date>,
    /// The day from which it no longer applies, since its time is limited: the latest of its metadata and its words.
    pub(crate) limit: Option<Date>,
    /// The day of an EU act, which is that of its adoption.
    pub(crate) adopted: Option<Date>,
    /// Whether an EU act says that it enters into force some days after it is published.
    pub(crate) enters_later: bool,
    pub(crate) register: Vec<Entry>,
    /// The document, and then its archived wordings.
    pub(crate) texts: Vec<HeldText>,
}

/// One held text of an act.
pub(crate) struct HeldText {
    pub(crate) provisions: BTreeMap<String, HeldProvision>,
    /// The number of the last act that is worked in.
    pub(crate) version: Option<String>,
    /// The provisions that it prints as repealed, with the number of the act that did it.
    pub(crate) repealed: BTreeMap<String, String>,
    /// The days that it states for parts of itself.
    pub(crate) days: BTreeSet<Date>,
}

/// A provision in a held text.
#[derive(Default)]
pub(crate) struct HeldProvision {
    pub(crate) text: String,
    /// The acts that sign it.
    pub(crate) notes: Vec<String>,
    /// Whether it stands there once and without a day of its own or of what is around it.
    pub(crate) is_plain: bool,
}

impl Act {
    /// Reads the artifacts of an act: the document's, and those of its archived wordings.
    pub(crate) fn read(corpus: &Corpus, uri: &str, form: Form, stored: &[StoredId]) -> Self {
        let mut artifacts = stored.iter().map(|stored| corpus.artifact(*stored));
        let artifact = artifacts.next().unwrap();
        let properties = &artifact["metadata"]["properties"];
        let day = |value: &Value| value.as_str().and_then(|day| day.parse::<Date>().ok());
        let register: Vec<Entry> =
            artifact["amendments"].as_array().into_iter().flatten().filter_map(Entry::of).collect();
        let number = uri.rsplit('/').next().unwrap_or_default().to_owned();
        let own = register.iter().find(|entry| entry.number == number).and_then(|entry| entry.day);
        let stated = day(&properties["rpubl:ikrafttradandedatum"])
            .or_else(|| day(&artifact["metadata"]["ikrafttradandedatum"]));
        let base_entry = artifact["amendments"].as_array().into_iter().flatten();
        let base_entry = base_entry.filter(|entry| entry["uri"].as_str().is_some_and(|of| of == uri));
        let base_words: String = base_entry.map(|entry| text_of(&entry["content"])).collect();
        let limits = [day(&properties["rinfoex:tidsbegransad"]), stated_limit(&base_words)];
        let full = if form == Form::EuAct { text_of(&artifact["structure"]) } else { String::new() };
        let mut texts = vec![HeldText::of(&artifact)];
        texts.extend(artifacts.map(|artifact| HeldText::of(&artifact)));
        Self {
            uri: uri.to_owned(),
            form,
            year: is_number(&number).then(|| number[..4].parse().ok()).flatten(),
            first_day: own.or(stated),
            repealed: day(&properties["rpubl:upphavandedatum"]),
            repealed_by: None,
            limit: limits.into_iter().flatten().max(),
            adopted: day(&artifact["date"]).filter(|_| form == Form::EuAct),
            enters_later: LATER.iter().any(|words| full.contains(words)),
            register: register.into_iter().filter(|entry| entry.number != number).collect(),
            texts,
        }
    }

    /// The day of an act of the register.
    pub(crate) fn day_of(&self, number: &str) -> Option<Date> {
        self.register.iter().find(|entry| entry.number == number)?.day
    }

    /// Whether it begins after a day.
    pub(crate) fn begins_after(&self, day: Date) -> bool {
        self.first_day.is_some_and(|first| day < first) || self.year.is_some_and(|year| day.year() < year)
    }
}

impl HeldText {
    fn of(artifact: &Value) -> Self {
        let named = artifact["metadata"]["uri"].as_str().and_then(|uri| uri.split_once("/konsolidering/"));
        let mut text = Self {
            provisions: BTreeMap::new(),
            version: named.map(|(_, version)| version.to_owned()).filter(|version| is_number(version)),
            repealed: BTreeMap::new(),
            days: BTreeSet::new(),
        };
        text.add(&artifact["structure"], Around { kapitel: "", has_days: false });
        text.number_through();
        text
    }

    /// In an act that numbers its paragrafer through all kapitel, those of a kapitel that is repealed as a whole are numbered so, too.
    fn number_through(&mut self) {
        let through = self.provisions.keys().filter(|anchor| anchor.starts_with('P')).count();
        let by_kapitel = self.provisions.keys().filter(|anchor| anchor.starts_with('K')).count();
        if through > by_kapitel {
            let repealed = std::mem::take(&mut self.repealed).into_iter();
            let own = |anchor: String| anchor.find('P').map_or(anchor.clone(), |at| anchor[at..].to_owned());
            self.repealed = repealed.map(|(anchor, act)| (own(anchor), act)).collect();
        }
    }

    fn add(&mut self, nodes: &Value, around: Around<'_>) {
        for node in nodes.as_array().into_iter().flatten() {
            let days = ["ikrafttrader", "upphor"].map(|field| node[field].as_str());
            self.days.extend(days.iter().flatten().filter_map(|day| day.parse::<Date>().ok()));
            let own = node["text"].as_array().map(|pieces| text_of(&Value::Array(pieces.clone())));
            let own = own.unwrap_or_default();
            let is_marked = own.trim_start().starts_with('/');
            if is_marked {
                let dates = own.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
                self.days.extend(dates.filter_map(|word| word.parse::<Date>().ok()));
            }
            let has_days = around.has_days || is_marked || days.iter().any(Option::is_some);
            let id = node["id"].as_str().unwrap_or_default();
            match node["type"].as_str().unwrap_or_default() {
                "paragraf" | "bilaga" if !id.is_empty() => self.add_provision(id, node, has_days),
                "upphavd" => self.add_repealed(node, &own, around.kapitel),
                "kapitel" => self.add(&node["children"], Around { kapitel: numbered_in(node, id), has_days }),
                _ => self.add(&node["children"], Around { has_days, ..around }),
            }
        }
    }

    fn add_provision(&mut self, anchor: &str, node: &Value, has_days: bool) {
        let text = text_of(node);
        let is_marked = text.contains("/Upphör") || text.contains("/Träder") || text.contains("/Ny bet");
        let inner = inner_days(node);
        // A convention that stands in two languages beside each other is laid out in other ways.
        let is_marked = is_marked || node.to_string().contains("konventionsinstrument");
        let is_plain = !has_days && !is_marked && inner.is_empty() && !self.provisions.contains_key(anchor);
        self.days.extend(inner);
        let notes = notes(&text);
        self.provisions.insert(anchor.to_owned(), HeldProvision { text, notes, is_plain });
    }

    /// `24 § har upphävts genom lag (1984:1008).`
    fn add_repealed(&mut self, node: &Value, text: &str, kapitel: &str) {
        let Some((number, words)) = text.split_once(" §") else { return };
        let act = words.split_once('(').and_then(|(_, act)| Some(act.split_once(')')?.0));
        let Some(act) = act.filter(|act| is_number(act)) else { return };
        // Where the number is a link, its uri is that of the provision.
        let linked = node["text"][0]["uri"].as_str().and_then(|uri| Some(uri.split_once('#')?.1.to_owned()));
        let anchor = linked.unwrap_or_else(|| format!("{kapitel}P{}", number.trim().replace(' ', "")));
        let is_one = anchor.chars().all(|letter| letter.is_ascii_alphanumeric());
        if is_one && words.contains("upphävts") {
            self.repealed.insert(anchor, act.to_owned());
        }
    }
}

/// The anchor of a kapitel whose paragrafer have it in theirs; nothing for one whose act numbers them through.
fn numbered_in<'a>(kapitel: &Value, id: &'a str) -> &'a str {
    let mut inside = kapitel["children"].as_array().into_iter().flatten();
    let is_through = inside.any(|node| node["id"].as_str().is_some_and(|id| id.starts_with('P')));
    if is_through { "" } else { id }
}

/// What is around a node.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// The anchor of the kapitel, or nothing.
    kapitel: &'a str,
    has_days: bool,
}

/// The days that nodes inside a node state.
fn inner_days(node: &Value) -> Vec<Date> {
    let fields = ["ikrafttrader", "upphor"].into_iter().filter_map(|field| node[field].as_str());
    let mut days: Vec<Date> = fields.filter_map(|day| day.parse().ok()).collect();
    days.extend(node["children"].as_array().into_iter().flatten().flat_map(inner_days));
    days
}
