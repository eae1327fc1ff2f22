//! The table of sources, and the properties of a source.

use lagrum_artifact::{AnchorGrammar, Artifact, Base};

use crate::listing::{KeptRow, keep_all};
use crate::names::DocumentNames;
use crate::reading::{ArtifactFields, time_limit};
use crate::stated_names::NamesOf;
use crate::{
    ActForm, BrowseExtras, Description, DocumentKind, FacetScheme, FlowGroup, KindWords, ListingRow,
    StatedName, acronym, avg, begrepp, coe, dv, edpb, eurlex, forarbete, foreskrift, generic, hudoc, icc,
    icj, icrc, kommentar, rs, sfs, snippet, untc,
};

/// A source. Properties that its file does not set follow the generic rules.
#[derive(Debug)]
pub struct Source {
    /// Its name in requests (`sfs`); empty for the generic source.
    pub name: &'static str,
    /// Another name for it that requests and imports may use.
    pub(crate) other_name: Option<&'static str>,
    /// Its name for readers.
    pub label: &'static str,
    /// The directory of its artifacts in a tree of files.
    pub artifact_dir: &'static str,
    /// The grammar of the anchors of its documents.
    pub grammar: AnchorGrammar,
    /// Whether earlier lydelser of its documents are archived.
    pub versioned: bool,
    /// Whether its documents are cited by printed page where they have no anchors.
    pub cited_by_page: bool,
    /// How the provisions of its acts are numbered; None for a source of other documents than acts.
    pub act_form: Option<ActForm>,
    /// Whether its documents are Swedish statutes. A statute is cited by its SFS number, which is its local id, and may
    /// be held under that number with a page (`1904:48_s.1`). Bills name it by number or title, and its consolidated
    /// text leaves out graphics.
    pub holds_statutes: bool,
    /// Whether anchors name the parts of an article of its treaties: `A6P1La`.
    pub has_article_parts: bool,
    /// Whether its local ids have a year and a number within it, so that one of a year to come cannot exist. The forms of
    /// decisions of agencies, which have the year last, differ too much.
    pub numbered_by_year: bool,
    /// How its documents are filed for browsing; None when they are not filed.
    pub scheme: Option<&'static FacetScheme>,
    /// Whether an acronym at the end of a name is that of the document: `Europakonventionen (EKMR)`. In the title of a
    /// statute it is the acronym of what the statute is about.
    pub(crate) acronym_in_name: bool,
    /// The words by which queries ask for its documents.
    pub(crate) kind_words: &'static [KindWords],
    pub(crate) kinds: fn() -> &'static [DocumentKind],
    pub(crate) group: fn(kind: &str) -> FlowGroup,
    pub(crate) names: fn(&ArtifactFields) -> DocumentNames,
    pub(crate) summary: fn(&ArtifactFields) -> Option<String>,
    /// The uri of the document that a document of this source comments on.
    pub(crate) about: fn(&ArtifactFields) -> Option<String>,
    /// The English names of the document with a local id, under which it is searched for.
    pub(crate) english_names: fn(&str) -> &'static [&'static str],
    /// The uri of the document that took the place of a document of this source.
    pub(crate) successor: fn(&ArtifactFields) -> Option<String>,
    pub(crate) stated_names: NamesOf,
    pub(crate) snippet: fn(&Artifact, &DocumentNames) -> Option<String>,
    /// The year of a document in the facets of a search.
    pub(crate) year: fn(&ListingRow) -> Option<u16>,
    /// Which rows a listing keeps, and which are nested under another.
    pub(crate) fold: fn(&[ListingRow], Vec<usize>) -> Vec<KeptRow>,
    pub(crate) extras: fn(&ListingRow) -> BrowseExtras,
    /// Whether a local id has the form of those of this source.
    pub(crate) owns: fn(&str) -> bool,
}

impl Source {
    /// The generic rules. A source overrides those that differ.
    pub(crate) const GENERIC: Self = Self {
        name: "",
        other_name: None,
        label: "",
        artifact_dir: "",
        grammar: AnchorGrammar::General,
        versioned: false,
        cited_by_page: false,
        act_form: None,
        holds_statutes: false,
        has_article_parts: false,
        numbered_by_year: true,
        scheme: None,
        acronym_in_name: true,
        kind_words: &[],
        kinds: || &[],
        group: |_| FlowGroup::Ovrigt,
        names: generic::names,
        summary: |_| None,
        about: |_| None,
        english_names: |_| &[],
        successor: |reading| reading.meta("ersattAv").map(str::to_owned),
        stated_names: |_, _| Vec::new(),
        snippet: snippet::prose_of_its_own,
        year: generic::year,
        fold: |_, listed| keep_all(listed),
        extras: |_| BrowseExtras::default(),
        owns: |_| false,
    };

