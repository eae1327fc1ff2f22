//! Finds out which form a raw file has, and reads it.

use super::archive::{self, Member, base_name};
use super::source::Source;
use super::{formex, page};
use crate::decode::decoded;
use crate::{ParseError, RawParts};

/// Reads a raw file of any form, known by its content.
pub(super) fn read(raw: &RawParts<'_>) -> Result<Source, ParseError> {
    if !raw.members.is_empty() {
        let of_member = |member: &crate::RawMember<'_>| Member {
            name: base_name(member.name).to_owned(),
            bytes: member.bytes.to_vec(),
        };
        return publication(&raw.members.iter().map(of_member).collect::<Vec<_>>());
    }
    if archive::is_zip(raw.body) {
        return publication(&archive::members(raw.body)?);
    }
    let text = decoded(raw.body);
    if is_formex(&text) {
        let mut source = Source::default();
        let document = formex::xml(&text)?;
        if !formex::is_text(document.root_element()) {
            return Err(ParseError::UnknownForm(
                "Formex without a text, such as a manifest alone".to_owned(),
            ));
        }
        formex::read(document.root_element(), &mut source);
        return Ok(source);
    }
    if !text.trim_start().starts_with('<') {
        return Err(ParseError::UnknownForm("neither Formex nor a page".to_owned()));
    }
    page::read(&text)
}

/// Whether XML is Formex, by the name of its root: names of Formex are in capitals, those of pages in small letters.
fn is_formex(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(after) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!--")) {
        let end = if rest.starts_with("<?") { "?>" } else { "-->" };
        let Some((_, next)) = after.split_once(end) else { return false };
        rest = next.trim_start();
    }
    let name: String = rest
        .strip_prefix('<')
        .into_iter()
        .flat_map(str::chars)
        .take_while(|c| c.is_alphanumeric() || *c == '.')
        .collect();
    !name.is_empty()
        && name != "HTML"
        && name.chars().all(|c| c.is_ascii_uppercase() || c == '.' || c.is_ascii_digit())
}

/// Reads the files of a publication in the order of its manifest.
fn publication(members: &[Member]) -> Result<Source, ParseError> {
    let mut source = Source::default();
    let texts: Vec<(&str, String)> =
        members.iter().map(|member| (member.name.as_str(), decoded(&member.bytes))).collect();
    let mut order: Vec<String> = Vec::new();
    for (_, text) in texts.iter().filter(|(name, _)| name.ends_with(".doc.xml")) {
        let document = formex::xml(text)?;
        order.extend(formex::manifest(document.root_element(), &mut source));
    }
    let place = |name: &str| order.iter().position(|file| file == name).unwrap_or(usize::MAX);
    let mut files: Vec<&(&str, String)> =
        texts.iter().filter(|(name, _)| !name.ends_with(".doc.xml")).collect();
    files.sort_by_key(|(name, _)| place(name));
    let mut has_text = false;
    for (_, text) in files {
        let document = formex::xml(text)?;
        // Lists of contents and the like beside the text.
        if formex::is_text(document.root_element()) {
            has_text = true;
            formex::read(document.root_element(), &mut source);
        }
    }
    if has_text { Ok(source) } else { Err(ParseError::UnknownForm("no Formex text in it".to_owned())) }
}
