//! The comments of a bill, provision by provision: which law, which paragraf, and the text with its pages.
//!
//! A comment is read only where the structure says of which paragraf it is: after the number of one paragraf (`3 §`), up to the next
//! number or heading. Numbers stand in nodes of their own, at the beginning of a text, or after a sentence.

use lagrum_artifact::{Node, Run, Runs};
use lagrum_sources::NamedLaw;

use super::sentence::mended;

/// The comment on one paragraf.
#[derive(Debug, Default)]
pub(super) struct Comment {
    /// The law that the bill proposes or amends.
    pub(super) law: NamedLaw,
    /// Whether the law exists and is amended.
    pub(super) is_amended: bool,
    pub(super) kapitel: Option<String>,
    pub(super) paragraf: String,
    /// Its text, as one.
    pub(super) text: String,
    /// Where in the text each page begins.
    pages: Vec<(usize, i64)>,
}

impl Comment {
    /// The printed page of a place in the text.
    pub(super) fn page(&self, at: usize) -> Option<i64> {
        self.pages.iter().rev().find(|(start, _)| *start <= at).map(|(_, page)| *page)
    }

    fn push(&mut self, text: &str, page: Option<i64>) {
        let text = mended(text);
        if text.is_empty() {
            return;
        }
        let joined = mended(&format!("{} {text}", self.text));
        let start = joined.len() - text.len();
        self.text = joined;
        if let Some(page) = page.filter(|page| self.pages.last().is_none_or(|(_, last)| last != page)) {
            self.pages.push((start, page));
        }
    }
}

/// The most bytes of the text of one comment. Real ones have up to some thousands.
const MAX_COMMENT: usize = 200_000;

/// The most comments of a bill.
const MAX_COMMENTS: usize = 20_000;

/// Reads the comments of a bill. `label` is the identifier that is printed at the head of its pages.
pub(super) fn comments<'a>(nodes: impl Iterator<Item = Node<'a>>, label: &str) -> Vec<Comment> {
    let mut reader = Reader {
        label,
        law: None,
        kapitel: None,
        open: None,
        found: Vec::new(),
        is_over: false,
        is_in_commentary: false,
    };
    for node in nodes {
        find_commentary(node, &mut reader);
    }
    reader.found
}

/// Reads the commentary, which is the section with its heading, and the sections after it that printing set apart from it.
fn find_commentary(node: Node<'_>, reader: &mut Reader<'_>) {
    if node.kind() != "avsnitt" {
        return;
    }
    let heading = node.text().plain_text();
    if is_commentary(&heading) {
        (reader.law, reader.kapitel, reader.is_over) = (None, None, false);
        reader.is_in_commentary = true;
        reader.section(node);
        reader.close();
    } else if reader.is_in_commentary && !reader.is_over && goes_on(&heading) {
        reader.heading(node);
        reader.section(node);
        reader.close();
    } else {
        reader.is_in_commentary = false;
        node.children().for_each(|child| find_commentary(child, reader));
    }
}

/// Whether a heading after a commentary is still one of it: that of the comments on a law, or a line that begins with a kapitel.
fn goes_on(heading: &str) -> bool {
    let begins_kapitel = heading.split_once(" kap.").is_some_and(|(number, _)| is_number(number.trim()));
    begins_kapitel || law_of_heading(heading).is_some()
}

/// The words after `9.2 Förslaget till `.
fn law_of_heading(heading: &str) -> Option<&str> {
    let words = heading.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    ["Förslaget till ", "Förslag till "].iter().find_map(|start| words.strip_prefix(start))
}

/// Whether a heading is that of a commentary: `9 Författningskommentar`.
fn is_commentary(heading: &str) -> bool {
    let words = heading.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    ["Författningskommentar", "Författningskommentarer"].contains(&words)
}

struct Reader<'l> {
    label: &'l str,
    law: Option<(NamedLaw, bool)>,
    kapitel: Option<String>,
    open: Option<Comment>,
    found: Vec<Comment>,
    /// Whether the appendices have begun.
    is_over: bool,
    /// Whether the section before was one of the commentary.
    is_in_commentary: bool,
}

