//! What regulations of agencies have as headings and paragraphs, because they were read from printed pages, and is none.
//!
//! * A part of the head of a page: the series and the number of the regulation on lines of their own (`FÅR-FS`, `2031:9`), an abbreviated
//!   name with the number of its edition (`ULL 1`). Its words are left out.
//! * The head of a table that goes on over pages (`Begrepp Betydelse`), or a row of numbers under one. It is a paragraph. So are numbers
//!   without a word (of a page, of a row) and the beginning of the imprint.
//! * A note at the foot of a page: a number and a sentence (`10 Får räknas på hösten.`).
//! * The line above the notes of a page, drawn with underscores. It is a rule, and notes below it are notes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lagrum_artifact::{Artifact, Step};

use super::run_on::slice;
use super::running_head::RunningHead;
use crate::event::{BlockForm, Event, InForce, LinkedText, TextBlock};

/// How often a heading stands in a regulation that may be the head of a page or of a table.
const OFTEN: usize = 3;

/// Underscores of a line above notes. A blank to fill in is shorter.
const LINE: &str = "__________";

/// How the imprint of a regulation begins, which came as a heading.
const IMPRINT: &str = "Beställningsadress";

/// How notes begin that refer to a source and end as it is written.
const REFERRING: [&str; 4] = ["Jfr ", "Jfr. ", "EUT ", "EGT "];

/// Signs of a number of a note.
const NOTE_NUMBER: usize = 2;

/// How the notes of a regulation begin that have lost their number: `Förordningen senast ändrad 2012:587.`
const NOTES: [&str; 6] = ["Förordningen", "Förordning", "Lagen", "Lag", "Kungörelsen", "Senast ändrad"];

/// What is known of a regulation before its events come; of every other document nothing.
#[derive(Default)]
pub(super) struct Regulation<'a> {
    /// The series and the number of its name.
    name: Option<(&'a str, &'a str)>,
    /// Headings that stand often.
    often: HashSet<String>,
}

impl<'a> Regulation<'a> {
    pub(super) fn of(artifact: &'a Artifact, head: RunningHead<'a>) -> Self {
        let RunningHead::Regulation(name) = head else { return Self::default() };
        let Some(name) = name.and_then(|name| name.rsplit_once(' ')) else { return Self::default() };
        let mut counts: HashMap<String, usize> = HashMap::new();
        artifact.presented().walk(&mut |step| {
            if let Step::Enter(node) = step
                && let Some(heading) = node.heading()
            {
                *counts.entry(heading).or_default() += 1;
            }
        });
        let often = counts.into_iter().filter(|(_, count)| *count >= OFTEN).map(|(text, _)| text).collect();
        Self { name: Some(name), often }
    }

    /// Writes an event as people are shown it.
    pub(super) fn write<'e>(&self, event: Event<'e>, write: &mut impl FnMut(Event<'e>)) {
        let (name, block) = match (self.name, event) {
            (Some(name), Event::Block(block)) => (name, block),
            (_, event) => return write(event),
        };
        let block = self.without_head(block, name);
        parted_at_lines(block, &mut |block| write(Event::Block(block)));
    }

    fn without_head<'e>(&self, mut block: TextBlock<'e>, (series, number): (&str, &str)) -> TextBlock<'e> {
        let is_heading = matches!(block.form, BlockForm::Heading { depth: 2.., .. });
        if !is_heading && block.form != BlockForm::Paragraph {
            return block;
        }
        let words = block.text.collapsed();
        let is_often = is_heading && self.often.contains(&words);
        let is_series = words.replace(' ', "") == series;
        if is_series || is_heading && words == number || is_often && is_abbreviation(&words) {
            // The block stays: it may be the first of its page.
            return TextBlock { form: BlockForm::Paragraph, text: LinkedText::default(), ..block };
        }
        if is_heading && is_note(&words) {
            block.form = BlockForm::Footnote;
        } else if is_heading && (is_without_name(&words) || is_often && is_head_of_table(&words)) {
            block.form = BlockForm::Paragraph;
        }
        block.text = without_parts(block.text, series, number, is_heading);
        block
    }
}

