//! Articles and recitals as they are cited, and their anchors.

use lagrum_artifact::Anchor;

use crate::following::FollowingUnits;
use crate::tables::TreatyEntry;
use crate::target::source_of;

/// A provision of an EU act or a treaty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EuProvision {
    Article(CitedArticle),
    Recital(String),
}

/// An article and the parts of it that are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CitedArticle {
    pub(crate) number: String,
    /// Numbered parts, the paragraph first.
    pub(crate) paragraphs: Vec<String>,
    pub(crate) stycke: Option<usize>,
    /// Lettered and further parts (`c`, `iv`).
    pub(crate) points: Vec<String>,
    /// Whether the articles after it are cited with it.
    pub(crate) following: Option<FollowingUnits>,
}

impl EuProvision {
    /// Whether those that follow it are cited with it.
    pub(crate) fn following(&self) -> Option<FollowingUnits> {
        match self {
            Self::Article(article) => article.following,
            Self::Recital(_) => None,
        }
    }

    /// The anchor in an EU act or EU treaty: `6.1.c`, `6.1.S2`, `recital-83`.
    pub(crate) fn eu_anchor(&self) -> Option<Anchor> {
        let article = match self {
            Self::Recital(number) => return Anchor::new(&format!("recital-{number}")),
            Self::Article(article) => article,
        };
        let mut anchor = article.number.clone();
        for part in article.paragraphs.iter().chain(&article.points) {
            anchor += &format!(".{part}");
        }
        if let Some(stycke) = article.stycke.filter(|_| article.points.is_empty()) {
            anchor += &format!(".S{stycke}");
        }
        Anchor::new(&anchor)
    }

    /// The anchor in a treaty of the table.
    pub(crate) fn treaty_anchor(&self, treaty: &TreatyEntry) -> Option<Anchor> {
        let Self::Article(article) = self else { return self.eu_anchor().filter(|_| treaty.anchor == "eu") };
        let digits = article.number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let number: u32 = digits.parse().ok()?;
        match treaty.anchor.as_str() {
            "eu" => self.eu_anchor(),
            "parts" => article.anchor_with_parts(),
            prefix if treaty.roman => Anchor::new(&format!("{prefix}{}", roman(number))),
            prefix => Anchor::new(&format!("{prefix}{}", article.number)),
        }
    }

    /// The anchor in a treaty that is not in the table.
    pub(crate) fn plain_treaty_anchor(&self, document: &str) -> Option<Anchor> {
        match self {
            Self::Article(article) if source_of(document).is_some_and(|source| source.has_article_parts) => {
                article.anchor_with_parts()
            }
            Self::Article(article) => Anchor::new(&format!("A{}", article.number)),
            Self::Recital(_) => None,
        }
    }
}

impl CitedArticle {
    fn anchor_with_parts(&self) -> Option<Anchor> {
        let mut anchor = format!("A{}", self.number);
        if let Some(paragraph) = self.paragraphs.first() {
            anchor += &format!("P{paragraph}");
        }
        if let Some(point) = self.points.first().filter(|point| point.len() == 1) {
            anchor += &format!("L{point}");
        }
        Anchor::new(&anchor)
    }
}

/// A number in roman digits.
pub(super) fn roman(mut number: u32) -> String {
    const DIGITS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut text = String::new();
    for (value, digit) in DIGITS {
        while number >= value && text.len() < 64 {
            text.push_str(digit);
            number -= value;
        }
    }
    text
}
