//! Which part of a Word document is which, as its relationships say.

use quick_xml::NsReader;
use quick_xml::events::Event;

use crate::attributes::attribute;
use crate::error::UnreadableFile;
use crate::package::{Package, malformed};

/// The relationships of the archive as a whole.
const ROOT: &str = "_rels/.rels";

/// What a part is to another one, as the end of the type of the relationship.
#[derive(Clone, Copy)]
pub(super) enum PartKind {
    Footnotes,
    Endnotes,
    Styles,
}

impl PartKind {
    fn name(self) -> &'static str {
        match self {
            Self::Footnotes => "footnotes",
            Self::Endnotes => "endnotes",
            Self::Styles => "styles",
        }
    }
}

/// The name of the main part: that of the relationship of the archive, else the usual one.
pub(super) fn main_part(package: &mut Package<'_>) -> Result<String, UnreadableFile> {
    let named = related(package, ROOT, "", "officeDocument")?;
    Ok(named.unwrap_or_else(|| "word/document.xml".to_owned()))
}

/// The name of the part that is something to the main part: that of its relationship, else the usual one.
pub(super) fn part_of(
    package: &mut Package<'_>,
    main: &str,
    kind: PartKind,
) -> Result<String, UnreadableFile> {
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", main));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let named = related(package, &format!("{folder}_rels/{file}.rels"), &folder, kind.name())?;
    Ok(named.unwrap_or_else(|| format!("{folder}{}.xml", kind.name())))
}

/// The name of the part that the relationships in `part` give as a kind. Names are relative to `folder`.
fn related(
    package: &mut Package<'_>,
    part: &str,
    folder: &str,
    kind: &str,
) -> Result<Option<String>, UnreadableFile> {
    let Some(xml) = package.xml(part)? else { return Ok(None) };
    let mut reader = NsReader::from_str(&xml);
    loop {
        let event = reader.read_event().map_err(|error| malformed(part)(error.to_string()))?;
        let (Event::Start(tag) | Event::Empty(tag)) = event else {
            if matches!(event, Event::Eof) {
                return Ok(None);
            }
            continue;
        };
        let is_kind = attribute(&tag, b"Type")
            .is_some_and(|name| name.strip_suffix(kind).is_some_and(|before| before.ends_with('/')));
        if is_kind && let Some(target) = attribute(&tag, b"Target") {
            let name = match target.strip_prefix('/') {
                Some(absolute) => absolute.to_owned(),
                None => format!("{folder}{target}"),
            };
            return Ok(Some(name));
        }
    }
}
