//! `/bladdra[/{source}[/{slug}[/{slug}]]]`: the documents of a source, by facets.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, BrowseDoc, BrowseQuestion, FacetBucket, FirstDocuments, SourceListing,
    SourceName,
};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::{Source, known, shown_day, source_label, source_of_segment};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::parts::{Choice, Choices, Crumb, Door, Paging, listed_names, offset, source_doors};

/// Maximum number of documents on a page.
const LIMIT: u64 = 200;

/// Maximum number of documents on the page of a whole source.
const FIRST: usize = 50;

#[derive(Template)]
#[template(path = "bladdra.html")]
struct BrowsePage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    heading: String,
    /// The full names of the buckets whose designations are in the heading.
    titles: String,
    total: String,
    lists: Vec<Choices>,
    rows: Vec<BrowseRow>,
    /// The address and words of the list of the repealed documents of the source.
    repealed: Option<(Href, String)>,
    paging: Paging,
}

#[derive(Template)]
#[template(path = "kallor.html")]
struct SourcesPage {
    frame: Frame,
    doors: Vec<Door>,
}

/// A document of a list.
struct BrowseRow {
    href: Href,
    name: String,
    /// The beginning of the name, before the part by which it is sorted.
    before: String,
    facts: String,
    summary: String,
    is_subdued: bool,
    nested: Vec<BrowseRow>,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let rest = request.path.strip_prefix("/bladdra").unwrap_or_default().trim_matches('/');
    if rest.is_empty() {
        return sources(request);
    }
    let (name, bucket) = rest.split_once('/').unwrap_or((rest, ""));
    let is_there = answers::sources(&request.snapshot)?.iter().any(|source| source.source == name);
    if !is_there {
        return Err(AnswerError::not_found(format!("no source {name}")));
    }
    if bucket.is_empty() && request.parameter("upphavda") == Some("1") {
        return repealed(request, name);
    }
    match known(name).and_then(|source| source.scheme) {
        Some(_) if bucket.is_empty() => door(request, name),
        Some(_) => filed(request, name, bucket),
        None if bucket.is_empty() => unfiled(request, name),
        None => Err(AnswerError::not_found(format!("the documents of {name} are not filed"))),
    }
}

/// The list that a path of one segment stands for (`/dom`, `/prop`): that of a source, or of its bucket with that name. None
/// for another path, and for a source without documents.
pub(super) fn listing_of(request: &PageRequest) -> Result<Option<Href>, AnswerError> {
    let Some(segment) = request.path.strip_prefix('/').filter(|path| !path.contains('/')) else {
        return Ok(None);
    };
    let Some(name) = source_of_segment(segment).map(|source| source.name) else { return Ok(None) };
    if !answers::sources(&request.snapshot)?.iter().any(|source| source.source == name) {
        return Ok(None);
    }
    let mut listing = format!("/bladdra/{name}");
    if known(name).is_some_and(|source| source.scheme.is_some()) {
        let tree = answers::facets(&request.snapshot, request.day, SourceName::from(name.to_owned()))?;
        if tree.buckets.iter().any(|bucket| bucket.slug == segment) {
            listing = format!("{listing}/{segment}");
        }
    }
    Ok(Some(Href::page(&listing)))
}

fn sources(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let doors = source_doors(&request.snapshot)?;
    let base = &request.snapshot.manifest().base;
    let frame = Frame::new(ord::BROWSE).canonical(base, "/bladdra").data(Href::page("/api/v1/sources"));
    draw(&SourcesPage { frame, doors }).map(PageAnswer::Html)
}

