//! The first pages of a bill or a communication of the government, and the numbers of its chapters.
//!
//! The title is printed on the first page in two columns, which came as a table; what the printed contents have on two lines came as
//! paragraphs. Neither is shown: a page has its own title and contents. Some chapters lost their number on the way. The printed contents
//! have it (`4 Skattenedsättning för diesel`), or the first part of the chapter (`4.1`); a chapter that every bill has stands where only
//! its number lacks. It is read from there alone, and the heading stands where its number puts it. The artifact, and the markdown made of
//! it, stay verbatim.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::{Artifact, Node, Step};

use crate::event::{BlockForm, Event, InForce, PartEvent, TextBlock};

/// The heading over the printed contents.
const CONTENTS: [&str; 2] = ["innehållsförteckning", "innehåll"];

/// How entries of printed contents begin that have no number.
const UNNUMBERED: [&str; 3] = ["bilaga", "utdrag ur protokoll", "rättsdatablad"];

/// Paragraphs and headings that are read for printed contents. The longest real contents have fewer.
const CONTENTS_WITHIN: usize = 400;

/// How headings begin that stand within a section and never have a number.
const WITHIN_SECTIONS: [&str; 3] = ["skälen för", "regeringens förslag", "regeringens bedömning"];

/// The first chapter of every bill.
const DECISION: &str = "förslag till riksdagsbeslut";

/// The chapter of every bill that tells how the matter was prepared.
const REFERRAL: &str = "ärendet och dess beredning";

/// What is known of a document before its events come.
#[derive(Default)]
pub(super) struct FrontMatter {
    /// The addresses of the nodes that are left out.
    left_out: HashSet<usize>,
    /// The numbers of headings without one, by address.
    numbers: HashMap<usize, String>,
    /// How many parts are open in a table that is left out.
    inside: usize,
    /// Whether the document is a bill or a communication.
    is_bill: bool,
}

/// A node that has words or is a table.
struct Printed<'a> {
    node: Node<'a>,
    /// Its words in lower case, without the number before them.
    words: Vec<String>,
    number: Option<String>,
    is_heading: bool,
}

impl<'a> Printed<'a> {
    fn of(node: Node<'a>) -> Option<Self> {
        let is_heading = node.kind() == "avsnitt";
        let is_table = node.kind() == PartEvent::TABLE;
        let text = if is_table { table_text(node) } else { node.text().plain_text() };
        let (number, rest) = numbered(&text);
        let number = if is_heading { node.str("num").map(str::to_owned) } else { number };
        let words: Vec<String> = words(rest);
        (!words.is_empty()).then_some(Self { node, words, number, is_heading })
    }

    /// Whether it begins with the words of an entry that is two words long or more.
    fn begins_as(&self, entry: &[String]) -> bool {
        entry.len() >= 2 && self.words.starts_with(entry)
    }

    fn begins_with(&self, words: &str) -> bool {
        words.split(' ').enumerate().all(|(at, word)| self.words.get(at).is_some_and(|own| own == word))
    }

    fn says(&self, words: &str) -> bool {
        self.words.iter().map(String::as_str).eq(words.split(' '))
    }
}

impl FrontMatter {
    pub(super) fn of(artifact: &Artifact) -> Self {
        let identifier = artifact.str(&["identifier"]).unwrap_or_default();
        if !["Prop. ", "Skr. "].iter().any(|series| identifier.starts_with(series)) {
            return Self::default();
        }
        let mut printed = Vec::new();
        artifact.presented().walk(&mut |step| {
            if let Step::Enter(node) = step
                && node.kind() != "rad"
            {
                printed.extend(Printed::of(node));
            }
        });
        let title = artifact.str(&["title"]).unwrap_or_default();
        let mut front = Self { is_bill: true, ..Self::default() };
        front.left_out.extend(title_table(&printed, title, identifier));
        front.read_contents(&printed);
        front.number_chapters(&printed);
        front.number_referral(&printed);
        front
    }

    /// Whether something is left out or numbered.
    pub(super) fn is_mending(&self) -> bool {
        !self.left_out.is_empty() || !self.numbers.is_empty()
    }

