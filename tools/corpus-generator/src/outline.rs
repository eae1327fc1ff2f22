//! The outline of a document: its provisions, without their text.
//!
//! A citation of `3 kap. 4 §` must name a provision that exists. So the outline is used twice: when the document is written,
//! and when a citation picks a provision. An outline is a few numbers; the rest is computed from them.

use lagrum_artifact::{Anchor, AnchorGrammar};

use crate::plan::Plan;
use crate::profile::Source;
use crate::random::{Purpose, Random};

/// The form of a document that has provisions.
#[derive(Clone, Debug)]
pub(crate) enum Outline {
    /// Statutes and agency regulations.
    Provisions {
        /// How many paragrafer each kapitel has; a single entry if there are no kapitel.
        kapitel: Vec<usize>,
        /// Whether there are kapitel.
        divided: bool,
        /// Where the number of stycken of each paragraf is drawn from.
        salt: usize,
    },
    /// Preparatory works: how many printed pages.
    Pages(usize),
    /// EU acts and treaties between states: how many articles, and whether they have numbered paragraphs.
    Articles {
        /// Their number.
        articles: usize,
        /// Paragraphs of each.
        paragraphs: usize,
        /// How a numbered paragraph is marked: `6.1` in an EU act, `A6P1` or `A6S1` in a treaty.
        mark: char,
    },
    /// Documents that are cited as a whole.
    Whole,
}

impl Outline {
    /// The outline of a document.
    pub(crate) fn of(plan: &Plan, source: Source, rank: usize) -> Self {
        let heft = plan.heft(source, rank);
        let mut random = plan.random(Purpose::Outline, source, rank);
        match source {
            Source::Sfs | Source::Foreskrift => {
                let paragrafer = random.count(20.0 * heft).clamp(1, 1_600);
                let divided = paragrafer > 30;
                let kapitel = if divided { (paragrafer / 18).max(2) } else { 1 };
                let even = paragrafer / kapitel;
                let kapitel = (0..kapitel).map(|_| random.between(even.div_ceil(2), even * 3 / 2)).collect();
                Self::Provisions { kapitel, divided, salt: rank }
            }
            Source::Forarbete => Self::Pages(random.count(55.0 * heft).clamp(1, 1_500)),
            Source::Eurlex => match plan.name(source, rank).kind {
                "judgment" | "opinion" => Self::Whole,
                "treaty" => Self::Articles { articles: 358, paragraphs: 3, mark: '.' },
                _ => Self::Articles {
                    articles: random.count(15.0 * heft).clamp(2, 400),
                    paragraphs: random.between(1, 4),
                    mark: '.',
                },
            },
            Source::Coe if rank == 0 => Self::Articles { articles: 59, paragraphs: 3, mark: 'P' },
            Source::Coe | Source::Icrc | Source::Untc => Self::Articles {
                articles: random.count(24.0 * heft).clamp(3, 300),
                paragraphs: random.between(1, 3),
                mark: if source == Source::Coe { 'P' } else { 'S' },
            },
            _ => Self::Whole,
        }
    }

    /// How many stycken a paragraf has.
    pub(crate) fn stycken(salt: usize, kapitel: usize, paragraf: usize) -> usize {
        1 + [0, 0, 0, 1, 1, 2, 0, 1, 3, 0][(salt + kapitel * 3 + paragraf * 7) % 10]
    }

    /// The anchor of a paragraf: `K2P3` or `P3`, both numbers from 1.
    pub(crate) fn paragraf(divided: bool, kapitel: usize, paragraf: usize) -> String {
        if divided { format!("K{kapitel}P{paragraf}") } else { format!("P{paragraf}") }
    }

    /// A provision, to be cited from within the document.
    pub(crate) fn inner_place(&self, random: &mut Random) -> String {
        const TRIES: usize = 20;
        let first = match self {
            Self::Provisions { divided, .. } => Self::paragraf(*divided, 1, 1),
            Self::Pages(_) => "sid1".into(),
            Self::Articles { mark: '.', .. } | Self::Whole => "1".into(),
            Self::Articles { .. } => "A1".into(),
        };
        (0..TRIES).find_map(|_| self.place(random)).unwrap_or(first)
    }

    /// A provision to cite, a few much more often than others; None for the document as a whole.
    pub(crate) fn place(&self, random: &mut Random) -> Option<String> {
        match self {
            Self::Provisions { kapitel, divided, salt } => {
                if random.chance(0.2) {
                    return None;
                }
                let of = random.favourite(kapitel.len());
                let paragraf = 1 + random.favourite(kapitel.get(of).copied().unwrap_or(1));
                let mut anchor = Self::paragraf(*divided, of + 1, paragraf);
                if random.chance(0.3) {
                    let stycke = 1 + random.below(Self::stycken(*salt, of + 1, paragraf));
                    anchor = format!("{anchor}S{stycke}");
                }
                Some(anchor)
            }
            Self::Pages(pages) => random.chance(0.75).then(|| format!("sid{}", 1 + random.favourite(*pages))),
            Self::Articles { articles, paragraphs, mark } => {
                if random.chance(0.2) {
                    return None;
                }
                let article = 1 + random.favourite(*articles);
                let mut anchor = if *mark == '.' { article.to_string() } else { format!("A{article}") };
                if *paragraphs > 1 && random.chance(0.5) {
                    anchor.push(*mark);
                    anchor.push_str(&(1 + random.below(*paragraphs)).to_string());
                }
                Some(anchor)
            }
            Self::Whole => None,
        }
    }
}

/// The pinpoint of a provision of this source: `2 kap. 3 §`.
pub(crate) fn label(source: Source, anchor: &str) -> Option<String> {
    let grammar = match source {
        Source::Sfs | Source::Foreskrift => AnchorGrammar::Statute,
        Source::Coe | Source::Icrc | Source::Untc => AnchorGrammar::Treaty,
        _ => AnchorGrammar::General,
    };
    grammar.label(&Anchor::new(anchor)?)
}
