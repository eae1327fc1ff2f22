//! The subject of a clause: the whole act, or parts of it.

/// What a clause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The act.
    Whole,
    /// Parts of it.
    Parts(Parts),
}

/// Parts of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) named: Vec<Part>,
    /// The parts that the subject takes away again: *with the exception of Article 6(5)*.
    pub(super) left_out: Vec<Part>,
    /// Whether it names points or sub-paragraphs, which are less than the parts named here.
    pub(super) is_partly: bool,
}

/// The kinds of parts that hold each other, the largest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PartKind {
    Title,
    Chapter,
    Section,
    Article,
    Annex,
    /// A part that the act has no anchor for, so that its articles are not known: a point of an article that amends.
    Unknown,
}

/// A part, or a range of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// The first number, in small letters: `5a`, `iv`.
    pub(super) first: String,
    /// The last number of a range.
    pub(super) last: Option<String>,
    /// The numbered paragraph of an article.
    pub(super) paragraph: Option<String>,
    /// The larger part that it is in: `Chapter III` of its `Section 4`.
    pub(super) within: Option<(PartKind, String)>,
}

/// The subjects that stand for the whole act.
const WHOLE: [&str; 12] = [
    "It",
    "This Regulation",
    "This Directive",
    "This Decision",
    "The Regulation",
    "Den",
    "Det",
    "Denna förordning",
    "Detta direktiv",
    "Detta beslut",
    "Denna rättsakt",
    "Förordningen",
];

/// Words before a subject that take nothing from it.
const INTRODUCTIONS: [&str; 9] = [
    "However,",
    "However ",
    "Notwithstanding ",
    "By way of derogation ",
    "Without prejudice ",
    "Genom undantag ",
    "Trots ",
    "Utan att ",
    "Dock ",
];

/// Words that begin a part left out of a larger one.
const EXCEPTIONS: [&str; 7] = [
    "with the exception of ",
    "except for ",
    "except ",
    "save for ",
    "med undantag för ",
    "med undantag av ",
    "utom ",
];

/// The kinds of parts by their words.
const KINDS: [(&str, PartKind); 20] = [
    ("title", PartKind::Title),
    ("titles", PartKind::Title),
    ("avdelning", PartKind::Title),
    ("avdelningarna", PartKind::Title),
    ("chapter", PartKind::Chapter),
    ("chapters", PartKind::Chapter),
    ("kapitel", PartKind::Chapter),
    ("kapitlen", PartKind::Chapter),
    ("section", PartKind::Section),
    ("sections", PartKind::Section),
    ("avsnitt", PartKind::Section),
    ("avsnitten", PartKind::Section),
    ("article", PartKind::Article),
    ("articles", PartKind::Article),
    ("artikel", PartKind::Article),
    ("artiklarna", PartKind::Article),
    ("annex", PartKind::Annex),
    ("annexes", PartKind::Annex),
    ("bilaga", PartKind::Annex),
    ("bilagorna", PartKind::Annex),
];

/// Words whose numbers are of parts of an article.
const WITHIN: [&str; 9] =
    ["point", "points", "paragraph", "paragraphs", "subparagraph", "subparagraphs", "led", "leden", "punkt"];

/// The maximum number of paragraphs of a range. Real ones have up to twenty.
const MAX_RANGE: u32 = 100;

/// Words of a list of parts that say nothing of which.
const SILENT: [&str; 32] = [
    "and",
    "och",
    "the",
    "of",
    "as",
    "well",
    "both",
    "in",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "last",
    "i",
    "första",
    "andra",
    "tredje",
    "fjärde",
    "stycket",
    "styckena",
    "thereof",
    "indent",
    "sentence",
    "this",
    "regulation",
    "directive",
    "decision",
    "denna",
    "förordning",
    "detta",
    "direktiv",
];

