//! Författningskommentarer: what a bill says of each provision that it proposes, and which articles of directives it transposes.

use std::collections::{BTreeSet, HashSet};

use lagrum_artifact::Base;

use super::marker::is_kapitel_heading;
use super::provision::{kapitel_number, provision};
use crate::join::begins_item;
use crate::node::{LinkedText, Node, Object, list, string};

/// A comment on provisions of a proposed law.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comment {
    law: String,
    kapitel: Option<String>,
    paragrafer: Vec<String>,
    page: Option<u32>,
    text: String,
}

/// A statement that a provision transposes articles of a directive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Transposed {
    /// The local id of the directive.
    directive: String,
    pinpoints: Vec<String>,
    is_partial: bool,
    law: String,
    kapitel: Option<String>,
    paragraf: String,
    sentence: String,
    page: Option<u32>,
}

impl Comment {
    pub(super) fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        kapitel(&mut object, self.kapitel.as_deref());
        object.text("kommentar", Some(&self.text));
        object.text("law", Some(&self.law));
        object.number("page", self.page);
        list(object.field("paragrafer"), &self.paragrafer, |number, out| string(out, number));
        object.end();
    }
}

impl Transposed {
    pub(super) fn write(&self, base: &Base, out: &mut String) {
        let directive = format!("{base}/{}", self.directive);
        let mut articles: Vec<&str> = Vec::new();
        for pinpoint in &self.pinpoints {
            let article = pinpoint.split('.').next().unwrap_or_default();
            if !articles.contains(&article) {
                articles.push(article);
            }
        }
        let mut object = Object::begin(out);
        list(object.field("articles"), &articles, |article, out| string(out, article));
        kapitel(&mut object, self.kapitel.as_deref());
        object.text("directive", Some(&directive));
        object.text("law", Some(&self.law));
        object.number("page", self.page);
        object.text("paragraf", Some(&self.paragraf));
        object.field("partial").push_str(if self.is_partial { "true" } else { "false" });
        list(object.field("pinpoints"), &self.pinpoints, |pinpoint, out| string(out, pinpoint));
        object.text("predicate", Some("rpubl:genomforDirektiv"));
        object.text("sentence", Some(&self.sentence));
        list(object.field("uris"), &articles, |article, out| string(out, &format!("{directive}#{article}")));
        object.end();
    }
}

fn kapitel(object: &mut Object<'_>, kapitel: Option<&str>) {
    match kapitel {
        Some(kapitel) => object.text("chapter", Some(kapitel)),
        None => object.field("chapter").push_str("null"),
    }
}

/// What a document says of the provisions that it proposes.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub(super) comments: Vec<Comment>,
    pub(super) transposed: Vec<Transposed>,
}

/// Reads the comments of a document whose texts are linked.
pub(super) fn of(nodes: &[Node], base: &Base) -> Comments {
    let mut directives = BTreeSet::new();
    cited_directives(nodes, base, &mut directives);
    let only = (directives.len() == 1).then(|| directives.first().cloned()).flatten();
    let mut proposed = HashSet::new();
    beginnings(nodes, false, &mut proposed);
    let mut reader = Reader {
        base,
        proposed,
        only_directive: only,
        found: Comments::default(),
        open: None,
        law: None,
        kapitel: None,
    };
    find_sections(nodes, &mut reader);
    reader.found
}

/// The directives that texts are linked to, by local id.
fn cited_directives(nodes: &[Node], base: &Base, found: &mut BTreeSet<String>) {
    for node in nodes {
        for link in node.text.iter().flat_map(|text| &text.links) {
            found.extend(directive_of(&link.uri, base).map(|(directive, _)| directive.to_owned()));
        }
        cited_directives(&node.children, base, found);
    }
}

/// The directive that a uri names, and the anchor.
fn directive_of<'u>(uri: &'u str, base: &Base) -> Option<(&'u str, Option<&'u str>)> {
    let local = base.strip(uri)?;
    let (document, anchor) =
        local.split_once('#').map_or((local, None), |(document, anchor)| (document, Some(anchor)));
    let celex = document.strip_prefix("celex/3")?;
    (celex.as_bytes().get(4) == Some(&b'L')).then_some((document, anchor))
}

fn find_sections(nodes: &[Node], reader: &mut Reader<'_>) {
    for node in nodes.iter().filter(|node| node.kind == "avsnitt") {
        if node.plain().to_lowercase().contains("författningskommentar") {
            reader.section(node);
            reader.close();
        } else {
            find_sections(&node.children, reader);
        }
    }
}

