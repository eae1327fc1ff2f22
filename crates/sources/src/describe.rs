//! The description of a document: its names, dates and facts, derived from its artifact by the rules of its source.

use lagrum_artifact::{Artifact, Base};
use serde_json::json;

use crate::all::source_of_local_id;
use crate::description::Description;
use crate::echr_day;
use crate::hanvisning::name_of_local_id;
use crate::kommentar;
use crate::reading::{ArtifactFields, time_limit};
use crate::source::Source;

impl Source {
    /// As [`Self::describe`], with the names that the document has on a day (`YYYY-MM-DD`). A listing still files it under the title
    /// that the artifact states.
    pub fn describe_on(&self, artifact: &Artifact, base: &Base, day: &str) -> Description {
        let described = self.describe(artifact, base);
        if artifact.title_changes_on().is_none() {
            return described;
        }
        let Description { filed_title, .. } = described;
        Description { filed_title, ..self.describe(&artifact.clone().titled_on(day), base) }
    }

    /// The names, dates and descriptions of a document of this source.
    pub fn describe(&self, artifact: &Artifact, base: &Base) -> Description {
        let reading = ArtifactFields::new(artifact, base);
        let mut names = (self.names)(&reading);
        let about = (self.about)(&reading);
        if let Some(host) = &about {
            names.title = kommentar::name_after(&name_by_uri(host, base));
            names.descriptive.clone_from(&names.title);
        }
        let snippet = (self.snippet)(artifact, &names);
        let display = if names.display.is_empty() { names.title.clone() } else { names.display };
        let abbr = present(names.abbr)
            .or_else(|| self.acronym_of(&display).map(str::to_owned))
            .or_else(|| self.acronym_of(&names.descriptive).map(str::to_owned));
        let in_text = if names.in_text.is_empty() {
            self.acronym_of(&display)
                .map_or(display.as_str(), |abbr| display[..display.len() - abbr.len() - 2].trim_end())
        } else {
            &names.in_text
        };
        let kind = present(names.kind);
        let mut description = Description {
            extent: self.text_extent(kind.as_deref().unwrap_or_default(), artifact),
            in_text: in_text.to_owned(),
            about,
            kind,
            label: names.label,
            title: names.title,
            filed_title: names.filed_title,
            display: cut_at_word(&display, DISPLAY),
            descriptive: names.descriptive,
            short_id: present(names.short_id),
            short_title: present(names.short_title),
            abbr,
            description: (self.summary)(&reading),
            snippet,
            source_url: reading.str("source_url").map(str::to_owned),
            date: echr_day::day_of(artifact).or_else(|| reading.date().map(str::to_owned)),
            year: None,
            expired: reading.expired(),
            successor: (self.successor)(&reading),
            publisher: reading.publisher().map(str::to_owned),
            in_force_from: reading.in_force_from(),
            time_limit: time_limit(artifact),
            consolidated: artifact.presented().is_consolidated(),
        }
        .bounded();
        description.year = (self.year)(&description.row(reading.local_id));
        description
    }
}

/// The name of a document made from its uri alone.
fn name_by_uri(uri: &str, base: &Base) -> String {
    let local_id = base.strip(uri).unwrap_or(uri);
    let Some(source) = source_of_local_id(local_id) else { return local_id.to_owned() };
    let nothing_more = Artifact::parse(json!({ "uri": uri }).to_string().as_bytes());
    let name = nothing_more.map(|artifact| source.describe(&artifact, base).in_text).unwrap_or_default();
    // A bare number does not show a reader what kind of document it is.
    if local_id.rsplit('/').next() != Some(&*name) {
        return name;
    }
    let name = name_of_local_id(local_id);
    name.split_once(" (").map_or(name.clone(), |(name, _)| name.to_owned())
}

/// The greatest length of a display name, in characters. A longer one is a whole summary, or a title with a long list.
const DISPLAY: usize = 300;

/// The text, cut before a word with `…` if it has more than `most` characters.
fn cut_at_word(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    // One character is left for the `…`.
    let head = &text[..text[..end].char_indices().next_back().map_or(0, |(at, _)| at)];
    let words = head.rfind(' ').map_or(head, |blank| &head[..blank]);
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '.']))
}

fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_before_a_word() {
        for (text, expected) in [
            ("om får", "om får"),
            ("om får och", "om får och"),
            ("om får, getter", "om får…"),
            ("fårfårfårfår", "fårfårfår…"),
            ("om f. getter", "om f…"),
        ] {
            assert_eq!(cut_at_word(text, 10), expected);
        }
    }
}
