//! Banners above the text: that it no longer applies, is an earlier lydelse, lacks amendments or the place that was asked for,
//! is a summary, or is not in Swedish.

use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError, PlaceStatus, RegisteredAct};
use lagrum_artifact::Anchor;
use lagrum_render::html::amendment_id;
use lagrum_sources::{
    ActForm, FlowGroup, TextExtent, document_language, lacks_appendix, publisher_page, source, time_limit,
};

use super::shown::Document;
use super::treaties;
use crate::href::Href;
use crate::ord::{self, LydelseAge, besked};
use crate::parts::{in_full, in_sentence};

/// A banner above the text.
pub(super) struct Banner {
    pub(super) words: String,
    /// The links of the banner: addresses and words.
    pub(super) links: Vec<(Href, String)>,
}

impl Banner {
    fn new(words: String) -> Self {
        Self { words, links: Vec::new() }
    }
}

/// The banners of a document whose text is in this language.
pub(super) fn banners(document: &Document<'_>, language: Option<&str>) -> Result<Vec<Banner>, AnswerError> {
    let mut banners = Vec::new();
    if let Some(place) = document.request.parameter("saknas").and_then(Anchor::new) {
        banners.extend(lacking(document, &place)?);
    }
    banners.extend(commentary(document)?);
    banners.extend(partial(document).or_else(|| without_appendix(document)));
    if let Some(mut foreign) = language.and_then(|language| foreign(document, language)) {
        if let Some(swedish) = treaties::swedish_text(document)? {
            foreign.words = format!("{} {}", foreign.words, besked::SWEDISH_IN);
            foreign.links.push(swedish);
        }
        banners.push(foreign);
    }
    let treaties = treaties::printed_treaties(document)?;
    if !treaties.is_empty() {
        banners.push(Banner { words: besked::TREATY_IN_ENGLISH.to_owned(), links: treaties });
    }
    if let Some((as_of, counts)) = document.composed().and_then(|as_of| Some((as_of, as_of.provisions?))) {
        let mut banner = Banner::new(format!("{}.", answers::composed_line(&as_of.date, counts)));
        banner.links.push((document.current(), ord::TO_CURRENT.to_owned()));
        banners.push(banner);
        if let Some(expired) = document.text.document.expired.as_deref().filter(|_| document.is_expired()) {
            banners.push(expired_banner(document, expired)?);
        }
        return Ok(banners);
    }
    let row = &document.text.document;
    let today = document.request.day.to_string();
    if let (Some(lydelse), Some(age)) = (&document.lydelse, document.age()) {
        let mut banner =
            Banner::new(ord::archived(lydelse, age, document.shown_period(Some(lydelse)).as_ref(), &today));
        banner.links.push(match age {
            LydelseAge::Current if lydelse.contains(':') => {
                (Href::page(&document.path()), ord::TO_CURRENT.to_owned())
            }
            LydelseAge::Current => (Href::page(&document.path()), ord::TO_PRINTED.to_owned()),
            LydelseAge::Earlier | LydelseAge::Coming => (document.current(), ord::TO_CURRENT.to_owned()),
        });
        banners.push(banner);
    } else {
        banners.extend(printed(document).or_else(|| ahead(document)));
    }
    if let Some(day) = document.request.parameter("ovisst").and_then(|day| day.parse().ok()) {
        banners.push(uncertain(document, day)?);
    }
    if let Some(expired) = row.expired.as_deref().filter(|_| document.is_expired()) {
        banners.push(expired_banner(document, expired)?);
    } else if let Some(expired) = row.expired.as_deref().filter(|expired| *expired < "9999") {
        banners.push(Banner::new(ord::will_expire(expired)));
    }
    let limit = document.text.artifact().and_then(time_limit).filter(|_| row.expired.is_none());
    if let Some(limit) = limit {
        let has_passed = limit <= document.request.day;
        banners.push(Banner::new(ord::time_limited(&limit.to_string(), has_passed)));
    }
    let changed = document.text.changed_since(document.base());
    if changed > 0 {
        banners.push(Banner::new(ord::provisions_changed(changed as u64)));
    }
    let base = document.base();
    // Only for an act that has a register. An act that is shown as printed has another banner for this.
    let missing = document.missing();
    if !missing.is_empty() && !is_printed(document) {
        let mut banner = Banner::new(ord::not_worked_in(missing.len()));
        // The register is at the end of the page.
        banner.links = missing
            .iter()
            .filter_map(|act| {
                let name = act.identifier.clone().unwrap_or_else(|| act.uri.clone());
                Some((Href::fragment(&amendment_id(base.strip(&act.uri)?)), name))
            })
            .collect();
        banners.push(banner);
    }
    Ok(banners)
}