/// A comment that is being read.
struct Open {
    comment: Comment,
    /// The texts after the number of the provision.
    texts: Vec<(LinkedText, Option<u32>)>,
}

struct Reader<'b> {
    base: &'b Base,
    /// How the sentences of the proposed law begin.
    proposed: HashSet<String>,
    /// The directive of the document, if its text cites one alone.
    only_directive: Option<String>,
    found: Comments,
    open: Option<Open>,
    law: Option<String>,
    kapitel: Option<String>,
}

impl Reader<'_> {
    fn section(&mut self, section: &Node) {
        self.heading(section.plain());
        for node in &section.children {
            if node.kind == "avsnitt" {
                if provision(node.plain()).is_some() {
                    self.text(node);
                    for child in &node.children {
                        self.text(child);
                    }
                } else {
                    self.section(node);
                }
            } else {
                self.text(node);
            }
        }
    }

    fn heading(&mut self, heading: &str) {
        let names_law = ["örslag", "lag om", "balken", "lagen"].iter().any(|words| heading.contains(words));
        if names_law && !heading.to_lowercase().contains("författningskommentar") {
            self.close();
            self.law = Some(heading.to_owned());
            self.kapitel = None;
        } else if let Some(number) = kapitel_number(heading) {
            self.close();
            self.kapitel = Some(number);
        } else {
            // Another heading ends the comment before it.
            self.close();
        }
    }

    fn text(&mut self, node: &Node) {
        let Some(text) = node.text.as_ref().filter(|_| matches!(node.kind, "stycke" | "avsnitt")) else {
            return;
        };
        if let Some(number) = kapitel_number(&text.plain).filter(|_| is_kapitel_heading(&text.plain)) {
            self.close();
            self.kapitel = Some(number);
            return;
        }
        let Some(provision) = provision(&text.plain) else {
            if let Some(open) = &mut self.open {
                open.texts.push((text.clone(), node.page));
            }
            return;
        };
        self.close();
        let Some(law) = self.law.clone() else { return };
        if provision.kapitel.is_some() {
            self.kapitel = provision.kapitel;
        }
        let comment = Comment {
            law,
            kapitel: self.kapitel.clone(),
            paragrafer: provision.paragrafer,
            page: node.page,
            text: String::new(),
        };
        self.open = Some(Open { comment, texts: Vec::new() });
    }

    fn close(&mut self) {
        let Some(Open { mut comment, texts }) = self.open.take() else { return };
        // The words of the provision come first: those that the proposal has, and the items of their lists.
        let is_law = |text: &str| {
            self.proposed.contains(&beginning(text)) || begins_item(text) && !begins_comment(text)
        };
        let first = texts.iter().position(|(text, _)| !is_law(&text.plain));
        let opened = texts.iter().position(|(text, _)| begins_comment(&text.plain));
        let first = first.or(opened).unwrap_or_default();
        let Some(texts) = texts.get(first..).filter(|texts| !texts.is_empty()) else { return };
        let plain: Vec<&str> = texts.iter().map(|(text, _)| text.plain.as_str()).collect();
        comment.text = plain.join("\n");
        for (text, page) in texts {
            self.transposed(text, *page, &comment);
        }
        self.found.comments.push(comment);
    }

    fn transposed(&mut self, text: &LinkedText, page: Option<u32>, comment: &Comment) {
        for range in sentences(&text.plain) {
            let Some(sentence) = text.plain.get(range.clone()) else { continue };
            if !(sentence.contains("genomför") && sentence.contains("arti")) {
                continue;
            }
            let mut of_directive: Vec<(String, Vec<String>)> = Vec::new();
            let links = text
                .links
                .iter()
                .filter(|link| range.start <= link.range.start && link.range.end <= range.end);
            for (directive, anchor) in links.filter_map(|link| directive_of(&link.uri, self.base)) {
                let at = of_directive.iter().position(|(known, _)| known == directive).unwrap_or_else(|| {
                    of_directive.push((directive.to_owned(), Vec::new()));
                    of_directive.len() - 1
                });
                of_directive[at].1.extend(anchor.map(str::to_owned));
            }
            if of_directive.is_empty() && sentence.contains("direktivet") {
                of_directive.extend(self.only_directive.clone().map(|directive| (directive, Vec::new())));
            }
            if let [(_, pinpoints)] = &mut *of_directive
                && pinpoints.is_empty()
            {
                *pinpoints = articles(sentence);
            }
            for (directive, pinpoints) in
                of_directive.into_iter().filter(|(_, pinpoints)| !pinpoints.is_empty())
            {
                for paragraf in &comment.paragrafer {
                    self.found.transposed.push(Transposed {
                        directive: directive.clone(),
                        pinpoints: pinpoints.clone(),
                        is_partial: sentence.contains("delvis"),
                        law: comment.law.clone(),
                        kapitel: comment.kapitel.clone(),
                        paragraf: paragraf.clone(),
                        sentence: sentence.trim().to_owned(),
                        page,
                    });
                }
            }
        }
    }
}