    /// Finds the entries of the printed contents, and what they number.
    fn read_contents(&mut self, printed: &[Printed<'_>]) {
        let is_contents =
            |block: &Printed<'_>| block.is_heading && CONTENTS.iter().any(|name| block.says(name));
        let end = printed.iter().position(|block| block.is_heading && block.number.is_some());
        let Some(end) = end.map(|end| end.min(CONTENTS_WITHIN)) else { return };
        let mut is_inside = false;
        for block in &printed[..end] {
            let is_named = is_contents(block);
            let numbered = match &block.number {
                Some(number) if !block.is_heading => headed(printed, block, number),
                _ => None,
            };
            is_inside = is_named || is_inside && (numbered.is_some() || is_unmatched_entry(block));
            if is_inside || numbered.is_some() {
                self.left_out.insert(block.node.address());
            }
            if let (Some(heading), Some(number)) = (numbered, &block.number)
                && heading.number.is_none()
            {
                self.numbers.insert(heading.node.address(), number.clone());
            }
        }
    }

    /// Numbers chapters by their first part, and the first chapter of a bill by its name.
    fn number_chapters(&mut self, printed: &[Printed<'_>]) {
        let headings: Vec<_> = printed.iter().filter(|block| block.is_heading).collect();
        let stored = headings.iter().filter_map(|heading| heading.number.clone());
        let mut taken: HashSet<String> = stored.chain(self.numbers.values().cloned()).collect();
        for pair in headings.windows(2) {
            let [heading, next] = pair else { continue };
            let address = heading.node.address();
            let is_within = WITHIN_SECTIONS.iter().any(|begin| heading.begins_with(begin));
            if heading.number.is_some() || is_within || self.left_out.contains(&address) {
                continue;
            }
            let next_number = next.number.as_deref().unwrap_or_default();
            let by_part = next_number.strip_suffix(".1");
            let first = (heading.says(DECISION) && next_number == "2").then_some("1");
            if let Some(number) = by_part.or(first)
                && taken.insert(number.to_owned())
            {
                self.numbers.insert(address, number.to_owned());
            }
        }
    }

    /// Numbers the chapter on the preparation of the matter, where the chapters before and after it leave one number.
    fn number_referral(&mut self, printed: &[Printed<'_>]) {
        let headings: Vec<_> = printed.iter().filter(|block| block.is_heading).collect();
        let number = |heading: &&Printed<'_>| {
            let read = self.numbers.get(&heading.node.address());
            heading.number.as_ref().or(read).map(|number| order(number)).filter(|parts| !parts.is_empty())
        };
        let found = headings.iter().enumerate().find_map(|(at, heading)| {
            let is_open = heading.says(REFERRAL) && number(heading).is_none();
            let (before, after) = headings.split_at(at);
            let before = *before.iter().rev().find_map(number).filter(|_| is_open)?.first()?;
            let after = after.iter().find_map(number)?;
            (after == [before.checked_add(2)?]).then(|| (heading.node.address(), before + 1))
        });
        self.numbers.extend(found.map(|(address, number)| (address, number.to_string())));
    }

    /// The event as people are shown it.
    pub(super) fn write<'a>(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        if self.inside > 0 {
            match event {
                Event::Enter(_) => self.inside += 1,
                Event::Leave => self.inside -= 1,
                Event::Block(_) | Event::Row(_) => {}
            }
            return;
        }
        let is_left_out =
            |node: Option<Node<'a>>| node.is_some_and(|node| self.left_out.contains(&node.address()));
        match event {
            Event::Enter(part) if part.kind == PartEvent::TABLE && is_left_out(part.node) => {
                self.inside = 1;
                place(part, write);
            }
            Event::Block(block) if is_left_out(block.node) => {
                let TextBlock { anchor, node, .. } = block;
                place(PartEvent { kind: "", anchor, in_force: InForce::default(), node }, write);
            }
            Event::Block(mut block) => {
                let number = block.node.and_then(|node| self.numbers.get(&node.address()));
                if let (BlockForm::Heading { .. }, Some(number)) = (block.form, number) {
                    let level = number.split('.').count();
                    let depth = u8::try_from(level + 1).unwrap_or(6).min(6);
                    block.form = BlockForm::Heading { depth, level: Some(level as u64) };
                    block.text = block.text.led_by(format!("{number} "), None);
                } else if let BlockForm::Heading { depth, level: Some(1) } = block.form
                    && self.is_bill
                    && has_other_number(&block.text.collapsed())
                {
                    // A heading by its look: it stands below the chapter.
                    block.form = BlockForm::Heading { depth, level: Some(0) };
                }
                write(Event::Block(block));
            }
            other => write(other),
        }
    }
}

