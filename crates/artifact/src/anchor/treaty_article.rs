//! Anchors of treaties: articles with their paragraphs, stycken, letters and repeat marks.

use crate::swedish;

/// `A6P1La`, `AIV`, `A15A`, `A2.1`, `A5-2P1`.
pub(crate) struct TreatyArticle<'a> {
    /// The article's anchor with its repeat mark: the unit.
    pub(crate) article: &'a str,
    number: &'a str,
    paragraph: Option<&'a str>,
    stycke: Option<&'a str>,
    letter: Option<&'a str>,
    variant: Option<&'a str>,
}

impl<'a> TreatyArticle<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let mut rest = Scan(text.strip_prefix('A')?);
        let before = rest.0.len();
        let number = rest.article_number()?;
        let mut variant = rest.repeat_mark();
        let article = &text[..=before - rest.0.len()];
        let (mut paragraph, mut stycke, mut letter) = (None, None, None);
        if let Some(digits) = rest.segment('P', |c| c.is_ascii_digit()) {
            paragraph = Some(digits);
            variant = rest.repeat_mark().or(variant);
        } else if let Some(digits) = rest.segment('S', |c| c.is_ascii_digit()) {
            stycke = Some(digits);
            variant = rest.repeat_mark().or(variant);
        }
        if let Some(letters) = rest.segment('L', |c| c.is_ascii_lowercase()) {
            letter = Some(letters);
            variant = rest.repeat_mark().or(variant);
        }
        rest.0.is_empty().then_some(Self { article, number, paragraph, stycke, letter, variant })
    }

    /// How a reader cites it. `counts_stycken` is true in treaties.
    pub(super) fn label(&self, counts_stycken: bool) -> Option<String> {
        let mut label = format!("artikel {}", self.number);
        if let Some(paragraph) = self.paragraph {
            label += &format!(" punkt {paragraph}");
        }
        if let Some(stycke) = self.stycke {
            // Outside treaties an article has no stycken of this spelling.
            if !counts_stycken {
                return None;
            }
            label += &format!(" {} stycket", swedish::ordinal(stycke)?);
        }
        if let Some(letter) = self.letter {
            label += &format!(" led {letter}");
        }
        if let Some(variant) = self.variant {
            label += &format!(" variant {variant}");
        }
        Some(label)
    }
}

/// The rest of an anchor that is being parsed.
struct Scan<'a>(&'a str);

impl<'a> Scan<'a> {
    fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> Option<&'a str> {
        let end = self.0.find(|c| !wanted(c)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        (!taken.is_empty()).then_some(taken)
    }

    /// `6`, `15A`, `2.1` or `IV`. A letter after the number belongs to it only when neither a digit nor a lower-case
    /// letter follows: the `P` of `A6P1` and the `L` of `A3Lh` begin segments of their own.
    fn article_number(&mut self) -> Option<&'a str> {
        let whole = self.0;
        if self.eat_while(|c| c.is_ascii_digit()).is_some() {
            let mut after = self.0.chars();
            let letter = after.next().filter(char::is_ascii_alphabetic);
            let next = after.next();
            if letter.is_some() && !next.is_some_and(|c| c.is_ascii_digit() || c.is_ascii_lowercase()) {
                self.0 = &self.0[1..];
            }
        } else {
            self.eat_while(|c| matches!(c, 'I' | 'V' | 'X'))?;
        }
        if let Some(rest) = self.0.strip_prefix('.') {
            let mut part = Scan(rest);
            part.eat_while(|c| c.is_ascii_digit())?;
            self.0 = part.0;
        }
        Some(&whole[..whole.len() - self.0.len()])
    }

    fn segment(&mut self, letter: char, wanted: impl Fn(char) -> bool) -> Option<&'a str> {
        let mut rest = Scan(self.0.strip_prefix(letter)?);
        let value = rest.eat_while(wanted)?;
        self.0 = rest.0;
        Some(value)
    }

    fn repeat_mark(&mut self) -> Option<&'a str> {
        self.segment('-', |c| c.is_ascii_digit())
    }
}
