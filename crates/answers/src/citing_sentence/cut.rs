//! Cutting one sentence out of a text: around a citation, or the first.

use std::ops::Range;

use lagrum_escape::push_html;
use lagrum_words::{is_function_word, sentence_starts};

/// The most characters of a sentence that is shown, with the dots that stand for what was cut off.
pub(crate) const MAX_CHARACTERS: usize = 300;

const DOTS_BEFORE: &str = "… ";
const DOTS_AFTER: &str = " …";

/// The shown stretch of a sentence: its bytes, and whether the sentence goes on before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    bytes: Range<usize>,
    is_cut_before: bool,
    is_cut_after: bool,
}

/// The sentences of a text. They are found once, however many citations the text has.
pub(super) struct TextSentences<'t> {
    text: &'t str,
    /// Where the sentences begin, rising, and the end of the text.
    starts: Vec<usize>,
    /// The sentences without the blanks around them.
    trimmed: Vec<Range<usize>>,
}

impl<'t> TextSentences<'t> {
    /// `links` are all citations of the text in reading order, in none of which a sentence ends.
    pub(super) fn new(text: &'t str, links: &[Range<usize>]) -> Self {
        let mut starts = sentence_starts(text);
        starts.retain(|start| {
            let before = links.partition_point(|link| link.start < *start);
            before.checked_sub(1).is_none_or(|link| links[link].end <= *start)
        });
        starts.push(text.len());
        let trimmed = |pair: &[usize]| {
            let sentence = &text[pair[0]..pair[1]];
            let start = pair[0] + (sentence.len() - sentence.trim_start().len());
            start..start + sentence.trim().len()
        };
        let trimmed = starts.windows(2).map(trimmed).collect();
        Self { text, starts, trimmed }
    }

    /// The sentence around a citation, or the sentences that it runs over.
    fn around(&self, citation: &Range<usize>) -> Range<usize> {
        let after = self.starts.partition_point(|start| *start <= citation.start);
        let until = after.max(self.starts.partition_point(|start| *start < citation.end));
        let of = |next: usize| next.checked_sub(1).and_then(|own| self.trimmed.get(own));
        let start = of(after).map_or(citation.start, |first| first.start.min(citation.start));
        let end = of(until).map_or(citation.end, |last| last.end.max(citation.end));
        start..end
    }
}

/// The sentence around a citation as HTML, with the citation in `<em>`.
pub(super) fn sentence_around(sentences: &TextSentences<'_>, citation: &Range<usize>) -> String {
    let text = sentences.text;
    let (mut shown, citation) = shown(text, sentences.around(citation), citation.clone());
    shown.is_cut_after |= goes_on(&text[shown.bytes.clone()]);
    let mut html = String::new();
    if shown.is_cut_before {
        html.push_str(DOTS_BEFORE);
    }
    push_html(&mut html, &text[shown.bytes.start..citation.start]);
    html.push_str("<em>");
    push_html(&mut html, &text[citation.clone()]);
    html.push_str("</em>");
    push_html(&mut html, &text[citation.end..shown.bytes.end]);
    if shown.is_cut_after {
        html.push_str(DOTS_AFTER);
    }
    html
}

/// The first sentence of a text; None for an empty text.
pub(crate) fn first_sentence(text: &str) -> Option<String> {
    let text = text.trim();
    let end = sentence_starts(text).get(1).copied().unwrap_or(text.len());
    let sentence = text[..end].trim_end();
    let (shown, _) = shown(sentence, 0..sentence.len(), 0..0);
    let goes_on = shown.is_cut_after || goes_on(sentence);
    let dots = if goes_on { DOTS_AFTER } else { "" };
    Some(format!("{}{dots}", &sentence[shown.bytes])).filter(|sentence| !sentence.is_empty())
}

/// Whether a sentence goes on in the list below its text: it ends with a function word, as in `uppgifter om`. False
/// where the dots for this would not fit.
fn goes_on(sentence: &str) -> bool {
    let last = sentence.rsplit(char::is_whitespace).next().unwrap_or_default();
    let has_room = sentence.chars().count() + DOTS_AFTER.chars().count() <= MAX_CHARACTERS;
    has_room && is_function_word(&last.to_lowercase())
}