/// States that the document lacks the place that was asked for, what became of the place, and the nearest places.
fn lacking(document: &Document<'_>, place: &Anchor) -> Result<Option<Banner>, AnswerError> {
    let uri = format!("{}#{place}", document.text.document.uri);
    let card = answers::card(&document.request.snapshot, document.request.day, &uri, None)?;
    if card.state.status == PlaceStatus::Held {
        return Ok(None);
    }
    let base = document.base();
    let act_name = |act: &str| answers::name_of_unheld(base.strip(act).unwrap_or(act));
    let name = card.forms.first().map_or(&card.citation, |form| &form.citation);
    let mut banner = Banner::new(ord::state_of(name, &uri, &card.state, act_name));
    let grammar = source(&document.text.document.source).grammar;
    banner.links = card
        .state
        .nearest
        .iter()
        .filter_map(|near| {
            let anchor = Anchor::new(near.split_once('#')?.1)?;
            Some((Href::fragment(anchor.as_str()), grammar.label(&anchor)?))
        })
        .collect();
    if !banner.links.is_empty() {
        banner.words = format!("{} {}", banner.words, besked::NEAREST);
    }
    Ok(Some(banner))
}

/// States what a commentary is on and, if it has no day, that its day is not known: the provisions may have changed since.
fn commentary(document: &Document<'_>) -> Result<Option<Banner>, AnswerError> {
    let Some(about) = commented_on(document) else { return Ok(None) };
    let Some(local) = document.base().strip(&about) else { return Ok(None) };
    let name = match answers::card(&document.request.snapshot, document.request.day, &about, None) {
        Ok(card) => in_sentence(&card),
        Err(AnswerError::NotFound(_)) => answers::name_of_unheld(local),
        Err(error) => return Err(error),
    };
    let is_dated = document.text.document.date.is_some() || document.text.extent() == TextExtent::Nothing;
    let words = if is_dated { besked::COMMENTS_ON } else { besked::COMMENTARY_WITHOUT_DAY };
    Ok(Some(Banner { words: words.to_owned(), links: vec![(Href::page(local), name)] }))
}

/// The uri of the document that a document comments on; None for one that is no commentary.
pub(super) fn commented_on(document: &Document<'_>) -> Option<String> {
    let rules = source(&document.text.document.source);
    rules.document_commented_on(document.text.artifact()?, document.base())
}

/// States that only a headnote or a summary is held.
fn partial(document: &Document<'_>) -> Option<Banner> {
    let extent = document.text.extent();
    // Without a text the page says so in place of the text.
    let note = extent.note().filter(|_| extent != TextExtent::Nothing)?;
    let mut banner = Banner::new(note.to_owned());
    banner.links.extend(publisher_link(document));
    Some(banner)
}

/// States that the text names an appendix of its own that is not held.
fn without_appendix(document: &Document<'_>) -> Option<Banner> {
    document.text.artifact().filter(|artifact| lacks_appendix(artifact))?;
    let mut banner = Banner::new(besked::WITHOUT_APPENDIX.to_owned());
    banner.links.extend(publisher_link(document));
    Some(banner)
}

/// The publisher's page of a document, or the page where the publisher's documents are searched for.
pub(super) fn publisher_link(document: &Document<'_>) -> Option<(Href, String)> {
    let stated = document.text.document.source_url.as_deref().and_then(Href::outside);
    if let Some(href) = stated {
        return Some((href, besked::AT_PUBLISHER.to_owned()));
    }
    let page = publisher_page(document.path().trim_start_matches('/'))?;
    Some((Href::outside(&page.url)?, besked::at_publisher(&page)))
}

/// States that the text is not in Swedish. For a document that the EU publishes in Swedish too, it links to that text; for a
/// treaty or an international court it states the language only, since it is not known whether a Swedish text exists.
fn foreign(document: &Document<'_>, language: &str) -> Option<Banner> {
    let row = &document.text.document;
    let rules = source(&row.source);
    if rules.act_form != Some(ActForm::EuAct) {
        let is_international = matches!(
            rules.group(row.kind.as_deref().unwrap_or_default()),
            FlowGroup::Konventioner | FlowGroup::FolkrattsligPraxis | FlowGroup::EuVagledning
        );
        return is_international.then(|| Banner::new(besked::is_in(language)));
    }
    let mut banner = Banner::new(besked::only_in(language).to_owned());
    let page = publisher_page(document.path().trim_start_matches('/'));
    let href = page.and_then(|page| Href::outside(&page.url));
    banner.links.extend(href.map(|href| (href, besked::SWEDISH_TEXT.to_owned())));
    Some(banner)
}

/// Whether the document is shown as the EU act was printed.
fn is_printed(document: &Document<'_>) -> bool {
    let source = source(&document.text.document.source);
    let is_consolidated =
        document.text.artifact().is_some_and(|artifact| artifact.presented().is_consolidated());
    document.lydelse.is_none()
        && document.lydelser.is_some()
        && source.act_form == Some(ActForm::EuAct)
        && source.is_act(document.text.document.kind.as_deref().unwrap_or_default())
        && !is_consolidated
}

