//! Which element each part of an act is.

use lagrum_artifact::Node;
use lagrum_sources::ActForm;

/// An element of the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element<'a> {
    /// Its name.
    pub(super) tag: &'static str,
    /// The name of a container that the vocabulary has no element for.
    pub(super) name: Option<&'a str>,
    /// What an eId calls it.
    pub(super) kind: &'static str,
}

impl<'a> Element<'a> {
    pub(super) const HEADING: Self = Self { tag: "crossHeading", name: None, kind: "crossHeading" };

    pub(super) const POINT: Self = Self::of("point", "point");
    pub(super) const ALINEA: Self = Self::of("alinea", "al");
    pub(super) const FIGURE: Self = Self { tag: "hcontainer", name: Some("grafik"), kind: "img" };

    const fn of(tag: &'static str, kind: &'static str) -> Self {
        Self { tag, name: None, kind }
    }

    /// A container with a name.
    pub(super) const fn container(name: &'a str) -> Self {
        Self { tag: "hcontainer", name: Some(name), kind: "hcontainer" }
    }

    /// The element of a node. `is_numbered` says whether an EU or treaty paragraph has a number.
    pub(super) fn of_node(form: ActForm, node: Node<'a>, anchor: Option<&str>) -> Self {
        match (form, node.kind()) {
            (_, "rubrik") => Self::container("rubrik"),
            (_, "lista") => Self::of("list", "list"),
            (ActForm::SwedishAct, "avdelning") => Self::of("part", "part"),
            (ActForm::SwedishAct, "underavdelning") => Self::of("subpart", "subpart"),
            (ActForm::SwedishAct, "kapitel") => Self::of("chapter", "chp"),
            (ActForm::SwedishAct, "paragraf") => Self::of("section", "sec"),
            (ActForm::SwedishAct, "moment") => Self::of("subsection", "subsec"),
            (ActForm::SwedishAct, "stycke" | "konventionsstycke") => Self::of("alinea", "al"),
            (ActForm::SwedishAct | ActForm::Treaty, "punkt") => Self::of("point", "point"),
            (ActForm::SwedishAct, "overgangsbestammelse") => Self::of("transitional", "transitional"),
            (ActForm::SwedishAct, "konventionsartikel") => Self::of("article", "art"),
            (ActForm::SwedishAct, "konventionsavdelning") => Self::of("division", "dvs"),
            (ActForm::Treaty, "artikel") => Self::of("article", "art"),
            (ActForm::Treaty, "stycke") if node.str("ordinal").is_some() => Self::of("paragraph", "para"),
            (ActForm::Treaty, "stycke") => Self::of("alinea", "al"),
            (ActForm::EuAct, "article") => Self::of("article", "art"),
            (ActForm::EuAct, "heading") => Self::of_heading(node),
            (ActForm::EuAct, "point") => Self::of("point", "point"),
            (ActForm::EuAct, "paragraph") => {
                let last = anchor.and_then(|anchor| anchor.rsplit('.').next()).unwrap_or_default();
                if last.starts_with('S') {
                    Self::of("subparagraph", "subpara")
                } else if node.str("num").is_some() || last.starts_with(|c: char| c.is_ascii_digit()) {
                    Self::of("paragraph", "para")
                } else {
                    Self::of("alinea", "al")
                }
            }
            (_, "") => Self::of("alinea", "al"),
            (_, other) => Self::container(other),
        }
    }

    /// The element that the word of a heading of an EU act names.
    fn of_heading(node: Node<'a>) -> Self {
        let words = node.text().plain_text();
        let label = node.str("label").unwrap_or(&words).trim_start();
        let word = label.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_uppercase();
        match word.as_str() {
            "AVDELNING" | "TITLE" => Self::of("title", "title"),
            "KAPITEL" | "CHAPTER" => Self::of("chapter", "chp"),
            "AVSNITT" | "SECTION" => Self::of("section", "sec"),
            "DEL" | "PART" => Self::of("part", "part"),
            "BILAGA" | "ANNEX" => Self::container("annex"),
            _ => Self::of("level", "level"),
        }
    }

    /// Whether its text is a stycke or the like, to which a table in it belongs.
    pub(super) fn holds_text(self) -> bool {
        matches!(self.tag, "alinea" | "point" | "paragraph" | "subparagraph")
    }
}

/// Whether the first heading in a part is its own.
pub(super) fn has_heading(node: Node<'_>) -> bool {
    let kind = node.kind();
    let of_provisions = matches!(
        kind,
        "avdelning"
            | "underavdelning"
            | "kapitel"
            | "bilaga"
            | "overgangsbestammelse"
            | "article"
            | "artikel"
    );
    of_provisions || kind.starts_with("konvention")
}

/// Whether a node of an EU act stands before its provisions.
pub(super) fn is_preamble(kind: &str) -> bool {
    matches!(kind, "preamble" | "citation" | "recital")
}