impl Reader<'_> {
    fn section(&mut self, section: Node<'_>) {
        for node in section.children() {
            if self.is_over {
                return;
            }
            match node.kind() {
                "avsnitt" => {
                    self.heading(node);
                    self.section(node);
                }
                "kapitel" => {
                    self.close();
                    self.kapitel = node.str("num").map(without_blanks);
                }
                "paragraf" => {
                    let text = node.text().plain_text();
                    self.begin(node.str("num").map(without_blanks).filter(|_| !begins_with_several(&text)));
                    let text = text.split_once('§').map_or(text.as_str(), |(_, text)| text);
                    self.text(text, node.page());
                }
                "stycke" if !self.names_law(node.text()) => self.text(&node.text().plain_text(), node.page()),
                _ => {}
            }
        }
    }

    /// Reads a heading. What ends like a sentence is one that printing made look like a heading.
    fn heading(&mut self, node: Node<'_>) {
        let text = node.text().plain_text();
        let text = text.trim();
        if ["Bilaga", "Lagrådet", "Utdrag ur"].iter().any(|words| text.starts_with(words)) {
            self.close();
            self.is_over = true;
        } else if !self.names_law(node.text()) {
            let is_sentence = text.ends_with(['.', ',', ':']) && !text.ends_with("m.m.");
            if !is_sentence && !text.starts_with(char::is_lowercase) {
                self.close();
            }
            self.text(text, node.page());
        }
    }

    /// Takes the law of a heading `9.2 Förslaget till lag om ändring i fårlagen (1931:47)`; whether the text is such a heading.
    fn names_law(&mut self, runs: Runs<'_>) -> bool {
        let text = runs.plain_text();
        let Some(law) = law_of_heading(&text) else { return false };
        let is_amended = law.starts_with("lag om ändring");
        if !is_amended && text.trim_end().ends_with('.') {
            return false;
        }
        let linked = runs.iter().find_map(|run| match run {
            Run::Link(link) => Some(link.uri),
            Run::Text(_) => None,
        });
        self.close();
        self.kapitel = None;
        // An act that amends another has no paragrafer of its own, and one that is still to be numbered none that can be named.
        if law.matches("om ändring i").count() > 1 || law.contains(":000)") {
            self.law = None;
            return true;
        }
        self.law = Some((NamedLaw::of_heading(&text, linked.filter(|_| is_amended)), is_amended));
        true
    }

    fn text(&mut self, text: &str, page: Option<i64>) {
        let text = text.replace(self.label, " ");
        let mut rest = text.trim();
        if let Some(number) = kapitel_alone(rest) {
            self.close();
            self.kapitel = Some(number);
            return;
        }
        while let Some(marker) = find_marker(rest) {
            self.push(&rest[..marker.start], page);
            if marker.kapitel.is_some() {
                self.kapitel = marker.kapitel;
            }
            self.begin(marker.paragraf);
            rest = &rest[marker.end..];
        }
        self.push(rest, page);
    }

    fn push(&mut self, text: &str, page: Option<i64>) {
        if let Some(open) = self.open.as_mut().filter(|open| open.text.len() < MAX_COMMENT) {
            open.push(text, page);
        }
    }

    /// Begins the comment on a paragraf; on none, where several are commented together.
    fn begin(&mut self, paragraf: Option<String>) {
        self.close();
        let (Some((law, is_amended)), Some(paragraf)) = (self.law.clone(), paragraf) else { return };
        let kapitel = self.kapitel.clone();
        self.open = Some(Comment { law, is_amended, kapitel, paragraf, ..Comment::default() });
    }

    fn close(&mut self) {
        if self.found.len() < MAX_COMMENTS {
            self.found.extend(self.open.take().filter(|comment| !comment.text.is_empty()));
        }
        self.open = None;
    }
}

fn without_blanks(number: &str) -> String {
    number.split_whitespace().collect()
}

fn begins_with_several(text: &str) -> bool {
    text.find('§').is_some_and(|at| text[at..].starts_with("§§"))
}

/// The number of a kapitel in a text that has nothing else, or its heading: `2 a kap. Om får`.
fn kapitel_alone(text: &str) -> Option<String> {
    let (number, rest) = text.split_once(" kap.")?;
    let is_heading =
        rest.is_empty() || rest.starts_with(' ') && !rest.contains(['§', '.']) && rest.len() < 120;
    (is_heading && is_number(number)).then(|| without_blanks(number))
}

fn is_number(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letter = text[digits..].trim_start();
    digits > 0
        && digits <= 3
        && (letter.is_empty() || letter.len() == 1 && letter.starts_with(char::is_lowercase))
}

/// The number of a paragraf that begins a comment.
#[derive(Debug)]
struct Marker {
    start: usize,
    end: usize,
    kapitel: Option<String>,
    /// None for several paragrafer.
    paragraf: Option<String>,
}

/// The first number of a paragraf at the beginning of a text or of a sentence, with a sentence after it: `… avsnitt 5.2. 7 § I paragrafen`.
fn find_marker(text: &str) -> Option<Marker> {
    for (at, _) in text.match_indices('§') {
        let (before, several) = (text[..at].trim_end(), text[at..].starts_with("§§"));
        let end = at + if several { 2 * '§'.len_utf8() } else { '§'.len_utf8() };
        let after = &text[end..];
        let begins = after.strip_prefix(' ').is_some_and(|words| words.starts_with(char::is_uppercase));
        if !after.is_empty() && !begins {
            continue;
        }
        let start = match heading_before(text, before, after) {
            Some(start) => start,
            None => before.rfind(". ").map_or(0, |stop| stop + 2),
        };
        // `7 kap. 3 §`: the point belongs to the abbreviation.
        let start = match text[..start].trim_end().strip_suffix("kap.") {
            Some(earlier) => earlier.trim_end().rfind(". ").map_or(0, |stop| stop + 2),
            None => start,
        };
        let number = &before[start..];
        let (kapitel, paragraf) = match number.split_once(" kap. ") {
            Some((kapitel, paragraf)) => (Some(kapitel), paragraf),
            None => (None, number),
        };
        let is_single = is_number(paragraf) && kapitel.is_none_or(is_number);
        let is_list = several
            && number.len() < 40
            && paragraf.starts_with(|c: char| c.is_ascii_digit())
            && !paragraf.contains(|c: char| c.is_uppercase());
        if is_single || is_list {
            return Some(Marker {
                start,
                end,
                kapitel: kapitel.filter(|_| is_single).map(without_blanks),
                paragraf: Some(without_blanks(paragraf)).filter(|_| is_single && !several),
            });
        }
    }
    None
}