/// A whole source of which no bucket is chosen: how many documents each of the outer ones has, and the newest of all.
fn door(request: &PageRequest, name: &str) -> Result<PageAnswer, AnswerError> {
    let source = SourceName::from(name.to_owned());
    let tree = answers::facets(&request.snapshot, request.day, source.clone())?;
    let (order, documents) = match answers::first_documents(&request.snapshot, request.day, &source, FIRST)? {
        FirstDocuments::Newest(documents) => (ord::newest(documents.len()), documents),
        FirstDocuments::MostCited(documents) => (ord::most_cited(documents.len()), documents),
    };
    let total: u64 = tree.buckets.iter().map(|bucket| bucket.count).sum();
    let heading = heading(tree.levels.first(), &tree.buckets, None);
    let axis = axis(name, "", heading, &tree.buckets, None);
    let order = (total > documents.len() as u64).then_some(order);
    let here = format!("/bladdra/{name}");
    let data = Href::page("/api/v1/browse").with("source", name);
    let page = BrowsePage {
        frame: Frame::new(source_label(name)).canonical(&request.snapshot.manifest().base, &here).data(data),
        crumbs: vec![Crumb::new(ord::BROWSE, Href::page("/bladdra"))],
        heading: source_label(name).to_owned(),
        titles: String::new(),
        total: [named_apart(request, name)?.unwrap_or_else(|| ord::documents(total))]
            .into_iter()
            .chain(order)
            .collect::<Vec<_>>()
            .join(" · "),
        lists: if tree.buckets.is_empty() { Vec::new() } else { vec![axis] },
        rows: documents.iter().map(|document| row(name, document)).collect(),
        repealed: to_repealed(request, name)?,
        paging: Paging::new(0, documents.len() as u64, documents.len() as u64, LIMIT, |_| Href::page(&here)),
    };
    draw(&page).map(PageAnswer::Html)
}

/// The documents of a leaf, and the facets that they are filed under.
fn filed(request: &PageRequest, name: &str, bucket: &str) -> Result<PageAnswer, AnswerError> {
    let source = || SourceName::from(name.to_owned());
    let slugs: Vec<&str> = bucket.split('/').filter(|slug| !slug.is_empty()).collect();
    let tree = answers::facets(&request.snapshot, request.day, source())?;
    let unknown = || AnswerError::not_found(format!("no leaf {bucket} among the buckets of {name}"));
    // Each level with its chosen bucket; below the levels that the path names, the first bucket.
    let (mut level, mut path): (&[FacetBucket], Vec<&FacetBucket>) = (&tree.buckets, Vec::new());
    let (mut lists, mut titles) = (Vec::new(), Vec::new());
    while !level.is_empty() {
        let asked = slugs.get(path.len());
        let found = match asked {
            Some(slug) => Some(level.iter().find(|bucket| bucket.slug == **slug).ok_or_else(unknown)?),
            None => level.first(),
        };
        let Some(chosen) = found else { break };
        let outer = path.iter().map(|bucket| &*bucket.slug).collect::<Vec<_>>().join("/");
        let heading = heading(tree.levels.get(path.len()), level, path.last().copied());
        lists.push(axis(name, &outer, heading, level, Some(chosen)));
        titles.extend(bucket_title(name, chosen).map(str::to_owned));
        path.push(chosen);
        level = chosen.children.as_deref().unwrap_or_default();
    }
    if slugs.len() > path.len() {
        return Err(unknown());
    }
    let leaf = path.iter().map(|bucket| &*bucket.slug).collect::<Vec<_>>().join("/");
    let offset = offset(request)?;
    let question = BrowseQuestion { source: source(), bucket: Some(leaf.clone()), offset, limit: LIMIT };
    let listed = answers::browse(&request.snapshot, request.day, question)?;
    let total = listed.total.unwrap_or_default();
    let documents = leaf_documents(listed.buckets, &path);
    if documents.is_empty() && offset > 0 {
        return Err(unknown());
    }
    let here = format!("/bladdra/{name}/{leaf}");
    let labels: Vec<&str> = path.iter().map(|bucket| &*bucket.label).collect();
    let heading = labels.join(", ");
    let title = format!("{}: {heading}", source_label(name));
    let data = Href::page("/api/v1/browse").with("source", name).with("bucket", &leaf);
    let base = &request.snapshot.manifest().base;
    let paging = Paging::new(offset, documents.len() as u64, total, LIMIT, |offset| {
        Href::page(&here).with("offset", &offset.to_string())
    });
    let named_apart = named_apart(request, name)?;
    let counted = if named_apart.is_some() { ord::in_list(total) } else { ord::documents(total) };
    titles.extend(named_apart);
    let page = BrowsePage {
        frame: Frame::new(title).canonical(base, &here).data(data),
        crumbs: crumbs(name),
        heading,
        titles: titles.join(", "),
        total: counted,
        lists,
        rows: documents.iter().map(|document| row(name, document)).collect(),
        repealed: to_repealed(request, name)?,
        paging,
    };
    draw(&page).map(PageAnswer::Html)
}