/// The number of letters by which a sentence is known.
const KNOWN_BY: usize = 26;

/// The first letters of a text.
fn beginning(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).take(KNOWN_BY).flat_map(char::to_lowercase).collect()
}

/// Collects how the sentences of law texts begin.
fn beginnings(nodes: &[Node], is_law: bool, found: &mut HashSet<String>) {
    for node in nodes {
        let heading = node.kind == "avsnitt";
        let is_comment = heading && node.plain().to_lowercase().contains("författningskommentar");
        let is_law = !is_comment
            && (is_law
                || heading
                    && ["Förslag till", "Lagtext", "agförslag"]
                        .iter()
                        .any(|words| node.plain().contains(words)));
        if is_law && !heading {
            for text in node.text.iter().chain(node.cells.iter().flatten()) {
                for range in sentences(&text.plain) {
                    let sentence = text.plain.get(range).unwrap_or_default();
                    // The number of a provision, or of a kapitel, before its text.
                    let after = sentence
                        .rfind('§')
                        .filter(|at| *at < 30)
                        .map_or(sentence, |at| &sentence[at + '§'.len_utf8()..]);
                    found.insert(beginning(sentence));
                    found.insert(beginning(after.trim_start_matches(|c: char| !c.is_alphabetic())));
                }
            }
        }
        beginnings(&node.children, is_law, found);
    }
}

/// Whether a text is the beginning of a comment, and not the words of the provision.
fn begins_comment(text: &str) -> bool {
    const OPENINGS: [&str; 16] = [
        "Paragrafen",
        "I paragraf",
        "Av paragraf",
        "Genom paragraf",
        "Bestämmelsen",
        "I bestämmelsen",
        "Genom bestämmelsen",
        "Första stycket",
        "I första stycket",
        "I andra stycket",
        "Andra stycket",
        "Ändring",
        "Genom ändring",
        "Övervägandena",
        "Förslaget behandlas",
        "Punkten",
    ];
    OPENINGS.iter().any(|words| text.starts_with(words))
}

/// Where the sentences of a text are.
fn sentences(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices(". ") {
        let next = text.get(at + 2..).and_then(|rest| rest.chars().next());
        let ends_number = at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_digit) && at < 3;
        if next.is_some_and(char::is_uppercase) && !ends_number {
            found.push(start..at + 1);
            start = at + 2;
        }
    }
    found.push(start..text.len());
    found
}

/// The articles that a sentence names: `artikel 4.1 a`, `artiklarna 4.1, 5 och 6`.
fn articles(sentence: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in ["artikel ", "artiklarna "] {
        for (at, _) in sentence.match_indices(word) {
            let mut rest = &sentence[at + word.len()..];
            loop {
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                let number = rest[..end].trim_end_matches('.');
                if number.is_empty() || number.starts_with('.') {
                    break;
                }
                rest = &rest[number.len()..];
                let mut pinpoint = number.to_owned();
                // A point: `4.1 a`.
                let mut chars = rest.chars();
                if chars.next() == Some(' ')
                    && let Some(letter) = chars.next().filter(char::is_ascii_lowercase)
                    && chars.next().is_none_or(|c| !c.is_alphanumeric())
                    && letter != 'i'
                {
                    pinpoint.push('.');
                    pinpoint.push(letter);
                    rest = &rest[2..];
                }
                if !found.contains(&pinpoint) {
                    found.push(pinpoint);
                }
                let next = [", ", " och ", " samt "].iter().find_map(|joint| rest.strip_prefix(joint));
                match next {
                    Some(next) => rest = next,
                    None => break,
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_read() {
        for (sentence, expected) in [
            ("Paragrafen genomför artikel 4.1 a i direktivet", "4.1.a"),
            ("genomför artiklarna 4.1, 5 och 6.2 i direktivet", "4.1 5 6.2"),
            ("genomför artikel 7 i fårdirektivet", "7"),
            ("genomför direktivet", ""),
        ] {
            assert_eq!(articles(sentence).join(" "), expected, "{sentence}");
        }
    }
}
