//! What a document is, for readers of English (`lang=en`): its English name, kind, status, days, court, and where a translation is.

use lagrum_sources::{TextExtent, Translation, english_kind, source};

use super::head::Head;
use super::names::publisher;
use super::shown::Document;
use crate::href::Href;
use crate::ord::{self, english};

/// The facts of a document in English.
pub(super) struct EnglishFacts {
    /// The English name of a statute.
    pub(super) name: Option<&'static str>,
    /// What it is, whether it applies, its number, its days, its court.
    pub(super) facts: String,
    /// The language of the text.
    pub(super) language: &'static str,
    pub(super) translation: Option<(Href, String)>,
}

impl EnglishFacts {
    /// The facts of a document, whose page has this head.
    pub(super) fn new(document: &Document<'_>, head: &Head, translation: Option<&Translation>) -> Self {
        let row = &document.text.document;
        let kind = row.kind.as_deref().unwrap_or_default();
        let rules = source(&row.source);
        let local = document.path();
        let status = head.status.and_then(english::tables::status).map(str::to_owned);
        let today = document.request.day.to_string();
        let expired = row.expired.as_deref().filter(|day| *day < "9999");
        let expired = expired.and_then(|day| english::expired(day, *day <= *today));
        let id = row.short_id.clone().or_else(|| row.label.clone());
        // The id of a commentary is the general word with which its Swedish name begins.
        let id = id.filter(|_| super::banners::commented_on(document).is_none());
        let date = row.date.as_deref().map(|day| english::tables::dated(&ord::dated(&row.source, kind, day)));
        let wording = document.lydelse.clone().map(|id| ord::lydelse(&id));
        let amended = wording.or_else(|| super::head::cut_off(document).map(ord::lydelse));
        let period =
            document.shown_period(document.lydelse.as_deref()).filter(|_| document.composed().is_none());
        let from = period.and_then(|period| period.from).map(|day| {
            let has_ended = document.is_expired() || document.age() == Some(ord::LydelseAge::Earlier);
            english::applies_from(&day, has_ended)
        });
        let facts = [
            english_kind(&row.source, kind).map(str::to_owned),
            id,
            status,
            court(document),
            date,
            amended.map(|act| english::amended_up_to(&act)),
            from,
            expired,
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let is_act = rules.is_act(kind);
        let language = match (document.text.extent(), document.language()) {
            (TextExtent::Nothing, _) => english::NO_TEXT,
            (TextExtent::Summary | TextExtent::Headnote, _) => english::IN_PART,
            (TextExtent::Text, Some("sv")) if is_act => english::SWEDISH_TEXT,
            (TextExtent::Text, Some("en")) => english::ENGLISH_TEXT,
            (TextExtent::Text, Some("sv")) => english::SWEDISH_DOCUMENT,
            (TextExtent::Text, _) => english::OTHER_TEXT,
        };
        let link = |found: &Translation| Some((Href::outside(&found.url)?, english::translation(found)));
        Self {
            name: rules.english_names(local.trim_start_matches('/')).first().copied(),
            facts: facts.join(" · "),
            language,
            translation: translation.and_then(link),
        }
    }
}

/// The court, authority or organisation of a document; its Swedish name where it has no usual English one.
fn court(document: &Document<'_>) -> Option<String> {
    let stated =
        || document.text.artifact().and_then(|artifact| artifact.str(&["court_namn"])).map(str::to_owned);
    let name = publisher(document).or_else(stated)?;
    Some(english::tables::court(&name).map_or(name, str::to_owned))
}