/// Whether a heading is the abbreviated name of a regulation with the number of its edition: `ULL 1`.
fn is_abbreviation(words: &str) -> bool {
    words.split_once(' ').is_some_and(|(name, edition)| {
        name.len() <= 8
            && name.chars().all(char::is_uppercase)
            && (1..=2).contains(&edition.len())
            && edition.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a heading names nothing below it: it has no letter, as a number of a page or the numbers of a table, or begins the imprint.
fn is_without_name(words: &str) -> bool {
    !words.is_empty() && !words.contains(char::is_alphabetic) || words.trim_end_matches(':') == IMPRINT
}

/// Whether a heading is a note at the foot of a page: `10 Får räknas på hösten.`, `24 Jfr. prop. 2030/31:9 s. 52`. A heading with a number
/// is no sentence.
fn is_note(words: &str) -> bool {
    let Some((number, note)) = words.split_once(' ') else { return false };
    let is_number =
        (1..=NOTE_NUMBER).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let refers = REFERRING.iter().any(|word| note.starts_with(word));
    let is_sentence = note.ends_with('.') && note.contains(' ') && note.starts_with(char::is_alphabetic);
    is_number && (refers || is_sentence && !note.ends_with("m.m.") && !note.ends_with(" kap."))
}

/// Whether a heading that stands often is the head of a table: its columns have capitals each (`Begrepp Betydelse`), or it has no word,
/// or begins in the middle of one.
fn is_head_of_table(words: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let begins_column = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    };
    !words.split(' ').any(is_word)
        || words.starts_with(char::is_lowercase)
        || words.split(' ').skip(1).any(begins_column)
}

/// A text without the head of a page that stands in it: the series, and the number apart from it: `FÅR-FS • Ull räknas. 2031:9 • Mjölk
/// mäts.` The name in one piece within a sentence is a citation.
fn without_parts<'e>(text: LinkedText<'e>, series: &str, number: &str, is_heading: bool) -> LinkedText<'e> {
    if !text.pieces().any(|(words, _)| words.contains(series)) {
        return text;
    }
    let words: String = text.pieces().map(|(words, _)| words).collect();
    let kept = words_around(&words, series, number, is_heading);
    if kept.len() < 2 && kept.first().is_none_or(|kept| *kept == (0..words.len())) {
        return text;
    }
    let pieces = kept.into_iter().map(|kept| slice(&text, kept));
    pieces.reduce(|all, next| all.followed_by(&next)).unwrap_or_default()
}

/// The stretches of a text, in bytes, around a head of a page in it.
fn words_around(words: &str, series: &str, number: &str, is_heading: bool) -> Vec<Range<usize>> {
    let blanks_of = |text: &str| text.len() - text.trim_start().len();
    let found = words.match_indices(series).find_map(|(at, _)| {
        let (before, rest) = (&words[..at], &words[at + series.len()..]);
        let (blanks, follows) = (blanks_of(rest), rest.trim_start());
        let is_own = follows.strip_prefix(number).is_some_and(|rest| !rest.starts_with(is_of_number));
        let is_whole =
            (before.is_empty() || before.ends_with(char::is_whitespace)) && (rest.is_empty() || blanks > 0);
        // The name in one piece is the head of a page only at the edge of a heading.
        if is_own {
            let end = at + series.len() + blanks + number.len();
            let is_edge = before.is_empty() && end < words.len()
                || end == words.len() && !before.is_empty() && !ends_with_naming_word(before);
            return (is_heading && is_whole && is_edge).then_some((at..end, None));
        }
        let is_apart = is_whole
            && !follows.starts_with(|c: char| c.is_ascii_digit() && !is_section(follows) || c == '(');
        let own = words.match_indices(number).map(|(own, _)| own).find(|own| is_alone(words, *own, number));
        let is_edge = before.is_empty() || is_heading && rest.is_empty();
        let end = at + series.len() + blanks;
        (is_apart && (is_edge || own.is_some())).then_some((at..end, own.map(|own| own..own + number.len())))
    });
    let mut cuts: Vec<Range<usize>> =
        found.into_iter().flat_map(|(head, own)| [Some(head), own]).flatten().collect();
    cuts.sort_by_key(|cut| cut.start);
    let mut kept = Vec::new();
    let mut at = 0;
    for cut in cuts {
        kept.push(at..cut.start.max(at));
        at = cut.end + blanks_of(&words[cut.end..]);
    }
    kept.push(at..words.len());
    kept.retain(|kept| !kept.is_empty());
    kept
}

