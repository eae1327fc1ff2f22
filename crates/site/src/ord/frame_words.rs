//! The words that stand around a page, in each language that the site has.

use super::{english, forklaringar, frame as swedish};
use crate::language::Language;

/// The words of the head, the search box and the footer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameWords {
    pub(crate) skip: &'static str,
    pub(crate) search: &'static str,
    pub(crate) search_hint: &'static str,
    pub(crate) search_label: &'static str,
    pub(crate) browse: &'static str,
    pub(crate) news: &'static str,
    pub(crate) about: &'static str,
    pub(crate) coming: &'static str,
    pub(crate) check: &'static str,
    pub(crate) about_long: &'static str,
    pub(crate) coverage: &'static str,
    pub(crate) search_help: &'static str,
    pub(crate) words: &'static str,
    pub(crate) preferences: &'static str,
    pub(crate) accessibility: &'static str,
    pub(crate) data: &'static str,
    pub(crate) no_guarantee: &'static str,
}

/// In Swedish.
const SWEDISH: FrameWords = FrameWords {
    skip: swedish::SKIP,
    search: swedish::SEARCH,
    search_hint: swedish::SEARCH_HINT,
    search_label: swedish::SEARCH_LABEL,
    browse: swedish::BROWSE,
    news: swedish::NEWS,
    about: swedish::ABOUT,
    coming: swedish::COMING,
    check: swedish::CHECK,
    about_long: swedish::ABOUT_LONG,
    coverage: swedish::COVERAGE,
    search_help: swedish::SEARCH_HELP,
    words: forklaringar::WORDS,
    preferences: swedish::PREFERENCES,
    accessibility: swedish::ACCESSIBILITY,
    data: swedish::DATA,
    no_guarantee: swedish::NO_GUARANTEE,
};

/// In English. The pages that the links lead to are in Swedish.
const ENGLISH: FrameWords = FrameWords {
    skip: "Skip to the text",
    search: "Search",
    search_hint: "Section, act or words",
    search_label: "Search, or go to a section",
    browse: "Browse",
    news: "New",
    about: english::ABOUT,
    coming: "To come",
    check: "Check a text",
    about_long: "About the service",
    coverage: "Coverage",
    search_help: "Help with searching",
    words: "Words explained",
    preferences: "Preferences",
    accessibility: "Accessibility",
    data: "Data of this page",
    no_guarantee: "The texts may contain errors. What counts is the version that was printed or promulgated.",
};

impl FrameWords {
    pub(crate) fn of(language: Language) -> &'static Self {
        if language.is_english() { &ENGLISH } else { &SWEDISH }
    }
}
