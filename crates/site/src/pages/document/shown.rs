//! The data that a page of a document is made from.

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, AsOf, DocumentText, LydelsePeriod, QueryInText, RegisteredAct, VersionList,
};
use lagrum_artifact::{ActFamily, Anchor, Artifact, Base, DocumentUri};
use lagrum_pages::PageRequest;
use lagrum_sources::{ActForm, source};

use crate::href::Href;
use crate::language::Language;
use crate::ord::LydelseAge;

/// Maximum number of days between the adoption of an EU act and its publication. In the consolidated acts that were examined it
/// is 8 to 28.
const PUBLISHED_WITHIN: i64 = 60;

/// The data that a page of a document is made from.
pub(super) struct Document<'r> {
    pub(super) request: &'r PageRequest,
    pub(super) text: DocumentText,
    /// The archived lydelser; None for a kind of document that has none.
    pub(super) lydelser: Option<VersionList>,
    /// The uri of the page: that of the document or of a lydelse.
    pub(super) uri: String,
    /// The id of the archived lydelse; None for the document itself.
    pub(super) lydelse: Option<String>,
    /// When each lydelse of a statute or an EU act applied, including the document itself.
    pub(super) periods: Vec<LydelsePeriod>,
    /// The text of today, for a statute or an EU act.
    pub(super) today: Option<AsOf>,
}

