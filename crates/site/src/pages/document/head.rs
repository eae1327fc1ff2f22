//! The head of the page of a document: its names, its facts, and its actions.

use lagrum_answers::VersionInfo;
use lagrum_artifact::Anchor;
use lagrum_sources::{
    ActForm, eu_parties, kind_singular, organisation, publisher_page, source, source_label,
};

use super::names::{forms, is_in_force, publisher, remark};
use super::shown::Document;
use super::{banners, reference};
use crate::href::Href;
use crate::ord::{self, LydelseAge, besked};
use crate::timeline::Timeline;

/// A name longer than this number of characters is set in smaller letters: that of an EU act may be a whole sentence.
const LONG_NAME: usize = 80;

/// A name with a word longer than this number of characters is set in smaller letters on a phone.
const LONG_WORD: usize = 20;

/// The data above the text.
pub(super) struct Head {
    pub(super) crumbs: Vec<(Href, String)>,
    pub(super) name: String,
    /// The acronym, shown after the name.
    pub(super) acronym: Option<String>,
    /// The official title, if it differs from the name.
    pub(super) official: Option<String>,
    /// Whether the document applies, in a word.
    pub(super) status: Option<&'static str>,
    pub(super) is_expired: bool,
    /// The facts under the name; a legal word has its explanation.
    pub(super) facts: Vec<(String, Option<&'static str>)>,
    pub(super) summary: Option<String>,
    /// How many documents cite it, with the address of their list.
    pub(super) inbound: Option<(Href, String)>,
    /// Whether the reference forms are those of a place that was asked for.
    pub(super) cites_place: bool,
    /// The history of this place; None without a place, and if it is no provision of an act.
    pub(super) history: Option<Href>,
    pub(super) forms: Vec<(&'static str, String)>,
    /// The page that tells how to follow the document, or the place that was asked for.
    pub(super) follow: Href,
    /// The list with the document, or the place that was asked for, alone; only of an act.
    pub(super) list: Option<Href>,
    /// The remark after every citation: that the document is repealed, or which lydelse it is.
    pub(super) remark: String,
    /// The lydelse that a quote from the text is in; empty if it is not known.
    pub(super) wording: String,
    /// Links to the reference in forms for programs.
    pub(super) references: Vec<(Href, &'static str)>,
    /// The lydelser along a line of years.
    pub(super) timeline: Option<Timeline>,
    pub(super) lydelser: Vec<LydelseRow>,
    /// Whether it is a statute or an EU act, so that texts of other days can be asked for.
    pub(super) has_days: bool,
    /// The page of the newest text, for the form that asks for a day.
    pub(super) current: Href,
    pub(super) compare: Option<Href>,
    pub(super) graph: Href,
    /// Whether it has a register of amendments.
    pub(super) has_register: bool,
    /// The page path of the PDF, if there is a text.
    pub(super) pdf_path: Option<String>,
    /// The day of a text that is put together for one.
    pub(super) pdf_day: Option<String>,
    /// The address of pictures of printed pages, without the number of the page at its end.
    pub(super) sheets: Option<String>,
    pub(super) publisher: Option<(Href, String)>,
    /// Where a translation is.
    pub(super) translation: Option<(Href, String)>,
    pub(super) data: Href,
    pub(super) as_adopted: Option<Href>,
}

/// A lydelse in the list.
pub(super) struct LydelseRow {
    pub(super) href: Href,
    pub(super) name: String,
    pub(super) day: String,
    pub(super) forarbeten: String,
    pub(super) is_shown: bool,
}

impl Head {
    /// Whether its name is set in smaller letters.
    pub(super) fn is_long(&self) -> bool {
        self.name.chars().count() > LONG_NAME
    }

    /// Whether it has a word that is wider than the line of a phone, as names of authorities have.
    pub(super) fn has_long_word(&self) -> bool {
        self.name.split_whitespace().any(|word| word.chars().count() > LONG_WORD)
    }

    pub(super) fn new(document: &Document<'_>, inbound: u64, name: String) -> Self {
        let row = &document.text.document;
        let path = document.path();
        let local = path.trim_start_matches('/');
        let is_expired = document.is_expired();
        let source = source(&row.source);
        let is_act = source.act_form.is_some();
        let (name, official) = whole_name(name, official(document));
        let archived = document.lydelser.as_ref().map(|list| list.versions.as_slice()).unwrap_or_default();
        let inbound =
            (inbound > 0).then(|| (Href::page(&format!("/hanvisningar/{local}")), ord::references(inbound)));
        let cited = document.request.parameter("citera").and_then(Anchor::new);
        Self {
            crumbs: vec![(
                Href::page(&format!("/bladdra/{}", row.source)),
                source_label(&row.source).to_owned(),
            )],
            acronym: row.abbr.clone(),
            official,
            status: match document.age() {
                _ if is_expired => Some(ord::REPEALED),
                Some(LydelseAge::Earlier) => Some(ord::EARLIER_LYDELSE),
                Some(LydelseAge::Coming) => Some(ord::COMING_LYDELSE),
                Some(LydelseAge::Current) if source.act_form == Some(ActForm::SwedishAct) => {
                    Some(ord::CURRENT_LYDELSE)
                }
                Some(LydelseAge::Current) => Some(ord::CONSOLIDATED_LYDELSE),
                None => is_in_force(document).then_some(ord::IN_FORCE),
            },
            is_expired: document.is_another_text(),
            facts: explained(facts(document, &name).into_iter()),
            summary: row.description.clone().filter(|_| !is_act),
            inbound,
            cites_place: cited.is_some(),
            history: cited.as_ref().and_then(|place| document.history(place.as_str())),
            forms: forms(document, cited.as_ref()),
            follow: Href::follow(&match &cited {
                Some(place) => format!("{}#{place}", row.uri),
                None => row.uri.clone(),
            }),
            list: is_act.then(|| {
                let place = cited.as_ref().map(|place| format!("#{place}")).unwrap_or_default();
                Href::page("/lista").with("lag", &format!("{local}{place}"))
            }),
            remark: remark(document),
            wording: cut_off(document).map(ord::in_lydelse).unwrap_or_default(),
            references: reference::links(document),
            timeline: Timeline::new(&document.periods, document.lydelse.as_deref(), document.request.day),
            lydelser: lydelse_rows(document, archived),
            has_days: !document.periods.is_empty(),
            compare: (!archived.is_empty()).then(|| Href::page(&format!("/jamfor/{local}"))),
            graph: Href::page(&format!("/graf/{local}")),
            has_register: document
                .text
                .artifact()
                .is_some_and(|artifact| lagrum_render::amendments(artifact).next().is_some()),
            pdf_path: document.text.artifact().map(|_| document.request.path.clone()),
            pdf_day: document.composed().map(|as_of| as_of.date.clone()),
            sheets: document
                .text
                .has_facsimiles()
                .then(|| format!("{}&sid=", Href::page("/api/v1/facsimile").with("uri", &row.uri))),
            publisher: way_to_publisher(document),
            translation: None,
            data: Href::page("/api/v1/document").with("uri", &document.uri),
            as_adopted: document
                .text
                .artifact()
                .filter(|artifact| artifact.presented().is_consolidated())
                .map(|_| Href::page(&format!("{path}/grund"))),
            current: Href::page(&path),
            name,
        }
    }
}

/// The official title of the document. The row of a ruling of the EU courts has its case number instead.
fn official(document: &Document<'_>) -> Option<String> {
    let row = &document.text.document;
    let source = source(&row.source);
    let is_ruling =
        source.act_form == Some(ActForm::EuAct) && !source.is_act(row.kind.as_deref().unwrap_or_default());
    let stated = document.text.artifact().filter(|_| is_ruling).and_then(|artifact| {
        let title = artifact.str(&["title"])?;
        Some(match eu_parties(artifact) {
            Some(parties) => format!("{}. {parties}", title.trim_end_matches('.')),
            None => title.to_owned(),
        })
    });
    stated.or_else(|| row.title.clone())
}

/// The publisher's page of the document: the page in its record, else the page that follows from its number, else the page
/// where it may be searched for.
fn way_to_publisher(document: &Document<'_>) -> Option<(Href, String)> {
    let stated = document.text.document.source_url.as_deref().and_then(Href::outside);
    let derived = || {
        let page = publisher_page(document.path().trim_start_matches('/'))?;
        Href::outside(&page.url).filter(|_| page.is_of_document)
    };
    let own = stated.or_else(derived).map(|href| (href, ord::PUBLISHER.to_owned()));
    own.or_else(|| banners::publisher_link(document))
}

/// The name and the official title, if that is another one. A name that is the beginning of the title, cut for lists, is the whole
/// title on the page of the document.
fn whole_name(name: String, title: Option<String>) -> (String, Option<String>) {
    let beginning = name.strip_suffix('…').map(str::trim_end);
    match title {
        Some(title) if beginning.is_some_and(|beginning| title.starts_with(beginning)) => (title, None),
        title => {
            let title = title.filter(|title| is_another_name(title, &name));
            (name, title)
        }
    }
}

/// Whether a title is another name, not the name with an acronym or a remark in parentheses.
fn is_another_name(title: &str, name: &str) -> bool {
    title.strip_prefix(name).is_none_or(|rest| {
        let rest = rest.trim();
        let is_in_parentheses = rest.starts_with('(') && rest.ends_with(')');
        !rest.is_empty() && !is_in_parentheses
    })
}

/// The line of facts under the name, which does not repeat it.
fn facts(document: &Document<'_>, heading: &str) -> Vec<String> {
    let row = &document.text.document;
    let mut facts = Vec::new();
    // The number of an early act has a part that its uri writes with an underscore: `1736:0123_2`.
    let id = row.short_id.clone().or_else(|| row.label.clone());
    // The id of a commentary is the general word with which its name begins.
    let id = id.filter(|_| banners::commented_on(document).is_none());
    let id = id.map(|id| id.replace('_', " "));
    let kind = row.kind.as_deref().and_then(kind_singular).map(lagrum_artifact::raise_first_letter);
    // The id of a regulation begins with its series.
    let begins_id = |kind: &String| {
        id.as_ref().is_some_and(|id| id.strip_prefix(kind.as_str()).is_some_and(|rest| rest.starts_with(' ')))
    };
    facts.extend(kind.filter(|kind| !begins_id(kind)));
    facts.extend(id);
    let is_said = |name: &String| facts.iter().any(|fact: &String| fact.starts_with(name.as_str()));
    let by = publisher(document).map(|name| organisation(&name).to_owned());
    let by = by.filter(|name| !is_said(name));
    facts.extend(by);
    let kind = row.kind.as_deref().unwrap_or_default();
    facts.extend(row.date.as_deref().map(|day| ord::dated(&row.source, kind, day)));
    let artifact = document.text.artifact();
    let court =
        artifact.and_then(|artifact| artifact.str(&["court_namn"])).filter(|_| row.publisher.is_none());
    facts.extend(court.map(str::to_owned));
    facts.extend(cut_off(document).map(ord::amended_up_to));
    facts.extend(document.text.is_read_from_pages().then(|| besked::READ_FROM_PAGES.to_owned()));
    facts.dedup();
    facts.retain(|fact| fact != heading);
    // The crumbs say that already.
    if facts.as_slice() == [source_label(&row.source)] {
        facts.clear();
    }
    facts
}

/// The last amendment that is worked into the text of a statute.
pub(super) fn cut_off<'d>(document: &'d Document<'_>) -> Option<&'d str> {
    let stated = document.text.artifact()?.str(&["metadata", "uri"])?;
    let (_, id) = stated.split_once("/konsolidering/")?;
    (document.path().trim_start_matches('/') != id).then_some(id)
}

/// The facts; the first legal word among them with its explanation.
fn explained(facts: impl Iterator<Item = String>) -> Vec<(String, Option<&'static str>)> {
    let mut is_explained = false;
    let explain = |fact: String| {
        let meaning = ord::forklaringar::explanation(&fact).filter(|_| !is_explained);
        is_explained |= meaning.is_some();
        (fact, meaning)
    };
    facts.map(explain).collect()
}

/// The lydelser, the newest first: the document itself, and the archived ones.
fn lydelse_rows(document: &Document<'_>, archived: &[VersionInfo]) -> Vec<LydelseRow> {
    let newest = LydelseRow {
        href: Href::page(&document.path()),
        name: ord::NEWEST_LYDELSE.to_owned(),
        day: applied(document, None),
        forarbeten: String::new(),
        is_shown: document.lydelse.is_none() && document.composed().is_none(),
    };
    let newest = (!archived.is_empty()).then_some(newest);
    newest.into_iter().chain(archived.iter().rev().map(|lydelse| lydelse_row(document, lydelse))).collect()
}

fn applied(document: &Document<'_>, lydelse: Option<&str>) -> String {
    let period = document.shown_period(lydelse);
    period.map_or_else(String::new, |period| ord::applied(&period, &document.request.day.to_string()))
}

fn lydelse_row(document: &Document<'_>, lydelse: &VersionInfo) -> LydelseRow {
    LydelseRow {
        href: Href::page(&lydelse.url),
        name: ord::lydelse(&lydelse.version),
        day: applied(document, Some(&lydelse.version)),
        forarbeten: lydelse.forarbeten.join(", "),
        is_shown: document.lydelse.as_ref() == Some(&lydelse.version),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_another_name, whole_name};

    #[test]
    fn a_name_that_was_cut_is_the_title_once() {
        for (name, title, expected) in [
            (
                "Förordning om får och…",
                Some("Förordning om får och hagar"),
                ("Förordning om får och hagar", None),
            ),
            ("Förordning om får…", Some("Lag om får"), ("Förordning om får…", Some("Lag om får"))),
            ("Fårlagen", Some("Fårlag (1931:47)"), ("Fårlagen", Some("Fårlag (1931:47)"))),
            ("Fårlagen…", None, ("Fårlagen…", None)),
        ] {
            let (name, title) = whole_name(name.to_owned(), title.map(str::to_owned));
            assert_eq!((name.as_str(), title.as_deref()), expected);
        }
    }

    #[test]
    fn a_title_with_a_remark_is_the_same_name() {
        for (title, name, expected) in [
            ("Fårlag (1931:47)", "Fårlagen", true),
            ("Rådets direktiv 2031/77/EU om får", "Fårdirektivet", true),
            ("Direktiv 2031/77/EU om får (Text av betydelse för EES)", "Direktiv 2031/77/EU om får", false),
            ("Fårlagen (FL)", "Fårlagen", false),
            ("Fårlagen", "Fårlagen", false),
            ("Fårlagen och annat", "Fårlagen", true),
        ] {
            assert_eq!(is_another_name(title, name), expected, "{title}");
        }
    }
}