/// The heading that an entry of printed contents with this number leads to: it begins with the words of the entry, and has the number, or
/// none and stands between headings with lower and higher numbers.
fn headed<'p, 'a>(printed: &'p [Printed<'a>], entry: &Printed<'a>, number: &str) -> Option<&'p Printed<'a>> {
    let wanted = order(number);
    let mut last = Vec::new();
    for heading in printed.iter().filter(|block| block.is_heading) {
        if let Some(own) = &heading.number {
            last = order(own);
        }
        let fits = heading.number.as_ref().map_or(last < wanted, |own| own == number);
        if fits && heading.begins_as(&entry.words) {
            return Some(heading);
        }
        if last > wanted {
            return None;
        }
    }
    None
}

/// A number of a heading as what it is ordered by.
fn order(number: &str) -> Vec<u32> {
    number.split('.').map_while(|part| part.parse().ok()).collect()
}

/// Writes the place of what is left out, so that its addresses stay.
fn place<'a>(part: PartEvent<'a>, write: &mut impl FnMut(Event<'a>)) {
    write(Event::Enter(PartEvent { kind: "", ..part }));
    write(Event::Leave);
}

/// The address of the first table, if it stands before all headings and has no words but those of the title and the identifier.
fn title_table(printed: &[Printed<'_>], title: &str, identifier: &str) -> Option<usize> {
    let first = printed.iter().find(|block| block.is_heading || block.node.kind() == PartEvent::TABLE)?;
    let known: HashSet<String> = words(title).into_iter().chain(words(identifier)).collect();
    let is_title = !first.is_heading && first.words.iter().all(|word| known.contains(word));
    is_title.then(|| first.node.address())
}

/// Whether a block under the heading of the contents is an entry whose heading is not found: a number and words, an appendix, or a line
/// that leads to a page with points.
fn is_unmatched_entry(block: &Printed<'_>) -> bool {
    let text = block.node.text().plain_text().to_lowercase();
    let leads = |text: &str| {
        let rest = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        rest.len() < text.len() && (rest.ends_with("...") || rest.ends_with('…'))
    };
    let is_entry = block.number.is_some() && !block.is_heading
        || UNNUMBERED.iter().any(|begin| text.trim_start().starts_with(begin))
        || leads(text.trim_end());
    is_entry && text.len() <= 300
}

/// The words of the cells of a table.
fn table_text(table: Node<'_>) -> String {
    let mut text = String::new();
    for row in table.children() {
        for cell in row.cells() {
            text.push_str(&cell.plain_text());
            text.push(' ');
        }
    }
    text
}

/// Whether the number before a text is not that of a chapter, whose name begins with a capital: `2406 (2018). Ullen`, `13 tas bort.`,
/// `3 a §`.
fn has_other_number(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = rest.trim_start_matches('.').trim_start();
    rest.len() < text.len()
        && !name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() && rest.starts_with('.'))
        && !name.starts_with(['"', '”', '“'])
        && !name.is_empty()
}

/// The number before a text, `4` or `4.1`, and the rest.
fn numbered(text: &str) -> (Option<String>, &str) {
    let text = text.trim();
    let Some((first, rest)) = text.split_once(' ') else { return (None, text) };
    let is_number = first
        .split('.')
        .all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    let is_name = rest.trim_start().starts_with(char::is_uppercase);
    if is_number && is_name { (Some(first.to_owned()), rest) } else { (None, text) }
}