/// States that an EU act is shown as printed, and links to its consolidation of today or to the acts that have amended it.
fn printed(document: &Document<'_>) -> Option<Banner> {
    let today = document.today.as_ref().filter(|_| is_printed(document) && !document.is_expired())?;
    let mut banner = Banner::new(ord::as_printed(document.text.document.date.as_deref()));
    if let Some(version) = &today.version {
        let other = other_language(document, &today.uri);
        if other.is_some() && document.is_of_publication(Some(version)) {
            // The consolidation has that text in another language.
            return None;
        }
        let language = other.map(|language| format!(" ({})", besked::in_language(language)));
        let words = format!("{}{}", ord::consolidated_on(version), language.unwrap_or_default());
        banner.links.push((document.current(), words));
    } else if today.missing.is_empty() {
        return None;
    } else {
        banner.words = format!("{} {}", banner.words, ord::AMENDED_SINCE);
        let link = |act: &RegisteredAct| {
            let local = document.base().strip(&act.uri)?;
            Some((
                Href::page(&format!("/{local}")),
                act.identifier.clone().unwrap_or_else(|| local.to_owned()),
            ))
        };
        banner.links.extend(today.missing.iter().filter_map(link));
    }
    Some(banner)
}

/// The language that a lydelse states, if it differs from the language of the shown text.
fn other_language(document: &Document<'_>, lydelse: &str) -> Option<&'static str> {
    let shown = document_language(document.text.artifact()?)?;
    let request = document.request;
    let other = answers::document_text(&request.snapshot, request.day, lydelse).ok()?;
    document_language(other.artifact()?).filter(|language| *language != shown)
}

/// States that the document of a statute includes amendments that are not in force yet, while another lydelse is the text of
/// today.
fn ahead(document: &Document<'_>) -> Option<Banner> {
    let today = document.today.as_ref().filter(|_| !is_printed(document) && !document.is_expired())?;
    let version = today.version.as_ref()?;
    let mut banner = Banner::new(ord::AHEAD.to_owned());
    banner.links.push((document.current(), ord::lydelse(version)));
    Some(banner)
}

/// States that a document no longer applies, and what repealed or replaced it.
fn expired_banner(document: &Document<'_>, expired: &str) -> Result<Banner, AnswerError> {
    let mut banner = Banner::new(ord::expired(expired));
    let Some(artifact) = document.text.artifact() else { return Ok(banner) };
    let repealing = artifact.str(&["metadata", "properties", "rinfoex:upphavdAv"]);
    let replacing = artifact.str(&["metadata", "ersattAv"]);
    let found = repealing.map(|uri| (ord::REPEALED_BY, uri));
    let Some((words, named)) = found.or(replacing.map(|uri| (ord::REPLACED_BY, uri))) else {
        return Ok(banner);
    };
    let base = document.base();
    // Some sources state a uri, others a local id or the printed name.
    let local = base.strip(named).unwrap_or(named);
    let Some(uri) = base.document(local) else {
        banner.words = format!("{} {words} {named}.", banner.words);
        return Ok(banner);
    };
    banner.words = format!("{} {words}", banner.words);
    let name = match answers::card(&document.request.snapshot, document.request.day, uri.as_str(), None) {
        Ok(card) => in_full(&card),
        Err(AnswerError::NotFound(_)) => answers::name_of_unheld(local),
        Err(error) => return Err(error),
    };
    banner.links.push((Href::page(local), name));
    Ok(banner)
}

/// States that a text is not certainly that of a day, why, and links to the lydelser before and after it.
fn uncertain(document: &Document<'_>, day: Date) -> Result<Banner, AnswerError> {
    let uri = &document.text.document.uri;
    let acts = match answers::text_of_day(&document.request.snapshot, uri, day) {
        Ok(as_of) => as_of.missing.into_iter().chain(as_of.ahead).collect(),
        Err(AnswerError::NotFound(_)) => Vec::new(),
        Err(error) => return Err(error),
    };
    let names: Vec<String> = acts.into_iter().map(|act| act.identifier.unwrap_or(act.uri)).collect();
    let mut banner = Banner::new(ord::uncertain(&day.to_string(), &names));
    let archived = document.lydelser.as_ref().map(|list| list.versions.as_slice()).unwrap_or_default();
    // The document itself comes after all archived lydelser.
    let shown = document.lydelse.as_ref();
    let at = archived.iter().position(|lydelse| Some(&lydelse.version) == shown).unwrap_or(archived.len());
    let before = at.checked_sub(1).and_then(|before| archived.get(before));
    let before = before.map(|lydelse| (Href::page(&lydelse.url), ord::lydelse_before(&lydelse.version)));
    let after = archived.get(at + 1);
    let after = after.map(|lydelse| (Href::page(&lydelse.url), ord::lydelse_after(&lydelse.version)));
    let current = (at < archived.len()).then(|| (document.current(), ord::TO_CURRENT.to_owned()));
    banner.links.extend(before.into_iter().chain(after.or(current)));
    Ok(banner)
}