impl Subject {
    /// Reads the words before a verb. None for a subject that is no part of the act.
    pub(super) fn read(words: &str) -> Option<Self> {
        let mut words = words.trim().trim_start_matches(',').trim();
        for joined in ["and ", "och ", "but ", "men "] {
            words = words.strip_prefix(joined).unwrap_or(words).trim_start();
        }
        for exception in EXCEPTIONS {
            words = words.strip_prefix(exception).unwrap_or(words);
        }
        words = without_introduction(words);
        for relative in [" which", " that", " som"] {
            words = words.trim_end().strip_suffix(relative).unwrap_or(words);
        }
        let words = words.trim().trim_end_matches(',').trim_end();
        if WHOLE.contains(&words) {
            return Some(Self::Whole);
        }
        let cut =
            EXCEPTIONS.iter().filter_map(|exception| Some((words.find(exception)?, exception.len()))).min();
        let (named, left_out) = match cut {
            Some((at, len)) => (&words[..at], &words[at + len..]),
            None => (words, ""),
        };
        if !begins_with_part(named) {
            return None;
        }
        let (named, left_out) = (read_list(named), read_list(left_out));
        Some(Self::Parts(Parts { is_partly: named.is_partly, named: named.parts, left_out: left_out.parts }))
    }
}

fn begins_with_part(words: &str) -> bool {
    let words = words.strip_prefix("the ").unwrap_or(words);
    let first = words.split([' ', '\u{a0}']).next().unwrap_or_default();
    first.starts_with(char::is_uppercase) && kind_of(first).is_some()
        || words.starts_with("Point ")
        || words.starts_with("Points ")
        || WITHIN.contains(&first) && words.contains(" of Article ")
}

/// Cuts words before a subject: *By way of derogation from paragraph 2, Titles III and IV*.
fn without_introduction(words: &str) -> &str {
    if !INTRODUCTIONS.iter().any(|introduction| words.starts_with(introduction)) {
        return words;
    }
    let starts = words.match_indices(", ").map(|(at, _)| &words[at + 2..]);
    let is_subject = |rest: &&str| begins_with_part(rest) || WHOLE.contains(&rest.trim_end());
    let plain = words.split_once(' ').map(|(_, rest)| rest).filter(is_subject);
    starts.into_iter().find(is_subject).or(plain).unwrap_or(words)
}

fn kind_of(word: &str) -> Option<PartKind> {
    let word = word.trim_matches(['(', ')', ',']).to_lowercase();
    KINDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
}

/// Reads a list of parts. A word that is not understood stands as a part that is not known.
fn read_list(words: &str) -> List {
    let spaced =
        words.replace(['–', '—'], " - ").replace('-', " - ").replace(',', " , ").replace('\u{a0}', " ");
    let mut list = List::default();
    for word in spaced.split_whitespace() {
        list.word(word);
    }
    list
}

#[derive(Default)]
struct List {
    parts: Vec<Part>,
    is_partly: bool,
    kind: Option<PartKind>,
    /// The number of parts before the present kind was named.
    before: usize,
    /// Whether the next number ends a range.
    is_range: bool,
    /// Whether numbers are of parts of an article.
    is_within: bool,
    /// Whether `and` stood directly before.
    is_joined: bool,
    /// Whether `of` stood directly before.
    is_of: bool,
    /// The larger part that the numbers are in.
    within: Option<(PartKind, String)>,
}

impl List {
    fn word(&mut self, word: &str) {
        let lower = word.to_lowercase();
        if let Some(kind) = kind_of(word) {
            self.begin(kind);
        } else if lower == "," {
            self.is_joined = false;
            return;
        } else if WITHIN.contains(&lower.as_str()) {
            (self.is_within, self.is_partly) = (true, true);
            if self.parts.is_empty() && self.kind.is_none() {
                self.unknown(word);
            }
        } else if matches!(lower.as_str(), "-" | "to" | "till") {
            self.is_range = !self.is_within;
        } else if lower == "and" || lower == "och" {
            self.is_joined = true;
            return;
        } else if lower == "of" {
            self.is_of = true;
            return;
        } else if self.is_sub_number(&lower) {
            self.sub_number(&lower);
        } else if let Some(number) =
            number(&lower).filter(|_| !(lower == "i" && self.kind == Some(PartKind::Article)))
        {
            self.number(number, &lower);
        } else if !SILENT.contains(&lower.as_str()) {
            self.unknown(word);
        }
        (self.is_joined, self.is_of) = (false, false);
    }