/// The words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn section(number: Option<&str>, level: u64, text: &str, children: &[Value]) -> Value {
        json!({"type": "avsnitt", "num": number, "level": level, "text": [text], "children": children})
    }

    fn paragraph(text: &str) -> Value {
        json!({"type": "stycke", "text": [text]})
    }

    fn shown(identifier: &str, structure: &[Value]) -> String {
        let json = json!({"uri": "https://lag.example/prop/2030/31:9", "type": "prop", "identifier": identifier,
            "title": "Får och getter på gator", "structure": structure});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        crate::markdown_as_shown(&artifact, None)
    }

    #[test]
    fn a_bill_is_shown_without_its_title_page_and_contents_and_with_its_numbers() {
        let table = json!({"type": "tabell", "text": [], "children": [
            {"type": "rad", "cells": [["Får och getter"], ["Prop."]]},
            {"type": "rad", "cells": [["på gator"], ["2030/31:9"]]}]});
        let structure = [
            table,
            section(
                None,
                3,
                "Innehållsförteckning",
                &[
                    paragraph("2 Förslag till lag om ändring i fårlagen och"),
                    paragraph("Bilaga 1 Remissinstanser"),
                    paragraph("Regeringen föreslår en lag."),
                ],
            ),
            section(None, 3, "Förslag till riksdagsbeslut", &[paragraph("Riksdagen antar lagen.")]),
            section(
                Some("2"),
                1,
                "2 Förslag till lag om ändring i fårlagen och getlagen",
                &[section(None, 3, "Gator", &[]), section(Some("3.1"), 2, "3.1 Bakgrund", &[])],
            ),
        ];
        insta::assert_snapshot!(shown("Prop. 2030/31:9", &structure), @r"
        # Prop. 2030/31:9: Får och getter på gator

        Regeringen föreslår en lag.

        ## 1 Förslag till riksdagsbeslut

        Riksdagen antar lagen.

        ## 2 Förslag till lag om ändring i fårlagen och getlagen

        ## 3 Gator

        ### 3.1 Bakgrund
        ");
        assert!(shown("SOU 2030:9", &structure).contains("Innehållsförteckning"));
    }

    #[test]
    fn the_chapter_on_the_preparation_has_the_one_number_that_lacks() {
        let referral = || section(None, 3, "Ärendet och dess beredning", &[]);
        let law =
            || section(Some("2"), 1, "2 Lagtext", &[section(Some("2.1"), 2, "2.1 Fårlagen", &[referral()])]);
        for (after, is_numbered) in [("4", true), ("5", false), ("3", false), ("4.1", false)] {
            let next = section(Some(after), 1, &format!("{after} Konsekvenser"), &[]);
            let shown = shown("Prop. 2030/31:9", &[law(), next]);
            assert_eq!(
                shown.contains("\n## 3 Ärendet och dess beredning\n"),
                is_numbered,
                "{after}: {shown}"
            );
        }
        // The last chapter.
        assert!(!shown("Prop. 2030/31:9", &[law()]).contains("3 Ärendet"));
    }

    #[test]
    fn a_number_that_is_no_chapters_makes_no_chapter() {
        for (text, is_other) in [
            ("2406 (2018). Ullen var", true),
            ("13 tas bort.", true),
            ("3 a § Fårlagen", true),
            ("1 886 000 kronor", true),
            ("13 17", true),
            ("4 Skatt på får", false),
            ("4. Skatt på får", false),
            ("4.1 Skatt", false),
            ("4 ”Får”", false),
            ("4", false),
            ("Skatt på får", false),
        ] {
            assert_eq!(has_other_number(text), is_other, "{text}");
        }
        let chapter = |number: &str, text: &str| section(Some(number), 1, text, &[]);
        let structure = [
            chapter("4", "4 Skatt på får"),
            chapter("2406", "2406 (2018). Ullen var"),
            section(Some("4.2"), 2, "4.2 Lamm", &[]),
        ];
        let json = json!({"uri": "https://lag.example/prop/2030/31:9", "type": "prop", "identifier": "Prop. 2030/31:9",
            "title": "Får", "structure": structure});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        let mut levels = Vec::new();
        crate::shown::read_text(&artifact, &mut |event| {
            if let Event::Block(TextBlock { form: BlockForm::Heading { level, .. }, .. }) = event {
                levels.push(level);
            }
        });
        assert_eq!(levels, [Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn contents_without_a_heading_number_the_chapter_that_they_name() {
        let structure = [
            paragraph("3 Skatt på får, getter och"),
            paragraph("4 Okänt kapitel om"),
            section(Some("1"), 1, "1 Förslag till riksdagsbeslut", &[]),
            section(None, 3, "Skatt på får, getter och lamm", &[]),
            section(Some("4"), 1, "4 Konsekvenser", &[section(None, 2, "Skatter", &[])]),
        ];
        insta::assert_snapshot!(shown("Prop. 2030/31:9", &structure), @r"
        # Prop. 2030/31:9: Får och getter på gator

        4 Okänt kapitel om

        ## 1 Förslag till riksdagsbeslut

        ## 3 Skatt på får, getter och lamm

        ## 4 Konsekvenser

        ### Skatter
        ");
    }
}
