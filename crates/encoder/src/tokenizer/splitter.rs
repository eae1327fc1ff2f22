//! How a text is split into words before these are cut into pieces (`pre_tokenizer`).

use serde::Deserialize;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Steps that a file may have.
const MAX_STEPS: usize = 8;

/// The steps of splitting, in order.
#[derive(Debug)]
pub(super) struct Splitter {
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    /// Words stand between whitespace.
    Whitespace,
    /// Words stand between whitespace, and every mark of punctuation is a separate word.
    Punctuation,
    /// A mark in place of every space; words begin with one.
    Metaspace { mark: char, prepend: Prepend, split: bool },
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Prepend {
    /// Every word begins with a mark.
    Always,
    /// The first word of a text does.
    First,
    Never,
}

/// The setting as the file has it.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum SplitterFile {
    Sequence {
        pretokenizers: Vec<SplitterFile>,
    },
    WhitespaceSplit,
    BertPreTokenizer,
    Metaspace {
        replacement: char,
        #[serde(default)]
        prepend_scheme: Option<Prepend>,
        #[serde(default)]
        add_prefix_space: Option<bool>,
        #[serde(default)]
        split: Option<bool>,
    },
}

impl Splitter {
    pub(super) fn new(file: Option<SplitterFile>) -> Result<Self, String> {
        let mut steps = Vec::new();
        if let Some(file) = file {
            add(file, &mut steps)?;
        }
        Ok(Self { steps })
    }

    /// Gives the words of a text to a function, until it returns false.
    pub(super) fn split(&self, text: &str, word: &mut dyn FnMut(&str) -> bool) {
        split_by(&self.steps, text, true, word);
    }
}

fn add(file: SplitterFile, steps: &mut Vec<Step>) -> Result<(), String> {
    match file {
        SplitterFile::Sequence { pretokenizers } => {
            for inner in pretokenizers {
                add(inner, steps)?;
            }
        }
        SplitterFile::WhitespaceSplit => steps.push(Step::Whitespace),
        SplitterFile::BertPreTokenizer => steps.push(Step::Punctuation),
        SplitterFile::Metaspace { replacement, prepend_scheme, add_prefix_space, split } => {
            let older = if add_prefix_space == Some(false) { Prepend::Never } else { Prepend::Always };
            steps.push(Step::Metaspace {
                mark: replacement,
                prepend: prepend_scheme.unwrap_or(older),
                split: split.unwrap_or(true),
            });
        }
    }
    if steps.len() > MAX_STEPS {
        return Err(format!("its pre_tokenizer has more than {MAX_STEPS} steps"));
    }
    Ok(())
}

/// Splits by the first step, and what that gives by the others. Returns whether to go on.
fn split_by(steps: &[Step], text: &str, is_first: bool, word: &mut dyn FnMut(&str) -> bool) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return text.is_empty() || word(text);
    };
    match step {
        Step::Whitespace => text
            .split_whitespace()
            .enumerate()
            .all(|(index, part)| split_by(rest, part, is_first && index == 0, word)),
        Step::Punctuation => text.split_whitespace().enumerate().all(|(index, part)| {
            let mut is_first = is_first && index == 0;
            part.split_inclusive(is_punctuation).all(|part| {
                let mark = part.char_indices().next_back().filter(|(_, last)| is_punctuation(*last));
                let (before, mark) = part.split_at(mark.map_or(part.len(), |(at, _)| at));
                [before, mark]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .all(|part| split_by(rest, part, std::mem::take(&mut is_first), word))
            })
        }),
        Step::Metaspace { mark, prepend, split } => {
            let mut marked: String = text.chars().map(|c| if c == ' ' { *mark } else { c }).collect();
            let prepends = *prepend == Prepend::Always || (*prepend == Prepend::First && is_first);
            if prepends && !marked.is_empty() && !marked.starts_with(*mark) {
                marked.insert(0, *mark);
            }
            if !split {
                return split_by(rest, &marked, is_first, word);
            }
            let starts = marked.match_indices(*mark).map(|(at, _)| at).filter(|&at| at > 0);
            let mut start = 0;
            for end in starts.chain([marked.len()]) {
                if !split_by(rest, &marked[start..end], is_first && start == 0, word) {
                    return false;
                }
                start = end;
            }
            true
        }
    }
}

fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || character.general_category_group() == GeneralCategoryGroup::Punctuation
}