    fn begin(&mut self, kind: PartKind) {
        let one = self.parts.len() == self.before + 1;
        // Titles hold chapters, and chapters sections.
        let larger = self.kind.filter(|larger| *larger < kind && kind <= PartKind::Section);
        self.within = None;
        if let Some(larger) = larger
            && one
            && !self.is_joined
            && !self.is_of
            && let Some(part) = self.parts.pop()
        {
            // `Chapter III, Section 4`: the chapter is not meant as a whole.
            self.within = Some((larger, part.first));
        }
        let takes_in =
            self.is_of && self.kind.is_some_and(|smaller| smaller > kind && smaller <= PartKind::Section);
        if !takes_in {
            self.before = self.parts.len();
        }
        (self.kind, self.is_within, self.is_range) = (Some(kind), false, false);
        if takes_in {
            self.within = Some((kind, String::new()));
        }
    }

    fn number(&mut self, number: String, word: &str) {
        if self.is_within {
            return;
        }
        // `Sections 4, 5 and 6 of Chapter IV`.
        if let Some((kind, larger)) = &self.within
            && larger.is_empty()
        {
            let within = Some((*kind, number));
            let from = self.before.min(self.parts.len());
            self.parts[from..].iter_mut().for_each(|part| part.within.clone_from(&within));
            (self.within, self.before) = (None, self.parts.len());
            return;
        }
        let Some(kind) = self.kind else { return self.unknown(word) };
        if self.is_range
            && let Some(part) = self.parts.last_mut().filter(|part| part.kind == kind)
        {
            (part.last, self.is_range) = (Some(number), false);
            return;
        }
        let paragraph = (kind == PartKind::Article).then(|| paragraph_of(word)).flatten();
        self.is_partly |= word.matches('(').count() > 1;
        self.parts.push(Part { kind, first: number, last: None, paragraph, within: self.within.clone() });
    }

    /// `(2)`, `(ba)`: a part of the article before it.
    fn is_sub_number(&self, word: &str) -> bool {
        word.starts_with('(')
            && word.ends_with(')')
            && self.kind.is_some_and(|kind| kind >= PartKind::Article)
    }

    /// A further paragraph of the last article: `(3)` of *Article 4(2) and (3)*.
    fn sub_number(&mut self, word: &str) {
        self.is_partly |= paragraph_of(word).is_none();
        let Some(last) =
            self.parts.last().filter(|part| part.kind == PartKind::Article && !self.is_within).cloned()
        else {
            return;
        };
        let value = |paragraph: &String| paragraph.parse::<u32>().ok();
        let paragraph = paragraph_of(word).filter(|_| last.paragraph.is_some());
        if std::mem::take(&mut self.is_range)
            && let (Some(first), Some(end)) =
                (last.paragraph.as_ref().and_then(value), paragraph.as_ref().and_then(value))
        {
            // `Article 12(2) to (9)`.
            let between = (first.saturating_add(1)..end.min(first.saturating_add(MAX_RANGE)))
                .map(|number| number.to_string());
            let part = |paragraph| Part { paragraph: Some(paragraph), last: None, ..last.clone() };
            self.parts.extend(between.map(part));
        }
        if let Some(paragraph) = paragraph {
            self.parts.push(Part { paragraph: Some(paragraph), last: None, ..last });
        }
    }

    fn unknown(&mut self, word: &str) {
        self.parts.push(Part {
            kind: PartKind::Unknown,
            first: word.to_owned(),
            last: None,
            paragraph: None,
            within: None,
        });
    }
}

/// The number that a word begins with: `5a` of `5a(2)`, `iv`, `4` of the Swedish `4.2`.
fn number(word: &str) -> Option<String> {
    let word = word.trim_start_matches('(').trim_end_matches(')');
    let word = word.split(['(', '.']).next().unwrap_or_default();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let letters = &word[digits..];
    let is_numbered =
        digits > 0 && letters.len() <= 2 && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_roman = !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x' | b'l'));
    (is_numbered || is_roman).then(|| word.to_owned())
}

/// The numbered paragraph of an article: `2` of `5(2)(a)`, of `(2)` and of `5.2`.
fn paragraph_of(word: &str) -> Option<String> {
    let (_, rest) = word.split_once(['(', '.'])?;
    let paragraph = rest.split([')', '.', '(']).next()?;
    let digits = paragraph.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && paragraph.len() <= digits + 2).then(|| paragraph.to_owned())
}
