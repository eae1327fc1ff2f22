//! The articles of an act, each with the headings that it stands under.

use lagrum_artifact::{Artifact, Step};

use super::parts::{Part, PartKind};

/// The articles of an act, in order.
#[derive(Debug, Default)]
pub(super) struct Outline {
    articles: Vec<Article>,
    /// The anchors of its annexes.
    annexes: Vec<String>,
}

#[derive(Debug)]
struct Article {
    anchor: String,
    /// The number in small letters.
    number: String,
    /// The numbered headings around it, the outermost first.
    under: Vec<(PartKind, u32)>,
    /// The numbers of its paragraphs.
    paragraphs: Vec<String>,
}

/// The words of numbered headings.
const HEADINGS: [(&str, PartKind); 6] = [
    ("TITLE", PartKind::Title),
    ("AVDELNING", PartKind::Title),
    ("CHAPTER", PartKind::Chapter),
    ("KAPITEL", PartKind::Chapter),
    ("SECTION", PartKind::Section),
    ("AVSNITT", PartKind::Section),
];

impl Outline {
    pub(super) fn of(artifact: &Artifact) -> Self {
        let mut outline = Self::default();
        // The numbered headings that the text is under. Many acts have all of them at one level, whatever their kinds.
        let mut under: Vec<(PartKind, u32)> = Vec::new();
        let mut depth = 0;
        let mut in_article = None;
        artifact.presented().walk(&mut |step| match step {
            Step::Enter(node) => {
                let kind = node.kind();
                depth += 1;
                if kind == "heading"
                    && let Some((part, number)) = heading(&node.text().plain_text())
                {
                    under.retain(|(around, _)| *around < part);
                    under.push((part, number));
                }
                if let Some(id) = node.id() {
                    if kind == "article" {
                        in_article = Some(depth);
                        let under = under.clone();
                        let number = id.to_lowercase();
                        outline.articles.push(Article {
                            anchor: id.to_owned(),
                            number,
                            under,
                            paragraphs: Vec::new(),
                        });
                    } else if id.starts_with("bilaga-") {
                        outline.annexes.push(id.to_owned());
                    }
                }
                if kind == "paragraph"
                    && in_article.is_some()
                    && let (Some(article), Some(number)) = (outline.articles.last_mut(), node.str("num"))
                {
                    article.paragraphs.push(number.to_lowercase());
                }
            }
            Step::Leave(_) => {
                if in_article == Some(depth) {
                    in_article = None;
                }
                depth -= 1;
            }
            Step::Text(_) => {}
        });
        outline
    }

    /// The anchors of a part, and whether they are no more than it; None for one that the act does not have.
    pub(super) fn anchors(&self, part: &Part) -> Option<(Vec<String>, bool)> {
        let found: Vec<String> = match part.kind {
            PartKind::Unknown => return None,
            PartKind::Annex => self.annexes(part),
            PartKind::Article => return self.range(part),
            kind => {
                let first = value(&part.first)?;
                let last = part.last.as_deref().map_or(Some(first), value)?;
                let within = match &part.within {
                    Some((kind, number)) => Some((*kind, value(number)?)),
                    None => None,
                };
                let is_in = |article: &&Article| {
                    let is_under = article
                        .under
                        .iter()
                        .any(|(of, number)| *of == kind && (first..=last).contains(number));
                    is_under && within.is_none_or(|within| article.under.contains(&within))
                };
                self.articles.iter().filter(is_in).map(|article| article.anchor.clone()).collect()
            }
        };
        // An annex that has no anchor is no article either.
        (!found.is_empty() || part.kind == PartKind::Annex).then_some((found, true))
    }

    fn range(&self, part: &Part) -> Option<(Vec<String>, bool)> {
        let position = |number: &str| self.articles.iter().position(|article| article.number == number);
        let first = position(&part.first)?;
        let Some(last) = &part.last else {
            let article = &self.articles[first];
            let Some(paragraph) = &part.paragraph else { return Some((vec![article.anchor.clone()], true)) };
            // Only a paragraph with a plain number has an anchor of its own.
            let is_plain = paragraph.bytes().all(|byte| byte.is_ascii_digit());
            let has_anchor = is_plain && article.paragraphs.contains(paragraph);
            return Some(if has_anchor {
                (vec![format!("{}.{paragraph}", article.anchor)], true)
            } else {
                (vec![article.anchor.clone()], false)
            });
        };
        let range = self.articles.get(first..=position(last)?)?;
        Some((range.iter().map(|article| article.anchor.clone()).collect(), true))
    }

    fn annexes(&self, part: &Part) -> Vec<String> {
        let anchor = value(&part.first).map(|number| format!("bilaga-{number}"));
        anchor.filter(|anchor| self.annexes.contains(anchor)).into_iter().collect()
    }
}

/// The number of a heading: `CHAPTER III HIGH-RISK AI SYSTEMS`.
fn heading(text: &str) -> Option<(PartKind, u32)> {
    let mut words = text.split_whitespace();
    let word = words.next()?.to_uppercase();
    let kind = HEADINGS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)?;
    Some((kind, value(&words.next()?.to_lowercase())?))
}

/// The value of a number in digits or Roman numerals.
fn value(number: &str) -> Option<u32> {
    if let Ok(value) = number.parse() {
        return Some(value);
    }
    let of = |letter: u8| match letter {
        b'i' => Some(1),
        b'v' => Some(5),
        b'x' => Some(10),
        b'l' => Some(50),
        _ => None,
    };
    let values: Option<Vec<u32>> = number.bytes().map(of).collect();
    let values = values.filter(|values| !values.is_empty())?;
    let signed = values.iter().enumerate().map(|(at, value)| {
        let is_less = values.get(at + 1).is_some_and(|next| next > value);
        if is_less { -i64::from(*value) } else { i64::from(*value) }
    });
    u32::try_from(signed.sum::<i64>()).ok()
}
