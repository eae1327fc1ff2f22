//! Reading the blocks of a Formex file.

use roxmltree::Node;

use super::nodes::{child, text_of};
use super::notes::Marks;
use crate::eurlex::annex::annex_id;
use crate::eurlex::entry::{Entry, Part};
use crate::eurlex::numbers::{article_number, opening_quotes, trimmed_marker};
use crate::eurlex::text::{TextBuilder, append};
use crate::node::LinkedText;

/// Reads a file into entries.
pub(super) struct Reader {
    entries: Vec<Entry>,
    /// The title of the act, and the notes in it.
    pub(super) title: LinkedText,
    pub(super) title_notes: Vec<Entry>,
    /// The number of annexes so far.
    pub(super) annexes: u32,
    marks: Marks,
    /// The notes whose marks stand in the text that is being read.
    notes: Vec<Entry>,
    pub(super) is_quoted: bool,
    /// The amending acts in the order of their marks (`M1` is the first).
    amending: Vec<String>,
    /// The amending acts of the open changes, innermost last.
    changes: Vec<String>,
}

/// Elements that stand in the middle of words.
pub(super) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "HT" | "DATE"
            | "FT"
            | "QUOT.START"
            | "QUOT.END"
            | "REF.DOC"
            | "REF.DOC.OJ"
            | "REF.DOC.ECR"
            | "REF.DOC.SE"
            | "LINK"
            | "NOTE"
            | "IE"
            | "IND"
            | "REF.NP"
            | "OVER"
            | "UNDER"
            | "INDEX.FORM"
            | "EXPR"
            | "ACCENT"
            | "MARGIN"
            | "REF.DOC.EXT"
            | "FRACTION"
            | "DIVIDEND"
            | "DIVISOR"
            | "EXPONENT"
            | "TERM"
            | "PREFIX"
            | "ADDR"
            | "ABBR"
            | "KEYWORD"
    )
}

impl Reader {
    pub(super) fn new(root: Node<'_, '_>, annexes: u32) -> Self {
        let numbers = |name: &'static str| {
            let acts = root.descendants().filter(move |node| node.has_tag_name(name));
            acts.filter_map(|act| text_of(act, "NO.CELEX")).collect::<Vec<_>>()
        };
        Self {
            entries: Vec::new(),
            title: LinkedText::default(),
            title_notes: Vec::new(),
            annexes,
            marks: Marks::default(),
            notes: Vec::new(),
            is_quoted: false,
            amending: numbers("MOD.ACT"),
            changes: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Vec<Entry> {
        self.entries
    }

    /// Reads the children of the root or of a part of the document.
    pub(super) fn document(&mut self, root: Node<'_, '_>) {
        if matches!(root.tag_name().name(), "ANNEX" | "CONS.ANNEX") {
            return self.annex(root);
        }
        for node in root.children() {
            self.change(node);
            match node.tag_name().name() {
                "INFO.CONSLEG" | "INFO.PROD" | "FAM.COMP" | "BIB.INSTANCE" | "BIB.DATA" | "BIB.OJ" => {}
                "TITLE" => self.document_title(node),
                "PREAMBLE" => self.preamble(node),
                "ENACTING.TERMS" => self.division(node, 1),
                "FINAL" | "FINAL.CONS" => self.signatures(node),
                "ANNEX" | "CONS.ANNEX" => self.annex(node),
                "CONS.DOC" | "ACT" | "CONS.ACT" | "COMBINED.FMX" | "CONS.OTH.DOC" | "GR.ANNEX" => {
                    self.document(node);
                }
                "" => self.stray(node),
                _ => self.flow(node, 0, None),
            }
        }
    }

    /// Notes the beginning or the end of a change by an amending act.
    pub(super) fn change(&mut self, node: Node<'_, '_>) {
        let Some(instruction) = node.pi() else { return };
        match instruction.target {
            "CLG.MDFO" => {
                let value = instruction.value.unwrap_or_default();
                let act = value.split("ACTIVE.DOC=\"").nth(1).and_then(|rest| rest.split('"').next());
                let at = act.and_then(|act| self.amending.iter().position(|celex| celex == act));
                self.changes.push(at.map(|at| format!("M{}", at + 1)).unwrap_or_default());
            }
            "CLG.MDFC" => {
                self.changes.pop();
            }
            _ => {}
        }
    }

    /// Adds an entry, and after it the notes whose marks it has.
    pub(super) fn push(&mut self, mut entry: Entry) {
        entry.is_quoted = self.is_quoted;
        let can_be_modified =
            matches!(entry.part, Part::Article | Part::Paragraph | Part::Text | Part::Point | Part::Heading);
        entry.modified = self.changes.last().filter(|mark| can_be_modified && !mark.is_empty()).cloned();
        self.entries.push(entry);
    }

    pub(super) fn push_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        self.entries.extend(notes);
    }

