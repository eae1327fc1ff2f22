//! `/en`: the way in for readers of English.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::acts_named_in_english;

use crate::frame::Frame;
use crate::href::Href;
use crate::language::Language;
use crate::markup::draw;
use crate::ord::{self, english};

#[derive(Template)]
#[template(path = "english.html")]
struct EnglishPage {
    frame: Frame,
    acts: Vec<EnglishAct>,
}

/// A held act with an English name.
struct EnglishAct {
    href: Href,
    name: &'static str,
    swedish: String,
    translation: Option<(Href, String)>,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let frame = Frame::new(english::TITLE).canonical(base, &request.path);
    let frame = Frame { language: Language::English, is_in_english: true, has_own_search: true, ..frame };
    draw(&EnglishPage { frame, acts: acts(request)? }).map(PageAnswer::Html)
}

/// The held acts by their English names.
fn acts(request: &PageRequest) -> Result<Vec<EnglishAct>, AnswerError> {
    let snapshot = &request.snapshot;
    let base = &snapshot.manifest().base;
    let named: Vec<(&str, &'static str)> = acts_named_in_english();
    let uris: Vec<String> = named.iter().map(|(local, _)| format!("{base}/{local}")).collect();
    let held = answers::held_places(snapshot, request.day, &uris)?;
    let mut acts = Vec::new();
    for (((local, name), uri), _) in named.into_iter().zip(&uris).zip(held).filter(|(_, is_held)| *is_held) {
        let found = answers::translation(snapshot, uri)?;
        acts.push(EnglishAct {
            href: Language::English.kept(Href::page(local)),
            name,
            swedish: answers::name_of_unheld(local),
            translation: found
                .and_then(|found| Some((Href::outside(&found.url)?, english::translation(&found)))),
        });
    }
    acts.sort_by_key(|act| act.name);
    Ok(acts)
}