/// The shown stretch of a sentence, and the shown stretch of the citation in it. On either side of the citation stand
/// whole words. Half of the room goes before the citation, or more where the words after it need less.
fn shown(text: &str, sentence: Range<usize>, citation: Range<usize>) -> (Shown, Range<usize>) {
    // More characters on one side than are shown in all are as good as one more.
    let characters = |bytes: Range<usize>| text[bytes].chars().take(MAX_CHARACTERS + 1).count();
    let nearest = text[sentence.start..citation.start].char_indices().rev().nth(MAX_CHARACTERS);
    let sentence = nearest.map_or(sentence.start, |(at, _)| sentence.start + at)..sentence.end;
    if characters(sentence.clone()) <= MAX_CHARACTERS {
        return (Shown { bytes: sentence, is_cut_before: false, is_cut_after: false }, citation);
    }
    let room = MAX_CHARACTERS - DOTS_BEFORE.chars().count() - DOTS_AFTER.chars().count();
    let Some(room) = room.checked_sub(characters(citation.clone())) else {
        let end = last_word_end(text, citation.clone(), room);
        let is_cut_before = sentence.start < citation.start;
        return (
            Shown { bytes: citation.start..end, is_cut_before, is_cut_after: true },
            citation.start..end,
        );
    };
    let before = characters(sentence.start..citation.start);
    let after = characters(citation.end..sentence.end);
    let shown_before = before.min((room / 2).max(room.saturating_sub(after)));
    let shown_after = after.min(room - shown_before);
    let (is_cut_before, is_cut_after) = (shown_before < before, shown_after < after);
    let start = if is_cut_before {
        first_word_start(text, sentence.start..citation.start, before - shown_before)
    } else {
        sentence.start
    };
    let end = if is_cut_after {
        last_word_end(text, citation.end..sentence.end, shown_after)
    } else {
        sentence.end
    };
    (Shown { bytes: start..end, is_cut_before, is_cut_after }, citation)
}

/// Where the first whole word begins after the first `left_out` characters of a stretch; the end of the stretch if none
/// does.
fn first_word_start(text: &str, bytes: Range<usize>, left_out: usize) -> usize {
    let stretch = &text[bytes.clone()];
    let from = stretch.char_indices().nth(left_out).map_or(stretch.len(), |(at, _)| at);
    let rest = &stretch[from..];
    let is_word_start = stretch[..from].ends_with(char::is_whitespace);
    let word = if is_word_start { Some(0) } else { rest.find(char::is_whitespace) };
    let Some(word) = word else { return bytes.end };
    let rest = rest[word..].trim_start();
    // A blank before the citation belongs to what is shown of it.
    bytes.end - rest.len()
}