impl Document<'_> {
    pub(super) fn base(&self) -> &Base {
        &self.request.snapshot.manifest().base
    }

    /// The page of a document or of a place in it, in the language of this page.
    pub(super) fn page_of(&self, uri: &str) -> Option<Href> {
        let Some(local) = self.base().strip(uri) else { return Href::outside(uri) };
        Some(self.page_at(local))
    }

    /// As [`Self::page_of`], by the local id of a document or its page path, with an anchor or without one.
    pub(super) fn page_at(&self, local: &str) -> Href {
        let (document, anchor) = local.split_once('#').unwrap_or((local, ""));
        Language::of(self.request).kept(Href::page(document)).at(anchor)
    }

    /// The page with the history of a place; None if it is no provision of a statute or an EU act.
    pub(super) fn history(&self, anchor: &str) -> Option<Href> {
        let family = ActFamily::of(&DocumentUri::new(&self.text.document.uri)?, self.base())?;
        family.grammar().whole_provision(&Anchor::new(anchor)?)?;
        Some(Href::page(&format!("/historia{}", self.path())).with("plats", anchor))
    }

    /// The page path of the document, also if a lydelse is shown.
    pub(super) fn path(&self) -> String {
        let uri = &self.text.document.uri;
        format!("/{}", self.base().strip(uri).unwrap_or(uri))
    }

    /// The query that the page is opened for, as matched in its text; None without a query, and for one that the search cannot
    /// parse.
    pub(super) fn query(&self, artifact: &Artifact) -> Result<Option<QueryInText<'_>>, AnswerError> {
        let Some(query) = self.request.parameter("q") else { return Ok(None) };
        match QueryInText::new(&self.request.snapshot, artifact, &self.text.document.source, query) {
            Ok(query) => Ok(Some(query)),
            Err(AnswerError::Unavailable { .. } | AnswerError::Invalid { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the search is not loaded yet, so that words of a query are marked later.
    pub(super) fn lacks_search(&self) -> bool {
        self.request.parameter("q").is_some() && self.request.snapshot.search().is_none()
    }

    /// The language of the text; None without a text.
    pub(super) fn language(&self) -> Option<&'static str> {
        Some(source(&self.text.document.source).text_language(self.text.artifact()?))
    }

    /// The period of the lydelse with this id; None is the document itself.
    pub(super) fn period(&self, lydelse: Option<&str>) -> Option<&LydelsePeriod> {
        self.periods.iter().find(|period| period.version.as_deref() == lydelse)
    }

    /// [`Self::period`] as the page shows it: for an EU act without the day of its publication, since the act need not apply
    /// from that day.
    pub(super) fn shown_period(&self, lydelse: Option<&str>) -> Option<LydelsePeriod> {
        let mut period = self.period(lydelse)?.clone();
        if self.is_of_publication(lydelse) {
            period.from = None;
        }
        Some(period)
    }

    /// Whether a lydelse of an EU act is that of its publication: no act is amended within so few days of its adoption.
    pub(super) fn is_of_publication(&self, lydelse: Option<&str>) -> bool {
        let is_eu_act = source(&self.text.document.source).act_form == Some(ActForm::EuAct);
        let day = |text: &str| text.parse::<Date>().ok();
        let days = lydelse.and_then(day).zip(self.text.document.date.as_deref().and_then(day));
        is_eu_act
            && days.is_some_and(|(lydelse, adopted)| {
                adopted.checked_add(PUBLISHED_WITHIN.days()).is_ok_and(|last| lydelse <= last)
            })
    }

    /// The relation of the shown archived lydelse to the text of today.
    pub(super) fn age(&self) -> Option<LydelseAge> {
        let lydelse = self.lydelse.as_deref()?;
        let today = self.request.day.to_string();
        let is_coming = |from: &str| *from > *today;
        // If the document itself shows a text that is not in force yet, a lydelse may be the text of today.
        let covers = |period: &LydelsePeriod| {
            period.from.as_ref().is_some_and(|from| **from <= *today)
                && period.until.as_ref().is_some_and(|until| **until > *today)
        };
        let applies = self.is_today(Some(lydelse)) || self.period(Some(lydelse)).is_some_and(covers);
        Some(if applies && !self.is_expired() {
            LydelseAge::Current
        } else if self.period(Some(lydelse)).and_then(|period| period.from.as_deref()).is_some_and(is_coming)
        {
            LydelseAge::Coming
        } else {
            LydelseAge::Earlier
        })
    }

    /// Whether a lydelse, or the document itself, is the text of today.
    pub(super) fn is_today(&self, lydelse: Option<&str>) -> bool {
        self.today.as_ref().is_some_and(|today| today.version.as_deref() == lydelse)
    }

    /// What is said of a text that is put together for a day; None for any other text.
    pub(super) fn composed(&self) -> Option<&AsOf> {
        self.text.as_of.as_ref().filter(|as_of| as_of.composed)
    }

    /// The page of the text of today: for an EU act it may be a consolidation, for other documents it is the document itself.
    pub(super) fn current(&self) -> Href {
        let base = self.base();
        let uri = self.today.as_ref().and_then(|today| base.strip(&today.uri));
        uri.map_or_else(|| Href::page(&self.path()), |local| Href::page(&format!("/{local}")))
    }

    /// Whether it no longer applies on the day of the page, or is an earlier or a coming lydelse.
    pub(super) fn is_another_text(&self) -> bool {
        self.is_expired()
            || self.composed().is_some()
            || self.age().is_some_and(|age| age != LydelseAge::Current)
    }

    /// The amendments in force that the document of a statute lacks; none for an archived lydelse.
    pub(super) fn missing(&self) -> &[RegisteredAct] {
        let is_own = |today: &&AsOf| self.lydelse.is_none() && today.uri == self.text.document.uri;
        self.today
            .as_ref()
            .filter(is_own)
            .filter(|_| self.composed().is_none())
            .map(|today| today.missing.as_slice())
            .unwrap_or_default()
    }

    /// Whether it no longer applies on the day of the page.
    pub(super) fn is_expired(&self) -> bool {
        let day = self.request.day.to_string();
        self.text.document.expired.as_ref().is_some_and(|expired| *expired <= day)
    }
}

/// The words of the first bytes of a text, without its tags.
pub(super) fn first_words(html: &str, bytes: usize) -> String {
    let mut words = String::new();
    for piece in html[..html.floor_char_boundary(bytes)].split('<') {
        words.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    lagrum_escape::text_of_html(&words)
}