/// Where the number begins that stands after a heading and ends a text: `Bevis och vittnen 11 §`. A line that was broken after a
/// number has a word before it that leads to one.
fn heading_before(text: &str, before: &str, after: &str) -> Option<usize> {
    const LEADING: [&str; 14] = [
        "i", "enligt", "av", "och", "till", "med", "eller", "som", "samt", "från", "kap.", "se", "jfr",
        "dess",
    ];
    let is_short = text.len() < 160 && after.is_empty() && !before.contains(['.', '(', ',']);
    let heading = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    // A letter of the number: `11 a §`.
    let heading = match heading.rsplit_once(' ') {
        Some((words, letter)) if letter.len() == 1 && words.ends_with(|c: char| c.is_ascii_digit()) => {
            words.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ')
        }
        _ => heading,
    };
    let last = heading.rsplit(' ').next().unwrap_or_default();
    let begins = text.starts_with(char::is_uppercase) && !LEADING.contains(&last);
    let start = heading.len() + 1;
    (is_short && begins && !heading.is_empty() && start < before.len()).then_some(start)
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Artifact;
    use serde_json::{Value, json};

    use super::*;

    /// The comments of sections: kapitel and paragraf, and their text.
    fn read(structure: &Value) -> Vec<String> {
        let bill = json!({"uri": "https://lag.example/prop/2030/31:5", "structure": structure});
        let bill = Artifact::parse(bill.to_string().as_bytes()).unwrap();
        let shown = |comment: Comment| {
            let kapitel = comment.kapitel.map(|kapitel| format!("{kapitel}:")).unwrap_or_default();
            format!("{} {kapitel}{} {}", comment.law.name, comment.paragraf, comment.text)
        };
        comments(bill.presented().nodes(), "Prop. 2030/31:5").into_iter().map(shown).collect()
    }

    fn section(heading: &str, children: &Value) -> Value {
        json!({"type": "avsnitt", "text": [heading], "children": children})
    }

    #[test]
    fn sections_that_printing_set_apart_belong_to_the_commentary() {
        let paragraf = |number: &str, words: &str| json!({"type": "paragraf", "num": number, "text": [format!("{number} § {words}")]});
        let found = read(&json!([
            section(
                "8 Konsekvenser",
                &json!([
                    section("8.2 Övrigt", &json!([section("Författningskommentar", &json!([]))])),
                    section("9.1 Förslaget till lag om får", &json!([paragraf("1", "Paragrafen är ny.")])),
                    section("9.2 Förslaget till lag om getter", &json!([paragraf("2", "Paragrafen är ny.")])),
                ])
            ),
            section(
                "7 a kap., i lagen.",
                &json!([
                    {"type": "kapitel", "num": "7 a", "text": ["7 a kap."]},
                    paragraf("3", "Bestämmelsen är ny."),
                ])
            ),
            section("2030 års ändringsdirektiv", &json!([paragraf("4", "Paragrafen är ny.")])),
            section("Förslag till lag om får", &json!([paragraf("5", "Får ska vallas.")])),
        ]));
        assert_eq!(
            found,
            [
                "lag om får 1 Paragrafen är ny.",
                "lag om getter 2 Paragrafen är ny.",
                "lag om getter 7a:3 Bestämmelsen är ny."
            ]
        );
    }

    #[test]
    fn markers_of_paragrafer() {
        for (text, expected) in [
            ("7 § I paragrafen anges", "0 - 7"),
            ("Övervägandena finns i avsnitt 6.4. 7 a § Paragrafen är ny.", "37 - 7a"),
            ("Se avsnitt 5. 2 kap. 3 § Paragrafen är ny.", "14 2 3"),
            ("6 och 7 §§ Paragraferna är nya.", "0 - several"),
            ("Enligt 7 § Fårlagen", "none"),
            ("Se 2 kap. 3 § Fårlagen", "none"),
            ("i 7 § ska", "none"),
            ("7 §", "0 - 7"),
            ("Bevis och vittnen 11 §", "18 - 11"),
            ("Bevis och vittnen 11 a §", "18 - 11a"),
            ("Det följer av bestämmelsen i 11 §", "none"),
        ] {
            let found = find_marker(text).map_or("none".to_owned(), |marker| {
                let kapitel = marker.kapitel.unwrap_or("-".to_owned());
                format!("{} {kapitel} {}", marker.start, marker.paragraf.unwrap_or("several".to_owned()))
            });
            assert_eq!(found, expected, "{text}");
        }
    }
}