/// The heading of a level of buckets: its name. If the buckets of a level of years are not years (EU treaties are filed by
/// treaty), the name of the bucket around them.
fn heading(name: Option<&String>, level: &[FacetBucket], outer: Option<&FacetBucket>) -> String {
    let is_year = |bucket: &FacetBucket| bucket.label.parse::<u16>().is_ok();
    match (name, outer) {
        (Some(name), Some(outer)) if name == ord::YEAR && !level.iter().any(is_year) => outer.label.clone(),
        (name, _) => name.cloned().unwrap_or_default(),
    }
}

/// A level of buckets as choices. The chosen bucket keeps its position, since readers know the order.
fn axis(
    name: &str,
    outer: &str,
    heading: String,
    level: &[FacetBucket],
    chosen: Option<&FacetBucket>,
) -> Choices {
    let choice = |bucket: &FacetBucket| {
        let outer = if outer.is_empty() { String::new() } else { format!("{outer}/") };
        let href = Href::page(&format!("/bladdra/{name}/{outer}{}", bucket.slug));
        let is_chosen = chosen.is_some_and(|chosen| chosen.slug == bucket.slug);
        Choice::new(bucket.label.clone(), href, is_chosen)
            .titled(bucket_title(name, bucket))
            .counted(bucket.count)
    };
    Choices { heading, values: level.iter().map(choice).collect(), folded: Vec::new() }
}

/// How many documents of the whole source are held and how many are only named; None if every named document is held.
fn named_apart(request: &PageRequest, name: &str) -> Result<Option<String>, AnswerError> {
    let source = SourceName::from(name.to_owned());
    let coverage = answers::coverage(&request.snapshot, Some(&source))?;
    let source = coverage.sources.into_iter().find(|source| source.stubs > 0);
    Ok(source.map(|source| ord::of_all(source_label(name), source.documents, source.stubs)))
}

/// The full name of a bucket whose label is a designation.
fn bucket_title(source: &str, bucket: &FacetBucket) -> Option<&'static str> {
    known(source)?.kinds().iter().find(|kind| kind.key == bucket.slug)?.title
}

/// The documents of the leaf at the end of a path.
fn leaf_documents(mut level: Vec<FacetBucket>, path: &[&FacetBucket]) -> Vec<BrowseDoc> {
    for step in path {
        let Some(at) = level.iter().position(|bucket| bucket.slug == step.slug) else { return Vec::new() };
        let bucket = level.swap_remove(at);
        if let Some(documents) = bucket.documents {
            return documents;
        }
        level = bucket.children.unwrap_or_default();
    }
    Vec::new()
}

fn row(source: &str, document: &BrowseDoc) -> BrowseRow {
    let short_id = document.short_id.clone().filter(|id| !document.display.contains(id.as_str()));
    let date = document.date.as_deref().map(|day| shown_day(source, day).to_owned());
    let variant = document.variant.as_deref().and_then(ord::variant).map(str::to_owned);
    let named = document.is_only_named.then(|| ord::ONLY_NAMED.to_owned());
    let facts = [variant, short_id, date, named];
    let facts: Vec<String> = facts
        .into_iter()
        .flatten()
        .chain(document.consolidated.and_then(|is| is.then(|| ord::CONSOLIDATED.to_owned())))
        .collect();
    let (before, name) = match (&document.pre, &document.key) {
        (Some(pre), Some(key)) if !key.is_empty() => (pre.clone(), key.clone()),
        _ => (String::new(), document.display.clone()),
    };
    BrowseRow {
        href: Href::page(&document.url),
        before,
        name,
        facts: facts.join(" · "),
        summary: document.description.clone().unwrap_or_default(),
        is_subdued: document.subdued == Some(true) || document.is_only_named,
        nested: document.amendments.iter().flatten().map(|nested| row(source, nested)).collect(),
    }
}