    /// Text between elements where none is expected.
    pub(super) fn stray(&mut self, node: Node<'_, '_>) {
        let mut text = TextBuilder::default();
        Self::raw_text(node, &mut text);
        if !text.is_empty() {
            self.push(Entry::with_text(Part::Text, text.take()));
        }
    }

    fn raw_text(node: Node<'_, '_>, text: &mut TextBuilder) {
        if node.is_text() {
            text.push(node.text().unwrap_or_default());
        }
    }

    /// Adds the words of a node to a text. Blocks inside are parted by blanks.
    pub(super) fn inline(&mut self, node: Node<'_, '_>, text: &mut TextBuilder) {
        self.change(node);
        let name = node.tag_name().name();
        match name {
            "" => return Self::raw_text(node, text),
            "QUOT.START" | "QUOT.END" => {
                let code = node.attribute("CODE").and_then(|code| u32::from_str_radix(code, 16).ok());
                if let Some(c) = code.and_then(char::from_u32) {
                    text.push(c.encode_utf8(&mut [0; 4]));
                }
            }
            "NOTE" => return self.note(node, text),
            _ => {}
        }
        let is_block = !is_inline(name) || matches!(name, "TERM" | "PREFIX");
        if is_block {
            text.blank();
        }
        for child in node.children() {
            self.inline(child, text);
        }
        if is_block {
            text.blank();
        }
    }

    /// The mark of a note. Its text is kept until the block with the mark ends.
    fn note(&mut self, note: Node<'_, '_>, text: &mut TextBuilder) {
        let mark = self.marks.of(note);
        text.mark(&mark);
        self.note_text(note, mark);
    }

    /// A note without a mark in the text.
    pub(super) fn own_note(&mut self, note: Node<'_, '_>) {
        let mark = self.marks.of(note);
        self.note_text(note, mark);
    }

    fn note_text(&mut self, note: Node<'_, '_>, mark: String) {
        let outer = std::mem::take(&mut self.notes);
        let mut words = TextBuilder::default();
        for child in note.children() {
            self.inline(child, &mut words);
        }
        let inner = std::mem::replace(&mut self.notes, outer);
        if !words.is_empty() {
            let mut entry = Entry::with_text(Part::Note, words.take());
            entry.num = Some(mark);
            entry.is_quoted = self.is_quoted;
            self.notes.push(entry);
        }
        self.notes.extend(inner);
    }

    /// All words of an element as one text.
    pub(super) fn words(&mut self, node: Node<'_, '_>) -> LinkedText {
        let mut text = TextBuilder::default();
        self.inline(node, &mut text);
        text.take()
    }

    fn document_title(&mut self, title: Node<'_, '_>) {
        let words = self.words(title);
        if self.title.plain.is_empty() {
            self.title = words;
            self.title_notes = std::mem::take(&mut self.notes);
        } else if !words.plain.is_empty() {
            self.push(Entry::with_text(Part::Heading, words));
            self.push_notes();
        }
    }

    fn preamble(&mut self, preamble: Node<'_, '_>) {
        for node in preamble.children() {
            self.change(node);
            match node.tag_name().name() {
                "GR.VISA" | "GR.CONSID" | "PREAMBLE.GEN" => self.preamble(node),
                "VISA" => self.blocks_as(node, &Part::Citation),
                "CONSID" => {
                    let entry = Entry::new(Part::Recital);
                    let numbered =
                        child(node, "NP").filter(|_| node.children().filter(Node::is_element).count() == 1);
                    self.flow(numbered.unwrap_or(node), 0, Some(entry));
                }
                "" => self.stray(node),
                _ => self.blocks_as(node, &Part::Preamble),
            }
        }
    }

    /// Reads each block of an element as an entry of one kind.
    fn blocks_as(&mut self, node: Node<'_, '_>, part: &Part) {
        let from = self.entries.len();
        self.flow(node, 0, None);
        for entry in self.entries.iter_mut().skip(from).filter(|entry| entry.part == Part::Text) {
            entry.part = part.clone();
        }
    }

    fn signatures(&mut self, node: Node<'_, '_>) {
        self.blocks_as(node, &Part::Signature);
    }

    /// Reads a division: its title, then what is inside it.
    pub(super) fn division(&mut self, division: Node<'_, '_>, level: u8) {
        for node in division.children() {
            self.change(node);
            match node.tag_name().name() {
                "TITLE" => self.heading(node, level.saturating_sub(1).max(1), None),
                "DIVISION" => self.division(node, level.saturating_add(1)),
                "ARTICLE" => self.article(node),
                "" => self.stray(node),
                _ => self.flow(node, 0, None),
            }
        }
    }

