//! The walk over a whole document: name, summary, body, notes and register of amendments.

use std::borrow::Cow;
use std::ops::ControlFlow;

use lagrum_artifact::{Artifact, Step, shown_title};

use crate::event::{BlockForm, Event, InForce, LinkedText, Marker, PartEvent, TextBlock};
use crate::nodes::{Folding, NodeWalk, OnlyNodes};
use crate::register::{Amendment, PREPARATORY_WORKS, WORK_SEPARATOR, amendments};

/// Emits everything in a document, in reading order. Provisions that have ended are left out, and a note says so.
///
/// `title` is the document's name for an artifact that does not state one.
pub fn read<'a>(artifact: &'a Artifact, title: Option<&'a str>, write: &mut impl FnMut(Event<'a>)) {
    if let Some(name) = document_name(artifact, title) {
        write(heading(1, name));
    }
    if let Some(summary) = summary(artifact).filter(|summary| !is_said_in_text(artifact, summary)) {
        write(Event::Block(block(BlockForm::Paragraph, None, summary)));
    }
    body_until(artifact, Folding::LeftOut, &mut to_the_end(write));
    register(artifact, write);
}

/// Emits the presented text of a document, its notes and its register: everything but its name and summary. Provisions that
/// have ended are included: a page folds them.
pub fn read_text<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    read_body(artifact, write);
    register(artifact, write);
}

/// As [`read_text`], with all parts that have ended: for a form that states the days of each part.
pub(crate) fn read_whole<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    body_until(artifact, Folding::Whole, &mut to_the_end(write));
    register(artifact, write);
}

/// Emits the presented text of a document and its notes.
pub fn read_body<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    read_body_until(artifact, &mut to_the_end(write));
}

/// As [`read_body`], of some nodes only and what is in them, with the parts around them.
pub(crate) fn read_nodes<'a>(artifact: &'a Artifact, only: OnlyNodes<'_>, write: &mut impl FnMut(Event<'a>)) {
    let presented = artifact.presented();
    let mut write = to_the_end(write);
    let mut walk = NodeWalk::new(document_uri(artifact), Folding::Kept, &mut write).only(only);
    for section in presented.body().iter().copied().chain(presented.footnotes()) {
        walk.section(section, 2);
    }
}

/// A writer that never breaks off.
fn to_the_end<'a>(write: &mut impl FnMut(Event<'a>)) -> impl FnMut(Event<'a>) -> ControlFlow<()> {
    |event| {
        write(event);
        ControlFlow::Continue(())
    }
}

/// Emits the presented text of a document and its notes until `write` breaks off.
pub(crate) fn read_body_until<'a>(
    artifact: &'a Artifact,
    write: &mut impl FnMut(Event<'a>) -> ControlFlow<()>,
) {
    body_until(artifact, Folding::Kept, write);
}

fn body_until<'a>(
    artifact: &'a Artifact,
    folding: Folding,
    write: &mut impl FnMut(Event<'a>) -> ControlFlow<()>,
) {
    let presented = artifact.presented();
    let mut nodes = NodeWalk::new(document_uri(artifact), folding, write);
    for section in presented.body() {
        nodes.section(section, 2);
    }
    if let Some(notes) =
        presented.footnotes().filter(|notes| notes.as_array().is_none_or(|list| !list.is_empty()))
    {
        nodes.emit(Event::Enter(part(PartEvent::NOTES, None)));
        nodes.emit(heading(2, "Noter"));
        nodes.section(notes, 2);
        nodes.emit(Event::Leave);
    }
}

/// The uri that fragment uris of a document begin with. An archived lydelse uses the uri of its document, as the links
/// stored in it do.
fn document_uri(artifact: &Artifact) -> &str {
    let uri = artifact.uri();
    uri.split_once("/konsolidering/").map_or(uri, |(document, _)| document)
}