    /// The names, dates and descriptions of a document of this source.
    pub fn describe(&self, artifact: &Artifact, base: &Base) -> Description {
        let reading = ArtifactFields::new(artifact, base);
        let names = (self.names)(&reading);
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
            about: (self.about)(&reading),
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
            date: reading.date().map(str::to_owned),
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

    /// The name after a pinpoint: the acronym of the descriptive name, else that name, else the label.
    pub fn short_name<'a>(&self, descriptive: &'a str, label: &'a str) -> &'a str {
        let name = if descriptive.is_empty() { label } else { descriptive };
        self.acronym_of(descriptive).unwrap_or(name)
    }

    fn acronym_of<'a>(&self, name: &'a str) -> Option<&'a str> {
        acronym(name).filter(|_| self.acronym_in_name)
    }

    /// The uri of the document that a document of this source comments on; None for one that is no commentary.
    pub fn document_commented_on(&self, artifact: &Artifact, base: &Base) -> Option<String> {
        (self.about)(&ArtifactFields::new(artifact, base))
    }

    /// The names that the artifact of a document states, as citations use them. Numbers and other identifiers are left
    /// out: their fields are the same in all sources.
    pub fn stated_names<'a>(&self, artifact: &'a Artifact, local_id: &str) -> Vec<StatedName<'a>> {
        (self.stated_names)(artifact, local_id)
    }

    /// The English names of the document with this local id, the usual one first.
    pub fn english_names(&self, local_id: &str) -> &'static [&'static str] {
        (self.english_names)(local_id)
    }

    /// Whether a document of the given kind is an act: its provisions are amended, and apply until they are repealed. A ruling,
    /// which the source of EU law has too, is none.
    pub fn is_act(&self, kind: &str) -> bool {
        self.act_form.is_some() && self.group(kind) != FlowGroup::EuDomar
    }

    /// The flow group of a document of the given kind.
    pub fn group(&self, kind: &str) -> FlowGroup {
        (self.group)(kind)
    }

    /// The kinds of documents of the source, in the order in which they are presented.
    pub fn kinds(&self) -> &'static [DocumentKind] {
        (self.kinds)()
    }
}

/// Characters of a display. A longer one is a whole summary, or a title that lists everything.
const DISPLAY: usize = 300;

/// A text of at most so many characters: a longer one is cut before a word, with `…`.
fn cut_at_word(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    // Room for the sign.
    let head = &text[..text[..end].char_indices().next_back().map_or(0, |(at, _)| at)];
    let words = head.rfind(' ').map_or(head, |blank| &head[..blank]);
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '.']))
}

fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Every source of the table. The order only decides which source is tried first for a local id.
pub fn all() -> &'static [&'static Source] {
    static ALL: [&Source; 16] = [
        &sfs::SOURCE,
        &hudoc::SOURCE,
        &dv::SOURCE,
        &forarbete::SOURCE,
        &avg::SOURCE,
        &rs::SOURCE,
        &edpb::SOURCE,
        &begrepp::SOURCE,
        &kommentar::SOURCE,
        &eurlex::SOURCE,
        &coe::SOURCE,
        &icrc::SOURCE,
        &untc::SOURCE,
        &icc::SOURCE,
        &icj::SOURCE,
        &foreskrift::SOURCE,
    ];
    &ALL
}

/// The source of legal concepts. What is cited of it and has no artifact is catalogued as a stub.
pub fn concept_source() -> &'static Source {
    &begrepp::SOURCE
}

/// The current name of a source. The publisher of the corpus has renamed one.
pub fn current_name(name: &str) -> &str {
    all().iter().find(|source| source.other_name == Some(name)).map_or(name, |source| source.name)
}

/// The source of the table with this name; None for an unknown name.
pub fn known(name: &str) -> Option<&'static Source> {
    let name = current_name(name);
    all().iter().copied().find(|source| source.name == name)
}

/// The source with this name; for an unknown name the generic source.
pub fn source(name: &str) -> &'static Source {
    known(name).unwrap_or(&generic::SOURCE)
}

/// The label of a source; of an unknown one its name.
pub fn source_label(name: &str) -> &str {
    known(name).map_or(name, |source| source.label)
}