/// Whether a text begins with the number of a provision: `6 §`, `2 kap.`, or of a heading: `5 Tillverkare`.
fn is_section(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    rest.starts_with('§') || rest.starts_with("kap.") || rest.starts_with(char::is_uppercase)
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || c == ':'
}

/// Whether a number stands at a place by itself.
fn is_alone(words: &str, at: usize, number: &str) -> bool {
    let (before, after) = (&words[..at], &words[at + number.len()..]);
    let is_named = before.trim_end().ends_with("FS");
    let is_end = after.is_empty() || after.starts_with(char::is_whitespace);
    before.ends_with(char::is_whitespace) && !is_named && is_end
}

/// Whether a text ends with a word after which a regulation is named: `till`.
fn ends_with_naming_word(before: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    ["till", "i", "av", "genom", "enligt", "om", "och", "med", "från"].contains(&last)
        || last.ends_with([',', '('])
}

/// Writes a block; of one with a line of underscores, what stands before it, a rule, and what stands after it.
fn parted_at_lines<'e>(block: TextBlock<'e>, write: &mut impl FnMut(TextBlock<'e>)) {
    let is_note = |block: &TextBlock<'_>| {
        let is_plain = block.form == BlockForm::Paragraph && block.marker.is_none();
        is_plain && block.page.is_some() && begins_as_note(&block.text.collapsed(), false)
    };
    if !block.text.pieces().any(|(words, _)| words.contains(LINE)) {
        let form = if is_note(&block) { BlockForm::Footnote } else { block.form };
        return write(TextBlock { form, ..block });
    }
    let words: String = block.text.pieces().map(|(words, _)| words).collect();
    let Some(start) = words.find(LINE) else { return write(block) };
    let line = words[start..].find(|c: char| c != '_' && !c.is_whitespace()).unwrap_or(words.len() - start);
    let (before, after) = (slice(&block.text, 0..start), slice(&block.text, start + line..words.len()));
    let (page, language, form) = (block.page, block.language, block.form);
    let mut first = Some(block);
    let mut put = |form: BlockForm, text: LinkedText<'e>| {
        let block = first.take().unwrap_or_else(|| TextBlock {
            form,
            anchor: None,
            page,
            in_force: InForce::default(),
            language,
            marker: None,
            text: LinkedText::default(),
            node: None,
        });
        write(TextBlock { form, text, ..block });
    };
    if !before.is_blank() {
        put(form, before);
    }
    put(BlockForm::Rule, LinkedText::default());
    if !after.is_blank() {
        let is_heading = matches!(form, BlockForm::Heading { .. });
        let form = match form {
            form if is_heading => form,
            _ if begins_as_note(&after.collapsed(), true) => BlockForm::Footnote,
            _ => BlockForm::Paragraph,
        };
        put(form, after);
    }
}

