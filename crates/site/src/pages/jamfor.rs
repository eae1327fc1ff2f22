//! `/jamfor/{id}?from=&to=&vy=sida&bara=1`: the differences between two lydelser, in one text or in two columns.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, DiffQuestion, DiffResponse, DiffUnitAnswer, LydelsePeriod, RunSign,
    UnitChangeName, UnitKindName, VersionList,
};
use lagrum_artifact::{ActFamily, DocumentUri};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_snapshot::Snapshot;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::parts::{Choice, Crumb, Subject};

#[derive(Template)]
#[template(path = "jamfor.html")]
struct DiffPage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    from: Side,
    to: Side,
    /// The lydelser to choose from, the oldest first, and the present one last.
    lydelser: Vec<Lydelse>,
    /// The amendments between the two, unless there is only the one that the newer lydelse is named after.
    acts: String,
    /// The kinds of changes, each with the address of its first place.
    summary: Vec<Choice>,
    views: Vec<Choice>,
    in_columns: bool,
    only_changes: bool,
    units: Vec<UnitRow>,
}

#[derive(Template)]
#[template(path = "lydelser.html")]
struct NothingToComparePage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    lydelser: Vec<Lydelse>,
}

/// One side of a comparison.
struct Side {
    name: String,
    /// When it applied; empty for the document itself.
    applied: String,
    href: Href,
}

/// A lydelse to choose.
struct Lydelse {
    /// Its id; empty for the present one.
    id: String,
    name: String,
    href: Href,
    is_older: bool,
    is_newer: bool,
}

/// A unit of the comparison.
struct UnitRow {
    /// The id on the page; empty if there is no link to the unit.
    id: String,
    is_heading: bool,
    class: &'static str,
    /// The change of the unit, in words; empty if unchanged.
    change: &'static str,
    /// The places of the unit in both lydelser, if they differ.
    labels: String,
    older: Vec<RunPart>,
    newer: Vec<RunPart>,
    both: Vec<RunPart>,
}

/// A stretch of text.
struct RunPart {
    /// `ins`, `del`, or empty for text that both lydelser have.
    tag: &'static str,
    text: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.strip_prefix("/jamfor").unwrap_or_default();
    let subject = Subject::find(request, path, "")?;
    if !subject.is_held {
        return Err(AnswerError::not_found(format!("no document {}", subject.uri)));
    }
    let versions = answers::versions(&request.snapshot, &subject.uri)?;
    let Some(latest) = versions.versions.last() else {
        let frame = Frame::unlisted(ord::comparison_title(&subject.document_name));
        let page = NothingToComparePage { frame, crumbs: subject.crumbs(), subject, lydelser: Vec::new() };
        return draw(&page).map(PageAnswer::Html);
    };
    let (from, to) = (request.parameter("from").unwrap_or(&latest.version), request.parameter("to"));
    let base = &request.snapshot.manifest().base;
    let answer = DiffQuestion::parse(base, &subject.uri, from, to)
        .and_then(|question| answers::find_lydelser(&request.snapshot, request.day, question))
        .and_then(|pair| answers::compare(&request.snapshot, pair));
    let answer = match answer {
        Ok(answer) => answer,
        Err(AnswerError::NotFound(_) | AnswerError::Malformed(_)) => {
            return unknown(request, subject, &versions);
        }
        Err(error) => return Err(error),
    };
    let diff = answer.answer(true)?;
    compared(request, subject, &versions, from, to, &diff)
}

/// The page for a lydelse that does not exist, with a list of those that do.
fn unknown(
    request: &PageRequest,
    subject: Subject,
    versions: &VersionList,
) -> Result<PageAnswer, AnswerError> {
    let frame = Frame::unlisted(ord::comparison_title(&subject.document_name));
    let lydelser = lydelser(request, &subject, versions, "", None)?;
    draw(&NothingToComparePage { frame, crumbs: subject.crumbs(), subject, lydelser })
        .map(PageAnswer::Missing)
}

