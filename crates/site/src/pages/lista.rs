//! `/lista?lag=1977:1160&lag=2010:900&sedan=2026-11-01`: what changed in the laws of a list.
//!
//! The address is the list: nothing is stored. The editor posts lines (`klistra`), which are read as numbers and names and answered
//! with the address of the list (303); the numbers of lines that were not understood stand in the address too.

use askama::Template;
use jiff::ToSpan;
use lagrum_answers::{
    self as answers, AnswerError, ListChanges, ListQuestion, ListedChange, ListedProvision, ListedReason,
    ListedText, MAX_LISTED, RunSign,
};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lista as ord;
use crate::parts::subscription;

/// The parameters of the page. Those of the editor are posted.
pub(super) const PARAMETERS: &[&str] =
    &["lag", "sedan", "namn", "formal", "cited", "rad", "cursor", "klistra", "tillagg"];

/// Changes on the page.
const ROWS: usize = 50;

/// Bytes of the texts of provisions on a page, so that it is not more than a phone loads at once.
const TEXT_BYTES: usize = 240_000;

/// The days that a list without a day goes back.
const DAYS: i32 = 92;

/// The most bytes of the address of a list.
const MAX_ADDRESS: usize = 30_000;

#[derive(Template)]
#[template(path = "lista.html")]
struct ListPage {
    frame: Frame,
    heading: String,
    /// The list as lines of the editor.
    lines: String,
    name: String,
    /// The sources whose documents are suggested, with blanks between them.
    sources: String,
    formal: bool,
    cited: bool,
    since: String,
    today: String,
    laws: String,
    unread: String,
    not_found: Vec<String>,
    links: Option<ListLinks>,
    texts: String,
    coming: Vec<ActChanges>,
    changed: Vec<ActChanges>,
    next: Option<Href>,
}

struct ListLinks {
    feed: Href,
    calendar: Href,
    /// The calendar as programs for calendars subscribe to it.
    subscription: Option<Href>,
    read: Href,
}

/// The changes of an act.
struct ActChanges {
    href: Option<Href>,
    name: String,
    rows: Vec<ChangeRow>,
}

struct ChangeRow {
    id: String,
    day: String,
    words: String,
    what: String,
    register: String,
    is_formal: bool,
    why: Vec<ReasonRow>,
    provisions: Vec<ProvisionRow>,
}

struct ReasonRow {
    href: Option<Href>,
    name: String,
    page: String,
    text: String,
}

struct ProvisionRow {
    href: Option<Href>,
    label: String,
    change: &'static str,
    before: TextCell,
    after: TextCell,
    is_left_out: bool,
}

/// A text beside another, with what differs marked.
struct TextCell {
    parts: Vec<TextPart>,
    /// Why there is none, or how well it is known.
    note: &'static str,
}

struct TextPart {
    /// `ins`, `del`, or empty.
    tag: &'static str,
    text: String,
}

/// Draws the page, or reads what was posted to it.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let laws: Vec<String> = values(request, "lag");
    let mut posted = values(request, "klistra");
    posted.extend(values(request, "tillagg"));
    if !posted.is_empty() {
        return read(request, &laws, &posted);
    }
    let name = request.parameter("namn").unwrap_or_default().to_owned();
    let since = match request.parameter("sedan") {
        Some(day) => day.parse().map_err(|_| AnswerError::Invalid {
            parameter: "sedan",
            input: None,
            message: "Input should be a day that exists, as YYYY-MM-DD".to_owned(),
        })?,
        None => request.day.saturating_sub(DAYS.days()),
    };
    let found = if laws.is_empty() { None } else { Some(changes(request, &laws, since)?) };
    let base = &request.snapshot.manifest().base;
    let heading = if name.is_empty() { ord::LIST.to_owned() } else { name.clone() };
    let acts = answers::sources(&request.snapshot)?.into_iter();
    let acts = acts.filter(|source| lagrum_sources::source(&source.source).act_form.is_some());
    let Shown { formal, cited } = Shown::of(request);
    let unread: Vec<usize> = values(request, "rad").iter().filter_map(|line| line.parse().ok()).collect();
    let mut page = ListPage {
        frame: Frame::unlisted(&heading),
        heading,
        sources: acts.map(|source| source.source).collect::<Vec<_>>().join(" "),
        formal,
        cited,
        lines: lines(request, &laws)?,
        since: since.to_string(),
        today: request.day.to_string(),
        laws: ord::laws(laws.len()),
        unread: if unread.is_empty() { String::new() } else { ord::unread(&unread) },
        not_found: Vec::new(),
        links: None,
        texts: String::new(),
        coming: Vec::new(),
        changed: Vec::new(),
        next: None,
        name: name.clone(),
    };
    if let Some(found) = found {
        let tomorrow = request.day.saturating_add(1.days()).to_string();
        let shown = Shown { formal, cited };
        let of_list = |path: &str| shown.in_address(with_laws(Href::page(path), &laws));
        // The API calls a law by another name than addresses of pages.
        let call = laws.iter().fold(Href::page("/api/v1/lists/changes"), |href, law| href.with("uri", law));
        page.frame = page.frame.data(shown.in_address(call).with("since", &since.to_string()));
        page.links = Some(ListLinks {
            feed: of_list("/feeds/lista.atom").with("namn", &name),
            subscription: subscription(request, &of_list("/feeds/lista.ics").with("namn", &name)),
            calendar: of_list("/feeds/lista.ics").with("namn", &name),
            read: of_list("/lista").with("sedan", &tomorrow).with("namn", &name),
        });
        page.next = found.next_cursor.as_ref().map(|cursor| {
            of_list("/lista").with("sedan", &since.to_string()).with("namn", &name).with("cursor", cursor)
        });
        page.not_found = found.not_found.iter().map(|item| item.uri.clone()).collect();
        page.texts = ord::texts(found.texts.both, found.texts.one, found.texts.none);
        (page.coming, page.changed) = grouped(base, found);
    }
    draw(&page).map(PageAnswer::Html)
}

