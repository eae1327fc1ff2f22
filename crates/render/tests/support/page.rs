//! The HTML of a document, read by an XML parser: the writer's HTML is XML too.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use lagrum_artifact::{Artifact, with_short_rules};
use lagrum_render::html::{
    HtmlLink, HtmlPicture, HtmlText, Surroundings, TextAnchors, expected_anchors, html,
};
use lagrum_render::{
    RunningHead, WikiMarkup, document_name, is_said_in_text, markdown, markdown_as_shown, summary,
};

use crate::reading::{shown_characters, solid};

/// Surroundings in which every link leads somewhere, every part has a note, and every `a` is marked.
pub struct Everything;

impl Surroundings for Everything {
    fn link(&self, uri: &str) -> Option<HtmlLink> {
        Some(HtmlLink {
            href: uri.to_owned(),
            is_outside: true,
            remark: Some("<&\">".into()),
            ..HtmlLink::default()
        })
    }

    fn has_note(&self, _: &str) -> bool {
        true
    }

    fn beside(&self, _: &str) -> Option<String> {
        Some("<aside></aside>".to_owned())
    }

    fn printed_page(&self, page: u32) -> Option<String> {
        Some(format!("/faksimil/{page}"))
    }

    fn graphic(&self, _: &str) -> Option<HtmlPicture> {
        Some(HtmlPicture { src: "/a?b&c".to_owned(), words: "<\">", width: 10, height: 20 })
    }

    fn graphic_words(&self) -> &'static str {
        "<\">"
    }

    fn marks(&self, text: &str) -> Vec<Range<usize>> {
        text.match_indices('a').map(|(at, found)| at..at + found.len()).collect()
    }
}

/// Checks the HTML of a document against its markdown and its anchors.
pub fn check(artifact: &Artifact, around: &dyn Surroundings) -> Result<HtmlText, String> {
    let text = html(artifact, around);
    let name = document_name(artifact, Some("T")).unwrap_or_default();
    let xml = format!("<main>{}</main>", text.html);
    let options = roxmltree::ParsingOptions { nodes_limit: u32::MAX, ..roxmltree::ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(&xml, options).map_err(|error| format!("{error}"))?;
    let is_shown = |node: &roxmltree::Node<'_, '_>| node.is_text() && !is_list_number(*node);
    let words: String = tree.descendants().filter(is_shown).filter_map(|node| node.text()).collect();
    let summary = summary(artifact).filter(|summary| !is_said_in_text(artifact, summary));
    let shown = solid(&format!("{name}{}{words}", summary.unwrap_or_default()));
    let mut text_of_all = markdown(artifact, Some("T"));
    // Flattened rows, tables and lists are mended: `flattened.rs` compares them with the text. So are wiki markup and heads of pages of the
    // Official Journal.
    let is_mended =
        matches!(RunningHead::of(artifact), RunningHead::Regulation(_)) || WikiMarkup::of(artifact).may_be();
    let has_journal = ["Europeiska unionens officiella tidning", "Official Journal of the European Union"];
    let has_journal = has_journal.iter().any(|name| text_of_all.contains(name));
    let has_rules = matches!(with_short_rules(&text_of_all.replace('\\', "")), Cow::Owned(_));
    if text_of_all.contains('|') || is_mended || has_journal || has_rules {
        text_of_all = markdown_as_shown(artifact, Some("T"));
    }
    let expected = shown_characters(&text_of_all);
    let strip = |text: &str| text.chars().filter(|c| !is_forbidden(*c)).collect::<String>();
    // Running heads and numbers of pages are left out, and divided words are joined. So the words are compared with the
    // markdown without heads, hyphens and digits, and in full with the markdown of the events that people are shown.
    let head = RunningHead::of(artifact);
    let is_of_pages = matches!(head, RunningHead::Name(_));
    if is_of_pages {
        same_words(&strip(&shown), &strip(&shown_characters(&markdown_as_shown(artifact, Some("T")))))?;
    }
    let strip = |text: &str| match head {
        RunningHead::Name(name) => {
            strip(text).replace(&solid(name), "").replace(|c: char| c == '-' || c.is_ascii_digit(), "")
        }
        RunningHead::Regulation(_) | RunningHead::Unknown => strip(text),
    };
    same_words(&strip(&shown), &strip(&expected))?;
    let mut ids = HashSet::new();
    for id in tree.descendants().filter_map(|node| node.attribute("id")) {
        if !ids.insert(id.to_owned()) {
            return Err(format!("the id {id} twice"));
        }
    }
    let stored: Vec<String> = expected_anchors(&artifact.presented());
    if let Some(missing) = stored.iter().find(|anchor| !ids.contains(*anchor)) {
        return Err(format!("no id {missing}"));
    }
    if let Some(missing) = TextAnchors::of(artifact, |_| ()).iter().find(|anchor| !ids.contains(*anchor)) {
        return Err(format!("no element has the anchor {missing}"));
    }
    if let Some(entry) =
        text.contents.iter().chain(&text.provisions).find(|entry| !ids.contains(&entry.anchor))
    {
        return Err(format!("the contents lead to {}, which is no id", entry.anchor));
    }
    let mut level = 1;
    for heading in
        tree.descendants().filter_map(|node| node.tag_name().name().strip_prefix('h')?.parse::<u8>().ok())
    {
        if heading > level + 1 {
            return Err(format!("h{heading} after h{level}"));
        }
        level = heading;
    }
    Ok(text)
}

/// The last characters of a text.
fn tail(text: &str) -> String {
    text.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect()
}

/// Whether a text is a number that markdown writes as the number of a list item. Markdown parsers do not return these.
fn is_list_number(node: roxmltree::Node<'_, '_>) -> bool {
    let is_marker = node.parent().is_some_and(|parent| parent.attribute("class") == Some("num"));
    let number = node.text().and_then(|text| text.strip_suffix(['.', ')'])).unwrap_or_default();
    is_marker && (1..=9).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
}

/// Returns where two texts differ, if they do.
fn same_words(shown: &str, expected: &str) -> Result<(), String> {
    if let Some(at) = shown.chars().zip(expected.chars()).position(|(a, b)| a != b) {
        let excerpt = |text: &str| text.chars().skip(at.saturating_sub(40)).take(80).collect::<String>();
        return Err(format!("other words: {} | {}", excerpt(shown), excerpt(expected)));
    }
    if shown.len() != expected.len() {
        return Err(format!("other lengths: {:?} | {:?}", tail(shown), tail(expected)));
    }
    Ok(())
}

fn is_forbidden(c: char) -> bool {
    c.is_control()
        || c == '\u{fffd}'
        || ('\u{fdd0}'..='\u{fdef}').contains(&c)
        || u32::from(c) & 0xfffe == 0xfffe
}
