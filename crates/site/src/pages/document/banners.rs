//! What a reader should know before the text: that it no longer applies, is an earlier lydelse, or lacks amendments.

use super::Document;
use crate::href::Href;
use crate::ord;
use lagrum_render::html::amendment_id;

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
pub(super) fn banners(document: &Document<'_>) -> Vec<Banner> {
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
    if let Some(day) = document.request.parameter("ovisst") {
        banners.push(Banner::new(ord::uncertain(day)));
    }
    if let Some(expired) = row.expired.as_deref().filter(|_| document.is_expired()) {
        banners.push(Banner::new(ord::expired(expired)));
    } else if let Some(expired) = row.expired.as_deref().filter(|expired| *expired < "9999") {
        banners.push(Banner::new(ord::will_expire(expired)));
    }
    let missing = document.text.as_of.as_ref().map(|as_of| as_of.missing.as_slice()).unwrap_or_default();
    if !missing.is_empty() && document.lydelse.is_none() {
        let mut banner = Banner::new(ord::not_worked_in(missing.len()));
        let base = document.base();
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
    banners
}
