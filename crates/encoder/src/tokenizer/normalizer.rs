//! How a text is rewritten before it is split (`normalizer`).

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use super::charsmap::CharsMap;

/// Steps that a file may have.
const MAX_STEPS: usize = 16;

/// Bytes of a text after each step: steps may make a text longer. The text before them has at most 32,768.
const MAX_BYTES: usize = 1 << 16;

/// The steps of rewriting, in order.
#[derive(Debug)]
pub(super) struct Normalizer {
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Lowercase,
    StripAccents,
    Trim {
        left: bool,
        right: bool,
    },
    /// Every run of at least `least` spaces (of any whitespace, if `any`) becomes the text `by`.
    Spaces {
        any: bool,
        least: usize,
        by: String,
    },
    Replace {
        what: String,
        by: String,
    },
    CleanText,
    /// Spaces around ideographs, so that each is a word.
    Ideographs,
    CharsMap(CharsMap),
}

/// The setting as the file has it.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum NormalizerFile {
    Sequence {
        normalizers: Vec<NormalizerFile>,
    },
    #[serde(rename = "NFC")]
    Nfc,
    #[serde(rename = "NFD")]
    Nfd,
    #[serde(rename = "NFKC")]
    Nfkc,
    #[serde(rename = "NFKD")]
    Nfkd,
    Lowercase,
    StripAccents,
    Strip {
        strip_left: bool,
        strip_right: bool,
    },
    Replace {
        pattern: Pattern,
        content: String,
    },
    BertNormalizer {
        clean_text: bool,
        handle_chinese_chars: bool,
        strip_accents: Option<bool>,
        lowercase: bool,
    },
    Precompiled {
        precompiled_charsmap: String,
    },
}

#[derive(Deserialize)]
pub(super) enum Pattern {
    String(String),
    Regex(String),
}

impl Normalizer {
    pub(super) fn new(file: Option<NormalizerFile>) -> Result<Self, String> {
        let mut steps = Vec::new();
        if let Some(file) = file {
            add(file, &mut steps)?;
        }
        Ok(Self { steps })
    }

    pub(super) fn normalized(&self, text: &str) -> String {
        self.steps.iter().fold(text.to_owned(), |text, step| {
            let mut text = step.apply(&text);
            text.truncate(text.floor_char_boundary(MAX_BYTES));
            text
        })
    }
}

fn add(file: NormalizerFile, steps: &mut Vec<Step>) -> Result<(), String> {
    match file {
        NormalizerFile::Sequence { normalizers } => {
            for inner in normalizers {
                add(inner, steps)?;
            }
        }
        NormalizerFile::Nfc => steps.push(Step::Nfc),
        NormalizerFile::Nfd => steps.push(Step::Nfd),
        NormalizerFile::Nfkc => steps.push(Step::Nfkc),
        NormalizerFile::Nfkd => steps.push(Step::Nfkd),
        NormalizerFile::Lowercase => steps.push(Step::Lowercase),
        NormalizerFile::StripAccents => steps.push(Step::StripAccents),
        NormalizerFile::Strip { strip_left, strip_right } => {
            steps.push(Step::Trim { left: strip_left, right: strip_right });
        }
        NormalizerFile::Replace { pattern, content: by } => steps.push(replacement(pattern, by)?),
        NormalizerFile::BertNormalizer { clean_text, handle_chinese_chars, strip_accents, lowercase } => {
            let wanted = [
                (clean_text, Step::CleanText),
                (handle_chinese_chars, Step::Ideographs),
                (strip_accents.unwrap_or(lowercase), Step::Nfd),
                (strip_accents.unwrap_or(lowercase), Step::StripAccents),
                (lowercase, Step::Lowercase),
            ];
            steps.extend(wanted.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, step)| step));
        }
        NormalizerFile::Precompiled { precompiled_charsmap } => {
            steps.push(Step::CharsMap(CharsMap::parse(&precompiled_charsmap)?));
        }
    }
    if steps.len() > MAX_STEPS {
        return Err(format!("its normalizer has more than {MAX_STEPS} steps"));
    }
    Ok(())
}

/// The patterns that encoders have; a library of regular expressions would be needed for others.
fn replacement(pattern: Pattern, by: String) -> Result<Step, String> {
    if by.len() > 16 {
        return Err("its normalizer replaces something by more than 16 bytes".to_owned());
    }
    match pattern {
        Pattern::String(what) if !what.is_empty() => Ok(Step::Replace { what, by }),
        Pattern::Regex(regex) => match regex.as_str() {
            r"\s+" => Ok(Step::Spaces { any: true, least: 1, by }),
            " +" => Ok(Step::Spaces { any: false, least: 1, by }),
            " {2,}" => Ok(Step::Spaces { any: false, least: 2, by }),
            other => Err(format!(
                "its normalizer has the pattern {other:?}, which cannot be used: take another model"
            )),
        },
        Pattern::String(_) => Err("its normalizer has an empty pattern".to_owned()),
    }
}

impl Step {
    fn apply(&self, text: &str) -> String {
        match self {
            Self::Nfc => text.nfc().collect(),
            Self::Nfd => text.nfd().collect(),
            Self::Nfkc => text.nfkc().collect(),
            Self::Nfkd => text.nfkd().collect(),
            Self::Lowercase => text.chars().flat_map(char::to_lowercase).collect(),
            Self::StripAccents => text.chars().filter(|&c| !is_combining_mark(c)).collect(),
            Self::Trim { left, right } => {
                let text = if *left { text.trim_start() } else { text };
                if *right { text.trim_end() } else { text }.to_owned()
            }
            Self::Spaces { any, least, by } => spaces_replaced(text, *any, *least, by),
            Self::Replace { what, by } => text.replace(what, by),
            Self::CleanText => {
                let kept = |&c: &char| c != '\0' && c != '\u{fffd}' && !is_control(c);
                text.chars().filter(kept).map(|c| if c.is_whitespace() { ' ' } else { c }).collect()
            }
            Self::Ideographs => text.chars().fold(String::new(), |mut spaced, c| {
                let around = if is_ideograph(c) { " " } else { "" };
                spaced.extend([around, c.encode_utf8(&mut [0; 4]), around]);
                spaced
            }),
            Self::CharsMap(map) => map.mapped(text),
        }
    }
}

fn spaces_replaced(text: &str, any: bool, least: usize, by: &str) -> String {
    let is_space = |c: char| if any { c.is_whitespace() } else { c == ' ' };
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_space) {
        let run = rest[start..].find(|c| !is_space(c)).map_or(rest.len(), |length| start + length);
        let is_long = rest[start..run].chars().nth(least - 1).is_some();
        replaced.extend([&rest[..start], if is_long { by } else { &rest[start..run] }]);
        rest = &rest[run..];
    }
    replaced + rest
}

/// Control characters but for those that are whitespace.
fn is_control(character: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse, Unassigned};
    !matches!(character, '\t' | '\n' | '\r')
        && matches!(character.general_category(), Control | Format | PrivateUse | Unassigned)
}

fn is_ideograph(character: char) -> bool {
    matches!(
        character,
        '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{20000}'..='\u{2A6DF}' | '\u{2A700}'..='\u{2B73F}'
        | '\u{2B740}'..='\u{2B81F}' | '\u{2B920}'..='\u{2CEAF}' | '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}'
    )
}