/// The name of a document above its text: its title, after the printed id where the title lacks it.
pub fn document_name<'a>(artifact: &'a Artifact, title: Option<&'a str>) -> Option<Cow<'a, str>> {
    // Only a title of a statute has marks of editors.
    let of_statute = filled(artifact, &["metadata", "properties", "dcterms:title"]).map(shown_title);
    let paths: [&[&str]; 2] = [&["title"], &["metadata", "title"]];
    let other = || paths.iter().find_map(|path| filled(artifact, path)).map(Cow::Borrowed);
    let own = of_statute.map(Cow::Owned).or_else(other);
    let printed = filled(artifact, &["identifier"]).or_else(|| filled(artifact, &["label"]));
    match (printed, own) {
        (Some(id), Some(own)) if !own.to_lowercase().contains(&id.to_lowercase()) => {
            Some(Cow::Owned(format!("{id}: {own}")))
        }
        (_, Some(own)) => Some(own),
        (Some(id), None) => Some(Cow::Borrowed(id)),
        (None, None) => title.map(Cow::Borrowed),
    }
}

/// Whether a summary is a block of the presented text, or the beginning of one if it is cut with `…`. White space is
/// not compared. A summary that the text contains is not printed before the text.
pub fn is_said_in_text(artifact: &Artifact, summary: &str) -> bool {
    let (summary, is_cut) = summary.trim_end().strip_suffix('…').map_or((summary, false), |cut| (cut, true));
    if summary.trim().is_empty() {
        return false;
    }
    let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = collapsed(summary);
    let mut found = false;
    artifact.presented().walk(&mut |step| {
        if let (Step::Text(runs), false) = (step, found) {
            let block = collapsed(&runs.plain_text());
            found = block.strip_prefix(&said).is_some_and(|rest| is_cut || rest.is_empty());
        }
    });
    found
}

/// The summary of a document, such as that of a decision.
pub fn summary(artifact: &Artifact) -> Option<&str> {
    let paths: [&[&str]; 3] = [&["sammanfattning"], &["summary"], &["metadata", "sammanfattning"]];
    paths.iter().find_map(|path| filled(artifact, path))
}

fn filled<'a>(artifact: &'a Artifact, path: &[&str]) -> Option<&'a str> {
    artifact.str(path).filter(|text| !text.trim().is_empty())
}

fn register<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    if amendments(artifact).next().is_none() {
        return;
    }
    write(Event::Enter(part(PartEvent::REGISTER, None)));
    write(heading(2, "Ändringar"));
    for amendment in amendments(artifact).take_while(|_| !lagrum_cancel::is_cancelled()) {
        write(Event::Enter(part(PartEvent::AMENDMENT, amendment.uri())));
        if let Some(name) = amendment.name() {
            write(heading(3, name));
        }
        facts(amendment, write);
        if let Some(content) = amendment.content() {
            NodeWalk::new(document_uri(artifact), Folding::Kept, &mut to_the_end(write)).section(content, 4);
        }
        write(Event::Leave);
    }
    write(Event::Leave);
}

fn facts<'a>(amendment: Amendment<'a>, write: &mut impl FnMut(Event<'a>)) {
    let mut fact = |name, text: LinkedText<'a>| {
        write(Event::Block(block(BlockForm::Fact, Some(Marker::Name(name)), text)));
    };
    let single = [
        ("Omfattning", amendment.omfattning()),
        ("Ikraftträder", amendment.ikraft()),
        ("Beslutad", amendment.beslutad()),
    ];
    for (name, text) in single {
        if let Some(text) = text {
            fact(name, LinkedText::plain(text));
        }
    }
    let forarbeten: Vec<&str> = amendment.forarbeten().collect();
    if !forarbeten.is_empty() {
        fact(PREPARATORY_WORKS, LinkedText::plain(forarbeten.join(WORK_SEPARATOR)));
    }
}

fn part<'a>(kind: &'a str, anchor: Option<&'a str>) -> PartEvent<'a> {
    PartEvent { kind, anchor: anchor.map(Cow::Borrowed), in_force: InForce::default(), node: None }
}

fn heading<'a>(depth: u8, text: impl Into<Cow<'a, str>>) -> Event<'a> {
    Event::Block(block(BlockForm::Heading { depth, level: None }, None, LinkedText::plain(text)))
}

fn block<'a>(form: BlockForm, marker: Option<Marker<'a>>, text: impl Into<LinkedText<'a>>) -> TextBlock<'a> {
    TextBlock {
        form,
        anchor: None,
        page: None,
        in_force: InForce::default(),
        language: None,
        marker,
        text: text.into(),
        node: None,
    }
}

impl<'a> From<&'a str> for LinkedText<'a> {
    fn from(text: &'a str) -> Self {
        LinkedText::plain(text)
    }
}