/// The documents of a source without facets, in the order of their addresses.
fn unfiled(request: &PageRequest, name: &str) -> Result<PageAnswer, AnswerError> {
    let offset = offset(request)?;
    let listing = SourceListing {
        source: SourceName::from(name.to_owned()),
        kind: known(name).and_then(Source::listed_kind),
        include_expired: false,
        limit: LIMIT,
        offset,
    };
    let (total, documents) = answers::documents_of_source(&request.snapshot, request.day, &listing)?;
    if documents.is_empty() && offset > 0 {
        return Err(AnswerError::not_found(format!("{name} has {total} documents")));
    }
    let here = format!("/bladdra/{name}");
    let base = &request.snapshot.manifest().base;
    let rows = documents.iter().filter_map(|document| {
        let href = Href::document(base, &document.uri)?;
        let names = listed_names(document.label.clone(), document.title.clone());
        let (name, title) = names.unwrap_or_else(|| (document.uri.clone(), String::new()));
        Some(BrowseRow {
            facts: title,
            href,
            name,
            before: String::new(),
            summary: String::new(),
            is_subdued: false,
            nested: Vec::new(),
        })
    });
    let page = BrowsePage {
        frame: Frame::new(source_label(name))
            .canonical(base, &here)
            .data(Href::page("/api/v1/documents").with("source", name)),
        crumbs: vec![Crumb::new(ord::BROWSE, Href::page("/bladdra"))],
        heading: source_label(name).to_owned(),
        titles: String::new(),
        total: ord::documents(total),
        lists: Vec::new(),
        rows: rows.collect(),
        repealed: to_repealed(request, name)?,
        paging: Paging::new(offset, documents.len() as u64, total, LIMIT, |offset| {
            Href::page(&here).with("offset", &offset.to_string())
        }),
    };
    draw(&page).map(PageAnswer::Html)
}

/// The address and words of the list of the repealed documents of a source, which the other lists leave out.
fn to_repealed(request: &PageRequest, name: &str) -> Result<Option<(Href, String)>, AnswerError> {
    let source = SourceName::from(name.to_owned());
    let (total, _) = answers::ended_documents(&request.snapshot, request.day, &source, 0, 0)?;
    let href = || Href::page(&format!("/bladdra/{name}")).with("upphavda", "1");
    Ok((total > 0).then(|| (href(), ord::show_repealed(total))))
}

/// The repealed documents of a source, in the order of their addresses.
fn repealed(request: &PageRequest, name: &str) -> Result<PageAnswer, AnswerError> {
    let offset = offset(request)?;
    let source = SourceName::from(name.to_owned());
    let (total, documents) =
        answers::ended_documents(&request.snapshot, request.day, &source, offset, LIMIT)?;
    if documents.is_empty() {
        return Err(AnswerError::not_found(format!("{name} has {total} repealed documents")));
    }
    let here = Href::page(&format!("/bladdra/{name}")).with("upphavda", "1");
    let base = &request.snapshot.manifest().base;
    let rows = documents.iter().filter_map(|document| {
        let title = document.title.clone().filter(|title| *title != document.name);
        Some(BrowseRow {
            href: Href::document(base, &document.uri)?,
            name: document.name.clone(),
            before: String::new(),
            facts: [Some(ord::repealed_mark(document.day.as_deref())), title]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" · "),
            summary: String::new(),
            is_subdued: true,
            nested: Vec::new(),
        })
    });
    let page = BrowsePage {
        frame: Frame::unlisted(format!("{}: {}", source_label(name), ord::REPEALED_ONES)),
        crumbs: crumbs(name),
        heading: ord::REPEALED_ONES.to_owned(),
        titles: String::new(),
        total: ord::documents(total),
        lists: Vec::new(),
        rows: rows.collect(),
        repealed: None,
        paging: Paging::new(offset, documents.len() as u64, total, LIMIT, |offset| {
            here.clone().with("offset", &offset.to_string())
        }),
    };
    draw(&page).map(PageAnswer::Html)
}

fn crumbs(name: &str) -> Vec<Crumb> {
    vec![
        Crumb::new(ord::BROWSE, Href::page("/bladdra")),
        Crumb::new(source_label(name), Href::page(&format!("/bladdra/{name}"))),
    ]
}