/// Which changes are shown beside those of the laws themselves, and which are not.
#[derive(Clone, Copy)]
struct Shown {
    /// Those by which nothing of substance differs.
    formal: bool,
    /// New decisions and regulations.
    cited: bool,
}

impl Shown {
    fn of(request: &PageRequest) -> Self {
        Self {
            formal: request.parameter("formal") != Some("false"),
            cited: request.parameter("cited") == Some("true"),
        }
    }

    fn in_address(self, href: Href) -> Href {
        let href = if self.formal { href } else { href.with("formal", "false") };
        if self.cited { href.with("cited", "true") } else { href }
    }
}

/// The values of a parameter that is sent several times.
fn values(request: &PageRequest, name: &str) -> Vec<String> {
    let sent = request.query.iter().filter(|(sent, value)| sent == name && !value.trim().is_empty());
    sent.map(|(_, value)| value.trim().to_owned()).collect()
}

fn with_laws(href: Href, laws: &[String]) -> Href {
    laws.iter().fold(href, |href, law| href.with("lag", law))
}

/// Reads posted lines, and leads to the address of the list.
#[expect(clippy::similar_names, reason = "what is posted and the lines pasted in it")]
fn read(request: &PageRequest, laws: &[String], posted: &[String]) -> Result<PageAnswer, AnswerError> {
    let pasted = posted.join("\n");
    let lines = laws.iter().map(String::as_str).chain(pasted.lines());
    let read = answers::read_list_names(&request.snapshot, request.day, lines)?;
    let mut address = Shown::of(request)
        .in_address(with_laws(Href::page("/lista"), &read.ids))
        .with("sedan", request.parameter("sedan").unwrap_or_default())
        .with("namn", request.parameter("namn").unwrap_or_default());
    for line in &read.unread {
        address = address.with("rad", &line.saturating_sub(laws.len()).to_string());
    }
    let address = address.to_string();
    if address.len() > MAX_ADDRESS {
        return Err(AnswerError::Invalid {
            parameter: "klistra",
            input: None,
            message: format!(
                "the address of the list would have more than {MAX_ADDRESS} bytes: write the list to a file and ask \
                `lagrum changes --uri FILE --since DAY`"
            ),
        });
    }
    Ok(PageAnswer::SeeOther(address))
}

fn changes(
    request: &PageRequest,
    laws: &[String],
    since: jiff::civil::Date,
) -> Result<ListChanges, AnswerError> {
    let Shown { formal, cited } = Shown::of(request);
    let question = ListQuestion {
        uris: laws.to_vec(),
        since,
        formal,
        cited,
        diff: true,
        limit: ROWS,
        cursor: request.parameter("cursor").map(str::to_owned),
        ..ListQuestion::default()
    };
    answers::list_changes(&request.snapshot, request.day, &question)
}

/// The list as lines of the editor: the number of each law and its title, as two cells.
fn lines(request: &PageRequest, laws: &[String]) -> Result<String, AnswerError> {
    let uris: Vec<&str> = laws.iter().take(MAX_LISTED).map(String::as_str).collect();
    let titles = answers::list_titles(&request.snapshot, &uris)?;
    let line = |(law, title): (&String, Option<String>)| match title {
        Some(title) => format!("{law}\t{title}\n"),
        None => format!("{law}\n"),
    };
    Ok(laws.iter().zip(titles).map(line).collect())
}