/// The source that a document with this local id would belong to, whether it is held or not.
pub fn source_of_local_id(local_id: &str) -> Option<&'static Source> {
    all().iter().copied().find(|source| (source.owns)(local_id))
}

/// The source that a segment of a path stands for: by its name, by the directory of its artifacts, or as the first segment of the
/// local ids of its documents (`prop`, `celex`). None for a segment that is the local id of a document (`1931:47`).
pub fn source_of_segment(segment: &str) -> Option<&'static Source> {
    if source_of_local_id(segment).is_some() {
        return None;
    }
    let named = |source: &&Source| {
        [source.name, source.artifact_dir].contains(&segment) || source.other_name == Some(segment)
    };
    all().iter().copied().find(named).or_else(|| source_of_local_id(&format!("{segment}/2000:1")))
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

    #[test]
    fn names_and_directories_are_told_apart() {
        for (at, source) in all().iter().enumerate() {
            assert!(!source.name.is_empty() && !source.label.is_empty() && !source.artifact_dir.is_empty());
            for other in &all()[at + 1..] {
                assert_ne!(source.name, other.name);
                assert_ne!(source.artifact_dir, other.artifact_dir);
                assert_ne!(source.label, other.label);
            }
        }
        assert_eq!(source("dv").artifact_dir, "dom");
    }

    #[test]
    fn a_source_may_have_another_name() {
        assert_eq!((current_name("guidance"), current_name("edpb")), ("edpb", "edpb"));
        assert_eq!(current_name("lawreview"), "lawreview");
        assert_eq!(known("guidance").map(|source| source.name), Some("edpb"));
        for source in all().iter().filter_map(|source| source.other_name) {
            assert!(all().iter().all(|other| other.name != source && other.artifact_dir != source));
        }
    }

    #[test]
    fn an_unknown_source_goes_by_its_own_name() {
        assert_eq!(source_label("lawreview"), "lawreview");
        assert_eq!(source_label("coe"), "Europarådets fördrag");
        assert!(known("lawreview").is_none());
        assert_eq!(source("lawreview").group("x"), FlowGroup::Ovrigt);
    }

    #[test]
    fn which_source_a_segment_stands_for() {
        let table = [
            ("sfs", Some("sfs")),
            ("dv", Some("dv")),
            ("dom", Some("dv")),
            ("forarbete", Some("forarbete")),
            ("prop", Some("forarbete")),
            ("bet", Some("forarbete")),
            ("celex", Some("eurlex")),
            ("begrepp", Some("begrepp")),
            ("guidance", Some("edpb")),
            ("fffs", Some("foreskrift")),
            ("avg", Some("avg")),
            ("hudoc", Some("hudoc")),
            ("1931:47", None),
            ("propx", None),
            ("lawreview", None),
            ("", None),
        ];
        for (segment, expected) in table {
            assert_eq!(source_of_segment(segment).map(|source| source.name), expected, "{segment}");
        }
    }

    #[test]
    fn which_source_a_local_id_belongs_to() {
        let table = [
            ("1931:47", Some("sfs")),
            ("1736:0123_1", Some("sfs")),
            ("dom/echr/001-77", Some("hudoc")),
            ("dom/nja/2031s5", Some("dv")),
            ("celex/32031R0077", Some("eurlex")),
            ("prop/2030/31:9", Some("forarbete")),
            ("propx/2030/31:9", None),
            ("fffs/2030:4", Some("foreskrift")),
            ("fffs/2030:4/grund", Some("foreskrift")),
            ("bfnar/2030:4", Some("foreskrift")),
            ("rams/2030:4", Some("foreskrift")),
            ("strålfa/2030:4", Some("foreskrift")),
            ("fffs/x", None),
            ("avg/jo/1-2031", Some("avg")),
            ("rs/skv/1", Some("rs")),
            ("edpb/wp/1", Some("edpb")),
            ("guidance/edpb/05-2030", Some("edpb")),
            ("begrepp/Vall", Some("begrepp")),
            ("kommentar/1931:47", Some("kommentar")),
            ("coe/005", Some("coe")),
            ("icrc/375", Some("icrc")),
            ("untc/I-1", Some("untc")),
            ("icc/x", Some("icc")),
            ("icj/x", Some("icj")),
            ("lawreview/x", None),
            ("", None),
        ];
        for (local_id, expected) in table {
            assert_eq!(source_of_local_id(local_id).map(|source| source.name), expected, "{local_id}");
        }
    }
}
