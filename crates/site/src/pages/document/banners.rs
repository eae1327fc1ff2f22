//! What a reader should know before the text: that it no longer applies, is an earlier lydelse, or lacks amendments.

use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_render::html::amendment_id;
use lagrum_sources::name_of_local_id;

use super::Document;
use crate::href::Href;
use crate::ord;

/// A banner above the text.
pub(super) struct Banner {
    pub(super) words: String,
    /// Where it leads: an address and its words.
    pub(super) links: Vec<(Href, String)>,
}

impl Banner {
    fn new(words: String) -> Self {
        Self { words, links: Vec::new() }
    }
}

/// The banners of a document.
pub(super) fn banners(document: &Document<'_>) -> Result<Vec<Banner>, AnswerError> {
    let mut banners = Vec::new();
    let row = &document.text.document;
    if let Some(lydelse) = &document.lydelse {
        let known = document.lydelser.iter().flat_map(|list| &list.versions);
        let info = known.clone().find(|version| version.version == *lydelse);
        let next = known.skip_while(|version| version.version != *lydelse).nth(1);
        let from = info.and_then(|version| version.ikraft.as_deref());
        let until = next.and_then(|version| version.ikraft.as_deref());
        let mut banner = Banner::new(ord::archived(lydelse, from, until));
        banner.links.push((Href::page(&document.path()), ord::TO_CURRENT.to_owned()));
        banners.push(banner);
    }
    if let Some(day) = document.request.parameter("ovisst").and_then(|day| day.parse().ok()) {
        banners.push(uncertain(document, day)?);
    }
    if let Some(expired) = row.expired.as_deref().filter(|_| document.is_expired()) {
        banners.push(expired_banner(document, expired)?);
    } else if let Some(expired) = row.expired.as_deref().filter(|expired| *expired < "9999") {
        banners.push(Banner::new(ord::will_expire(expired)));
    }
    let base = document.base();
    let missing = document.text.as_of.as_ref().map(|as_of| as_of.missing.as_slice()).unwrap_or_default();
    if !missing.is_empty() && document.lydelse.is_none() {
        let mut banner = Banner::new(ord::not_worked_in(missing.len()));
        // The register stands last on the page.
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

/// That a document no longer applies, and what repealed or replaced it.
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
        Ok(card) => card.citation,
        Err(AnswerError::NotFound(_)) => name_of_local_id(local),
        Err(error) => return Err(error),
    };
    banner.links.push((Href::page(local), name));
    Ok(banner)
}

/// That a text is not certainly that of a day: why, and the lydelser before and after it.
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
    let current = (at < archived.len()).then(|| (Href::page(&document.path()), ord::TO_CURRENT.to_owned()));
    banner.links.extend(before.into_iter().chain(after.or(current)));
    Ok(banner)
}