    /// The title of a division, an annex or a group: the first of several lines is its label.
    pub(super) fn heading(&mut self, title: Node<'_, '_>, level: u8, id: Option<String>) {
        let mut lines = Vec::new();
        for part in title.children() {
            self.change(part);
            let blocks: Vec<Node<'_, '_>> = part
                .children()
                .filter(|block| matches!(block.tag_name().name(), "P" | "NP" | "TXT"))
                .collect();
            let holds_words = part
                .children()
                .any(|child| child.is_text() && !child.text().unwrap_or_default().trim().is_empty());
            if blocks.is_empty() || holds_words {
                lines.push(self.words(part));
            } else {
                lines.extend(blocks.into_iter().map(|block| self.words(block)).collect::<Vec<_>>());
            }
        }
        lines.retain(|line| !line.plain.is_empty());
        if lines.is_empty() {
            return;
        }
        let mut entry = Entry::new(Part::Heading);
        (entry.level, entry.id) = (level, id);
        let can_be_label = lines.len() > 1 && lines.first().is_some_and(|line| line.links.is_empty());
        if can_be_label {
            entry.label = Some(lines.remove(0).plain);
        }
        for line in lines {
            append(&mut entry.text, line);
        }
        self.push(entry);
        self.push_notes();
    }

    pub(super) fn annex(&mut self, annex: Node<'_, '_>) {
        self.annexes += 1;
        let id = annex_id(self.annexes);
        for node in annex.children() {
            self.change(node);
            match node.tag_name().name() {
                "TITLE" => self.heading(node, 1, Some(id.clone())),
                "CONTENTS" => self.group(node, 1),
                "BIB.INSTANCE" | "BIB.DATA" => {}
                "" => self.stray(node),
                _ => self.flow(node, 0, None),
            }
        }
    }

    /// Reads the contents of an annex and the groups in them.
    pub(super) fn group(&mut self, group: Node<'_, '_>, level: u8) {
        for node in group.children() {
            self.change(node);
            match node.tag_name().name() {
                "TITLE" => self.heading(node, level, None),
                "GR.SEQ" => self.group(node, level.saturating_add(1)),
                "DIVISION" => self.division(node, level.saturating_add(2)),
                "ARTICLE" => self.article(node),
                "" => self.stray(node),
                _ => self.flow_child(node, 0, &mut None, &mut TextBuilder::default()),
            }
        }
    }

    pub(super) fn article(&mut self, article: Node<'_, '_>) {
        let mut entry = Entry::new(Part::Article);
        let mut rest = Vec::new();
        let mut alineas = 0;
        for node in article.children() {
            match node.tag_name().name() {
                "TI.ART" if entry.label.is_none() => {
                    let title = self.words(node);
                    entry.num = article_number(&title.plain)
                        .or_else(|| article.attribute("IDENTIFIER").and_then(of_identifier));
                    entry.label = Some(title.plain);
                    entry.is_counted = true;
                }
                "STI.ART" | "TI.ART" if rest.is_empty() => {
                    let title = self.words(node);
                    append(&mut entry.text, title);
                }
                _ => rest.push(node),
            }
        }
        entry.id.clone_from(&entry.num);
        self.push(entry);
        self.push_notes();
        for node in rest {
            self.change(node);
            match node.tag_name().name() {
                "PARAG" => self.paragraph(node),
                "ALINEA" => {
                    alineas += 1;
                    self.alinea(node, alineas, Entry::new(Part::Paragraph));
                }
                "" => self.stray(node),
                _ => self.flow(node, 0, Some(Entry::new(Part::Paragraph)).filter(|_| alineas == 0)),
            }
        }
    }

    pub(super) fn paragraph(&mut self, paragraph: Node<'_, '_>) {
        let mut entry = Some(Entry::new(Part::Paragraph));
        let mut alineas = 0;
        let mut opening = String::new();
        for node in paragraph.children() {
            self.change(node);
            match node.tag_name().name() {
                "NO.PARAG" => {
                    let number = self.words(node);
                    match &mut entry {
                        Some(entry) if entry.num.is_none() => {
                            opening = opening_quotes(&number.plain);
                            entry.num = trimmed_marker(&number.plain);
                        }
                        _ => self.push(Entry::with_text(Part::Text, number)),
                    }
                }
                "ALINEA" => {
                    alineas += 1;
                    let mut first = entry.take().unwrap_or_else(|| Entry::new(Part::Paragraph));
                    first.text.plain.push_str(&std::mem::take(&mut opening));
                    self.alinea(node, alineas, first);
                }
                "" => self.stray(node),
                _ => self.flow(node, 0, entry.take()),
            }
        }
        if let Some(entry) = entry {
            self.push(entry);
        }
    }

    /// Reads a sub-paragraph: the first has the number of the paragraph, the others are counted.
    fn alinea(&mut self, alinea: Node<'_, '_>, count: u32, first: Entry) {
        let entry = if count == 1 {
            first
        } else {
            let mut entry = Entry::new(Part::Text);
            entry.num = Some(count.to_string());
            entry.is_counted = true;
            entry
        };
        self.flow(alinea, 0, Some(entry));
    }
}

/// The number of an article by its `IDENTIFIER`: `008A` is `8a`.
fn of_identifier(identifier: &str) -> Option<String> {
    let number = identifier.trim_start_matches('0').to_lowercase();
    (number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(char::is_alphanumeric))
        .then_some(number)
}