/// Where the last whole word ends among the first `limit` characters of a stretch. A stretch of one word is cut inside
/// it.
fn last_word_end(text: &str, bytes: Range<usize>, limit: usize) -> usize {
    let stretch = &text[bytes.clone()];
    let Some((to, _)) = stretch.char_indices().nth(limit) else { return bytes.end };
    let is_word_end = stretch[to..].starts_with(char::is_whitespace);
    let words = if is_word_end {
        Some(&stretch[..to])
    } else {
        stretch[..to].rfind(char::is_whitespace).map(|blank| &stretch[..blank])
    };
    match words.map(str::trim_end) {
        Some(words) => bytes.start + words.len(),
        // The words of a citation are never left out as a whole.
        None => bytes.start + to,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn around(text: &str, words: &str) -> String {
        let at = text.find(words).unwrap();
        let citation = at..at + words.len();
        sentence_around(&TextSentences::new(text, std::slice::from_ref(&citation)), &citation)
    }

    #[test]
    fn the_sentence_around_a_citation() {
        for (text, citation, expected) in [
            (
                "Får räknas. Enligt 3 kap. 1 § fårlagen ska de räknas. Getter också.",
                "3 kap. 1 § fårlagen",
                "Enligt <em>3 kap. 1 § fårlagen</em> ska de räknas.",
            ),
            ("3 § & <b> \"ja\".", "3 §", "<em>3 §</em> &amp; &lt;b&gt; &quot;ja&quot;."),
            ("  Se 3 §  ", "3 §", "Se <em>3 §</em>"),
            ("Enligt 3 § ska visas uppgifter om", "3 §", "Enligt <em>3 §</em> ska visas uppgifter om …"),
            (
                "Se Mål A. Bock mot B. Get. Sedan.",
                "A. Bock mot B. Get",
                "Se Mål <em>A. Bock mot B. Get</em>.",
            ),
            // No sentence ends in another citation.
            ("Se A. Bock och 3 §.", "3 §", "Se A. Bock och <em>3 §</em>."),
        ] {
            assert_eq!(around(text, citation), expected, "{text}");
        }
        let text = "Se Fall Ab. Bock och 3 §.";
        let links = [8..16, 21..25];
        assert_eq!(
            sentence_around(&TextSentences::new(text, &links), &links[1]),
            "Se Fall Ab. Bock och <em>3 §</em>."
        );
    }

    #[test]
    fn a_long_sentence_is_cut_at_words_on_both_sides() {
        let many = |name: &str, count: usize| {
            let words: Vec<String> = (0..count).map(|at| format!("{name}{at} ")).collect();
            words.concat()
        };
        let text = format!("{}3 § {}", many("före", 90), many("efter", 90));
        let html = around(&text, "3 §");
        assert!(html.starts_with("… före") && html.ends_with(" …"), "{html}");
        assert!(html.contains("före89 <em>3 §</em> efter0"), "{html}");
        let html = around(&format!("3 § {}", many("efter", 90)), "3 §");
        assert!(html.starts_with("<em>3 §</em> efter0") && html.ends_with(" …"), "{html}");
        let html = around(&format!("{}3 §.", many("före", 90)), "3 §");
        assert!(html.starts_with("… före") && html.ends_with("<em>3 §</em>."), "{html}");
        let long = many("ord", 90);
        let html = around(&format!("Se {long}nu."), &long);
        assert!(html.starts_with("… <em>ord0 ") && html.ends_with("</em> …"), "{html}");
    }

    /// The sentence around a citation as a search through all links and starts finds it.
    fn full_around(text: &str, citation: &Range<usize>, links: &[Range<usize>]) -> Range<usize> {
        let is_inside = |start: usize| links.iter().any(|link| link.start < start && start < link.end);
        let starts: Vec<usize> =
            sentence_starts(text).into_iter().filter(|start| !is_inside(*start)).collect();
        let after = starts.partition_point(|start| *start <= citation.start);
        let start = starts[..after].last().copied().unwrap_or(0);
        let end = starts[after..].iter().find(|start| **start >= citation.end);
        let end = end.copied().unwrap_or(text.len());
        let start = citation.start.min(text.len() - text[start..].trim_start().len());
        start..citation.end.max(text[..end].trim_end().len())
    }

    #[test]
    fn a_paragraph_of_many_links_costs_as_much_as_its_text() {
        let sentence = "Enligt 3 § fårlagen ska får räknas. ";
        let count = 10_000;
        let text = sentence.repeat(count);
        let links: Vec<Range<usize>> =
            (0..count).map(|at| at * sentence.len() + 7..at * sentence.len() + 20).collect();
        let sentences = TextSentences::new(&text, &links);
        let whole = TextSentences::new(&text, std::slice::from_ref(&(0..text.len())));
        for link in &links {
            assert_eq!(sentence_around(&sentences, link).len(), sentence.len() + 8);
            assert!(sentence_around(&whole, link).chars().count() < MAX_CHARACTERS + 10);
        }
    }

    #[test]
    fn a_summary_is_the_first_sentence() {
        let long = "ord ".repeat(200);
        for (text, expected) in [
            ("Fråga om ett staket. Även fråga om får.", Some("Fråga om ett staket.")),
            ("Ett staket (I och II)", Some("Ett staket (I och II)")),
            (" ", None),
        ] {
            assert_eq!(first_sentence(text).as_deref(), expected, "{text}");
        }
        let cut = first_sentence(&long).unwrap();
        assert!(cut.ends_with("ord …") && cut.chars().count() <= MAX_CHARACTERS, "{cut}");
    }

    proptest! {
        #[test]
        fn sentences_are_those_of_the_full_search(
            text in "[aB .!1]{1,60}", ends in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
        ) {
            let mut ends: Vec<usize> = ends.iter().map(|end| end.index(text.len() + 1)).collect();
            ends.sort_unstable();
            let links: Vec<Range<usize>> = ends.chunks_exact(2).map(|ends| ends[0]..ends[1]).collect();
            let sentences = TextSentences::new(&text, &links);
            for link in links.iter().filter(|link| !link.is_empty()) {
                prop_assert_eq!(sentences.around(link), full_around(&text, link, &links));
            }
        }

        #[test]
        fn what_is_shown_is_of_the_text_and_short(
            before in "[a-zåA-Z0-9 .<&§]{0,400}", citation in "[a-zå. ]{1,400}", after in "[a-zåA-Z .]{0,400}",
        ) {
            let text = format!("{before}{citation}{after}");
            let bytes = before.len()..before.len() + citation.len();
            let html = sentence_around(&TextSentences::new(&text, std::slice::from_ref(&bytes)), &bytes);
            prop_assert_eq!((html.matches("<em>").count(), html.matches("</em>").count()), (1, 1));
            let plain = lagrum_escape::text_of_html(&html.replace("<em>", "").replace("</em>", ""));
            prop_assert!(plain.chars().count() <= MAX_CHARACTERS, "{}", plain);
            let plain = plain.strip_prefix(DOTS_BEFORE).unwrap_or(&plain);
            let plain = plain.strip_suffix(DOTS_AFTER).unwrap_or(plain);
            prop_assert!(text.contains(plain), "{:?} in {:?}", plain, text);
        }
    }
}
