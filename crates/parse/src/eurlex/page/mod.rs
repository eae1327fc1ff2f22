//! Pages of EUR-Lex: the Official Journal and consolidations as XHTML, older pages, judgments.
//!
//! [`walk`] reads a page into blocks, in the order of the page. [`act`] and [`judgment`] say what each is.

mod facts;
mod tables;
mod walk;

use super::block::{Class, Form};
use super::source::Source;
use super::{act, judgment};
use crate::ParseError;
use crate::html::{Child, Element, Tree};
use walk::{Place, Walk};

/// Reads a page.
pub(super) fn read(html: &str) -> Result<Source, ParseError> {
    let tree = Tree::parse(html)?;
    let Some(root) = tree.root() else { return Err(no_form()) };
    let mut source = Source::default();
    facts::read(root, &mut source);
    let mut walk = Walk::default();
    match old_text(root) {
        Some(text) => walk.old_page(root, text),
        None => walk.inside(root, Place::default()),
    }
    let found = walk.finish();
    let form = form(&found.blocks, old_text(root).is_some()).ok_or_else(no_form)?;
    source.raw = raw_words(root);
    source.prints_marks = true;
    source.left_out = found.left_out;
    match form {
        Form::Judgment => judgment::read(found.blocks, &mut source),
        Form::Marked | Form::Plain => act::read(found.blocks, form, &mut source),
    }
    Ok(source)
}

/// The form of a page by its blocks; None for a page of none of the forms.
fn form(blocks: &[super::block::Block], is_old: bool) -> Option<Form> {
    if is_old {
        return Some(Form::Plain);
    }
    let has = |wanted: fn(Class) -> bool| blocks.iter().any(|block| wanted(block.class));
    if has(|class| matches!(class, Class::Summary)) {
        return Some(Form::Judgment);
    }
    if !has(|class| matches!(class, Class::ArticleTitle | Class::DocumentTitle | Class::AnnexTitle)) {
        return None;
    }
    let is_rewritten = blocks.iter().any(|block| block.class == Class::ArticleTitle && block.is_flat);
    Some(if is_rewritten { Form::Plain } else { Form::Marked })
}

/// The words of a page; of an older one its title and its text.
fn raw_words(root: Element<'_>) -> String {
    if let Some(text) = old_text(root) {
        let title = root.find("strong").map_or("", Element::text);
        return format!("{title}\n{}", text.text());
    }
    root.find("body").unwrap_or(root).text().to_owned()
}

/// The text of an older page: what is around the element `TXT_TE`, which ends where its first paragraph begins.
fn old_text(root: Element<'_>) -> Option<Element<'_>> {
    root.find("txt_te")?;
    let has_id = |element: &Element<'_>| element.attribute("id") == Some("TexteOnly");
    root.descendants().filter_map(Child::element).find(has_id).or_else(|| root.find("body")).or(Some(root))
}

fn no_form() -> ParseError {
    ParseError::UnknownForm("no page of an act or a judgment".to_owned())
}