/// The changes by act: those to come, and those that have come.
fn grouped(base: &Base, found: ListChanges) -> (Vec<ActChanges>, Vec<ActChanges>) {
    let mut left = TEXT_BYTES;
    let (mut coming, mut changed): (Vec<ActChanges>, Vec<ActChanges>) = (Vec::new(), Vec::new());
    let mut rows = found.changes;
    // What is to come first is told first.
    let split = rows.iter().position(|row| !row.coming).unwrap_or(rows.len());
    rows[..split].reverse();
    for change in rows {
        let groups = if change.coming { &mut coming } else { &mut changed };
        let name = change.name(base);
        let href = Href::document(base, &change.uri);
        let row = row(base, change, &mut left);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.rows.push(row),
            None => groups.push(ActChanges { href, name, rows: vec![row] }),
        }
    }
    (coming, changed)
}

fn row(base: &Base, change: ListedChange, left: &mut usize) -> ChangeRow {
    let words = change.words(base);
    let what = change.what().unwrap_or_default();
    let ListedChange { id, date, scope, formal, why, provisions, uri, act, .. } = change;
    let title = act.and_then(|act| act.title);
    ChangeRow {
        id: id.split_once('?').map_or_else(String::new, |(_, own)| {
            own.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
        }),
        day: date.unwrap_or_else(|| ord::NO_DAY.to_owned()),
        words: title.map_or_else(|| words.clone(), |title| format!("{words} ({title})")),
        what,
        register: scope.unwrap_or_default(),
        is_formal: formal,
        why: why.into_iter().map(reason).collect(),
        provisions: provisions
            .into_iter()
            .map(|provision| provision_row(base, &uri, provision, left))
            .collect(),
    }
}

/// Where a preparatory work is read: here, or on the page of its publisher.
pub(super) fn address(reason: &ListedReason) -> Option<Href> {
    reason.url.as_deref().and_then(|url| match url.split_once('#') {
        Some((path, anchor)) if url.starts_with('/') => Some(Href::page(path).at(anchor)),
        None if url.starts_with('/') => Some(Href::page(url)),
        _ => Href::outside(url),
    })
}

fn reason(reason: ListedReason) -> ReasonRow {
    ReasonRow {
        href: address(&reason),
        name: reason.label,
        page: reason.page.map(|page| format!("{} {page}", ord::AT_PAGE)).unwrap_or_default(),
        text: reason.text.unwrap_or_default(),
    }
}

fn provision_row(base: &Base, uri: &str, provision: ListedProvision, left: &mut usize) -> ProvisionRow {
    let ListedProvision { anchor, label, change, from_label, before, after, runs, .. } = provision;
    let length = |text: &ListedText| text.text.as_ref().map_or(0, String::len);
    let bytes = length(&before) + length(&after);
    let is_left_out = bytes > *left;
    *left = left.saturating_sub(bytes);
    let label = label.unwrap_or_else(|| anchor.clone());
    ProvisionRow {
        href: Href::document(base, &format!("{uri}#{anchor}")),
        label: from_label.map_or_else(|| label.clone(), |from| format!("{from} → {label}")),
        change: change.words(),
        before: cell(&before, runs.as_deref(), RunSign::Removed, true, is_left_out),
        after: cell(&after, runs.as_deref(), RunSign::Added, false, is_left_out),
        is_left_out,
    }
}

/// The text of one side, with what the other side lacks marked.
fn cell(
    text: &ListedText,
    runs: Option<&[(RunSign, String)]>,
    own: RunSign,
    is_before: bool,
    is_left_out: bool,
) -> TextCell {
    let Some(whole) = &text.text else {
        return TextCell { parts: Vec::new(), note: ord::no_text(text.status, is_before) };
    };
    let note = text.basis.map(ord::certainty).unwrap_or_default();
    let part = |(sign, text): &(RunSign, String)| TextPart {
        tag: match sign {
            RunSign::Same => "",
            RunSign::Added => "ins",
            RunSign::Removed => "del",
        },
        text: text.clone(),
    };
    let parts = match runs {
        _ if is_left_out => Vec::new(),
        Some(runs) => {
            runs.iter().filter(|(sign, _)| *sign == RunSign::Same || *sign == own).map(part).collect()
        }
        None => vec![TextPart { tag: "", text: whole.clone() }],
    };
    TextCell { parts, note }
}