/// Whether a text begins as the notes of a page: with a number if a line stands above it (`2 Uppgiften …`), or with what a regulation says
/// of an act that it names.
fn begins_as_note(text: &str, has_line: bool) -> bool {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let is_number = first.len() <= NOTE_NUMBER && first.bytes().all(|byte| byte.is_ascii_digit());
    let words = if is_number { rest } else { text };
    let is_of_act = NOTES.iter().filter_map(|note| words.strip_prefix(note)).any(|rest| {
        let rest = rest.trim_start();
        rest.starts_with("senast ändrad") || rest.starts_with("genom SFS")
    });
    is_of_act || has_line && (is_number && rest.starts_with(char::is_alphabetic) || words.starts_with("Jfr "))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shown(body: &[Value]) -> String {
        let json = json!({"uri": "https://lag.example/farfs/2031:9", "type": "foreskrift", "fs": "farfs",
            "identifier": "FÅR-FS 2031:9", "title": "Föreskrifter om får", "structure": body});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        let mut lines = Vec::new();
        crate::shown::read_text(&artifact, &mut |event| {
            if let Event::Block(block) = event {
                let form = match block.form {
                    BlockForm::Heading { .. } => "# ",
                    BlockForm::Footnote => "^ ",
                    BlockForm::Rule => "---",
                    _ => "",
                };
                let line = format!("{form}{}", block.text.collapsed());
                lines.extend(Some(line).filter(|line| !line.is_empty()));
            }
        });
        lines.join("\n")
    }

    fn heading(text: &str) -> Value {
        json!({"type": "rubrik", "page": 2, "text": [text]})
    }

    fn paragraph(text: &str) -> Value {
        json!({"type": "stycke", "page": 2, "text": [text]})
    }

    #[test]
    fn numbers_notes_and_the_imprint_are_no_headings() {
        let body = [
            heading("15"),
            heading("1 000 3 500"),
            heading("10 Får räknas på hösten."),
            heading("24 Jfr. prop. 2030/31:9 s. 52"),
            heading("Beställningsadress:"),
            // Headings.
            heading("2 Ull"),
            heading("3 Räkning m.m."),
            heading("4 § Räkning."),
            heading("Räkning."),
        ];
        insta::assert_snapshot!(shown(&body), @r"
        15
        1 000 3 500
        ^ 10 Får räknas på hösten.
        ^ 24 Jfr. prop. 2030/31:9 s. 52
        Beställningsadress:
        # 2 Ull
        # 3 Räkning m.m.
        # 4 § Räkning.
        # Räkning.
        ");
    }

    #[test]
    fn heads_of_pages_are_left_out() {
        let body = [
            heading("FÅR-FS"),
            heading("2031:9"),
            heading("FÅR -FS"),
            heading("FÅR-FS 2 kap. Ull"),
            heading("Bilaga 1 FÅR-FS 2031:9"),
            heading("Ändringar i FÅR-FS 2031:9"),
            heading("ULL 1"),
            heading("ULL 1"),
            heading("ULL 1"),
            heading("BOCK 2"),
            paragraph("FÅR-FS • Får räknas. 2031:9 • Ull vägs."),
            paragraph("Den som har FÅR-FS får ska räkna dem. 2031:9 Varje år."),
            // Citations.
            paragraph("Enligt FÅR-FS 2031:9 räknas får, och FÅR-FS är en serie."),
            paragraph("FÅR-FS 2031:9 gäller inte 2031:9."),
        ];
        insta::assert_snapshot!(shown(&body), @r"
        # 2 kap. Ull
        # Bilaga 1
        # Ändringar i FÅR-FS 2031:9
        # BOCK 2
        • Får räknas. • Ull vägs.
        Den som har får ska räkna dem. Varje år.
        Enligt FÅR-FS 2031:9 räknas får, och FÅR-FS är en serie.
        FÅR-FS 2031:9 gäller inte 2031:9.
        ");
    }

    #[test]
    fn heads_of_tables_are_paragraphs_and_lines_are_rules() {
        let often = ["Begrepp Betydelse", "Allmänna råd", "1 2 3", "klass"];
        let mut body: Vec<Value> = (0..3).flat_map(|_| often.map(heading)).collect();
        body.extend([
            heading("Ull Mjölk"),
            heading("____________ Ikraftträdande"),
            paragraph("Får räknas. ____________ 1 Jfr fårdirektivet."),
            paragraph("____________ Denna författning träder i kraft."),
            paragraph("Förordningen senast ändrad 2030:4."),
            paragraph("Ort ________ Datum"),
        ]);
        let shown = shown(&body);
        assert_eq!(shown.matches("# ").count(), 5, "{shown}");
        let end = shown.find("# Ull").unwrap();
        insta::assert_snapshot!(&shown[end..], @r"
        # Ull Mjölk
        ---
        # Ikraftträdande
        Får räknas.
        ---
        ^ 1 Jfr fårdirektivet.
        ---
        Denna författning träder i kraft.
        ^ Förordningen senast ändrad 2030:4.
        Ort ________ Datum
        ");
    }
}
