//! Commentaries (lagkommentarer) on an act or a judgment, section by section.
//!
//! A commentary is named after the document it comments on, `Kommentar till avtalslagen`. That document is not
//! available when the commentary is described, so the name is first made from the uri of the document (`describe`). The build
//! replaces it with the right name ([`Description::name_after`](crate::Description::name_after)).
//!
//! Of some documents the source has no commentary but a link to a translation ([`Translation`]): their kind is [`TRANSLATION`].

use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FlowGroup, KindWords, Source, Translation, wiki};

pub(crate) static SOURCE: Source = Source {
    name: "kommentar",
    numbered_by_year: false,
    label: "Lagkommentarer",
    artifact_dir: "kommentar",
    kind_words: &[KindWords::all("kommentar"), KindWords::all("lagkommentar")],
    kinds: || &KINDS,
    group: |_| FlowGroup::Lagkommentarer,
    names,
    summary: |reading| {
        let author = reading.str("author").map(wiki::plain_text).filter(|author| !author.is_empty());
        author.map(|author| format!("Författare: {author}"))
    },
    about: host,
    year: |_| None,
    owns: |local_id| local_id.starts_with("kommentar/"),
    ..Source::GENERIC
};

/// The kind of a commentary.
pub const COMMENTARY: &str = "kommentar";

/// The kind of a document of this source that has nothing but a link to a translation of what it is on.
pub const TRANSLATION: &str = "oversattning";

static KINDS: [DocumentKind; 2] = [
    DocumentKind::counted(COMMENTARY, "Lagkommentarer", "Lagkommentar"),
    DocumentKind::counted(TRANSLATION, "Översättningar", "Översättning"),
];

impl Source {
    /// The kind that lists for readers have of this source; None for all kinds.
    pub fn listed_kind(&self) -> Option<&'static str> {
        (self.name == SOURCE.name).then_some(COMMENTARY)
    }
}

const NAME: &str = "Kommentar";

/// The local id of the commentary on a document. Its sections have the anchors of what they comment on.
pub fn commentary_id(local_id: &str) -> String {
    format!("kommentar/{local_id}")
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let is_translation = Translation::that_is_all_of(reading.artifact).is_some();
    DocumentNames {
        kind: if is_translation { TRANSLATION } else { COMMENTARY }.to_owned(),
        label: NAME.to_owned(),
        title: NAME.to_owned(),
        short_id: NAME.to_owned(),
        descriptive: NAME.to_owned(),
        ..DocumentNames::default()
    }
}

/// The uri of the document that a commentary is on: as stated, else by its own local id (`kommentar/1931:47`).
fn host(reading: &ArtifactFields) -> Option<String> {
    let own = || reading.local_id.strip_prefix("kommentar/").map(|id| format!("{}/{id}", reading.base));
    reading.str("annotates").map(str::to_owned).or_else(own)
}

/// The name of a commentary, from the name inside a sentence of the document it comments on.
pub(crate) fn name_after(host: &str) -> String {
    if host.is_empty() { NAME.to_owned() } else { format!("{NAME} till {host}") }
}

/// The other names of a commentary: each word for a commentary with each of the names of the document it comments on.
pub(crate) fn other_names(title: &str, hosts: &[String]) -> Vec<String> {
    let own = title.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(" till ")).into_iter();
    let hosts = own.chain(hosts.iter().map(String::as_str));
    let names = hosts.flat_map(|host| [format!("{NAME} till {host}"), format!("Lagkommentar till {host}")]);
    names.filter(|name| name != title).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commentary_has_the_names_of_what_it_comments_on() {
        let names = |title: &str, hosts: &[&str]| {
            other_names(title, &hosts.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>()).join("; ")
        };
        assert_eq!(
            names("Kommentar till fårlagen", &["FårL"]),
            "Lagkommentar till fårlagen; Kommentar till FårL; Lagkommentar till FårL"
        );
        assert_eq!(names("Kommentar", &[]), "");
    }
}