fn compared(
    request: &PageRequest,
    subject: Subject,
    versions: &VersionList,
    from: &str,
    to: Option<&str>,
    diff: &DiffResponse,
) -> Result<PageAnswer, AnswerError> {
    let in_columns = request.parameter("vy") == Some("sida");
    let only_changes = request.parameter("bara") == Some("1");
    let here = |columns: bool, changes: bool| {
        Href::page(&format!("/jamfor{}", subject.path))
            .with("from", from)
            .with("to", to.unwrap_or_default())
            .with("vy", if columns { "sida" } else { "" })
            .with("bara", if changes { "1" } else { "" })
    };
    let view = |label: &str, columns: bool, changes: bool| {
        Choice::new(label, here(columns, changes), (columns, changes) == (in_columns, only_changes))
    };
    let periods = answers::lydelse_periods(&request.snapshot, &subject.uri)?;
    let today = request.day.to_string();
    let side = |lydelse: &answers::DiffLydelse, is_newest: bool| {
        let is_own = |period: &&LydelsePeriod| period.version.is_some() && period.uri == lydelse.uri;
        let local = request.snapshot.manifest().base.strip(&lydelse.uri).unwrap_or_default();
        Side {
            name: lydelse.version.clone().filter(|_| !is_newest).map_or_else(
                || present_name(&subject.uri, &request.snapshot).to_owned(),
                |version| ord::lydelse(&version),
            ),
            applied: periods
                .iter()
                .find(is_own)
                .map_or_else(String::new, |period| ord::applied(period, &today)),
            href: Href::page(local),
        }
    };
    let data = Href::page("/api/v1/document/diff")
        .with("uri", &subject.uri)
        .with("from", from)
        .with("to", to.unwrap_or_default());
    let page = DiffPage {
        frame: Frame::unlisted(ord::comparison_title(&subject.document_name)).data(data),
        crumbs: subject.crumbs(),
        from: side(&diff.from, false),
        to: side(&diff.to, to.is_none()),
        lydelser: lydelser(request, &subject, versions, from, to)?,
        acts: if diff.summary.acts.len() > 1 { ord::between(&diff.summary.acts) } else { String::new() },
        summary: summary(diff, &here(in_columns, only_changes)),
        views: vec![
            view(ord::INLINE, false, only_changes),
            view(ord::IN_COLUMNS, true, only_changes),
            Choice::new(ord::ONLY_CHANGES, here(in_columns, !only_changes), only_changes),
        ],
        in_columns,
        only_changes,
        units: units(diff, only_changes),
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

fn lydelser(
    request: &PageRequest,
    subject: &Subject,
    versions: &VersionList,
    from: &str,
    to: Option<&str>,
) -> Result<Vec<Lydelse>, AnswerError> {
    let periods = answers::lydelse_periods(&request.snapshot, &subject.uri)?;
    let today = request.day.to_string();
    let applied = |version: &str| {
        let period = periods.iter().find(|period| period.version.as_deref() == Some(version))?;
        Some(ord::applied(period, &today))
    };
    let archived = versions.versions.iter().map(|version| Lydelse {
        id: version.version.clone(),
        name: match applied(&version.version) {
            Some(applied) => format!("{} ({applied})", ord::lydelse(&version.version)),
            None => ord::lydelse(&version.version),
        },
        href: Href::page(&format!("/jamfor{}", subject.path)).with("from", &version.version),
        is_older: version.version == from,
        is_newer: to == Some(&*version.version),
    });
    let present = Lydelse {
        id: String::new(),
        name: present_name(&subject.uri, &request.snapshot).to_owned(),
        href: Href::page(&subject.path),
        is_older: false,
        is_newer: to.is_none(),
    };
    Ok(archived.chain([present]).collect())
}

/// The name of the document itself among its lydelser: for an EU act it is the text as printed.
fn present_name(uri: &str, snapshot: &Snapshot) -> &'static str {
    let family = DocumentUri::new(uri).and_then(|uri| ActFamily::of(&uri, &snapshot.manifest().base));
    if family == Some(ActFamily::EuAct) { ord::TO_PRINTED } else { ord::PRESENT_LYDELSE }
}

/// The id of a changed unit, by its number among the changed ones.
fn unit_id(number: usize) -> String {
    format!("a{number}")
}

/// The number of units with each change, each with the address of the first.
fn summary(diff: &DiffResponse, here: &Href) -> Vec<Choice> {
    let mut changed: Vec<(UnitChangeName, usize)> = Vec::new();
    for unit in diff.units.iter().filter(|unit| !unit.change.is_unmarked()) {
        changed.push((unit.change, changed.len() + 1));
    }
    let kinds = [
        vec![UnitChangeName::Changed],
        vec![UnitChangeName::Added],
        vec![UnitChangeName::Removed],
        vec![UnitChangeName::Replaced],
        vec![UnitChangeName::Moved, UnitChangeName::Renumbered],
    ];
    let choice = |kinds: Vec<UnitChangeName>| {
        let of_kind: Vec<usize> =
            changed.iter().filter(|(change, _)| kinds.contains(change)).map(|(_, number)| *number).collect();
        let first = *of_kind.first()?;
        let label = ord::changes(kinds[0], of_kind.len() as u64);
        Some(Choice::new(label, here.clone().at(&unit_id(first)), false))
    };
    kinds.into_iter().filter_map(choice).collect()
}

/// All units, or only those that changed, with the headings above them.
fn units(diff: &DiffResponse, only_changes: bool) -> Vec<UnitRow> {
    let (mut rows, mut heading, mut number) = (Vec::new(), None, 0);
    for unit in &diff.units {
        let is_same = unit.change.is_unmarked();
        let is_heading = unit.kind == UnitKindName::Heading;
        if only_changes && is_same {
            if is_heading {
                heading = Some(unit);
            }
            continue;
        }
        if only_changes && let Some(heading) = heading.take() {
            rows.push(row(heading, String::new()));
        }
        let id = if is_same {
            String::new()
        } else {
            number += 1;
            unit_id(number)
        };
        rows.push(row(unit, id));
    }
    rows
}

fn row(unit: &DiffUnitAnswer, id: String) -> UnitRow {
    let is_unmarked = unit.change.is_unmarked();
    let part = |(sign, text): &(RunSign, String)| RunPart {
        tag: match sign {
            _ if is_unmarked => "",
            RunSign::Same => "",
            RunSign::Added => "ins",
            RunSign::Removed => "del",
        },
        text: text.clone(),
    };
    let of = |left_out: RunSign| unit.runs.iter().filter(|run| run.0 != left_out).map(part).collect();
    let labels = match (&unit.from_label, &unit.label) {
        (Some(from), Some(to)) if from != to => ord::renumbered(from, to),
        _ => String::new(),
    };
    UnitRow {
        id,
        is_heading: unit.kind == UnitKindName::Heading,
        class: match unit.change {
            UnitChangeName::Same | UnitChangeName::Editorial => "same",
            UnitChangeName::Changed => "changed",
            UnitChangeName::Added => "added",
            UnitChangeName::Removed => "removed",
            UnitChangeName::Replaced if unit.from_order.is_some() => "removed",
            UnitChangeName::Replaced => "added",
            UnitChangeName::Moved | UnitChangeName::Renumbered => "moved",
        },
        change: ord::change(unit.change),
        labels,
        older: of(RunSign::Added),
        newer: of(RunSign::Removed),
        both: unit.runs.iter().filter(|run| !is_unmarked || run.0 != RunSign::Removed).map(part).collect(),
    }
}
