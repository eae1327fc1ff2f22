//! `/sok`: documents that match a query, with the passages that answer.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, Correction, Fragment, ReadingKind, SearchFacetBucket, SearchQuestion,
    SearchResponse, SearchResult, YearCount,
};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_search::HitOrder;
use lagrum_sources::{english_kind_of_any, english_source, kind_title};
use lagrum_words::YearRangeError;

use super::ways_on::{WordRow, ways_on};
use crate::frame::Frame;
use crate::href::Href;
use crate::language::Language;
use crate::markup::{Markup, draw};
use crate::ord::FrameWords;
use crate::ord::lists as ord;
use crate::ord::search_words::{self, SearchWords};
use crate::parts::{Choice, Choices};
use crate::questions::{QuestionDoor, Questions};

/// The parameters that the page reads.
pub(super) const PARAMETERS: &[&str] = &["q", "source", "kind", "year", "sort", "cursor", "lang"];

/// Maximum number of hits on a page.
const LIMIT: usize = 10;

/// Maximum number of choices of a facet that are listed.
const MAX_CHOICES: usize = 20;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    words: &'static SearchWords,
    query: String,
    facets: Vec<Choices>,
    /// Remarks on how the query was read.
    remarks: Vec<Remark>,
    total: Option<String>,
    hits: Vec<Hit>,
    more: Option<Href>,
    /// The page that tells how to follow the query.
    follow: Href,
    /// The two orders: their addresses, words, and whether each is chosen.
    orders: Vec<(Href, &'static str, bool)>,
    /// The message if nothing was found or asked.
    nothing: Option<&'static str>,
    /// The answer to a question of the start page that the query asks.
    answered: Option<Answered>,
    /// The questions of the start page, if nothing was found.
    everyday: Vec<QuestionDoor>,
    /// The hits of each word alone, if the words together find nothing.
    alone: Vec<WordRow>,
    /// Other searches that may find something, if this one finds nothing.
    ways_on: Vec<(Href, &'static str)>,
}

/// A question of the start page that a query asks, with the provision that answers it.
struct Answered {
    question: String,
    href: Href,
    /// The provision as a reader cites it.
    place: String,
    /// Its words.
    text: String,
}

impl Answered {
    /// The question that a query asks in nearly the same words, if the provision that answers it applies. If the act is not
    /// held, the text states that instead.
    fn new(
        request: &PageRequest,
        questions: &Questions,
        search: &Asked<'_>,
    ) -> Result<Option<Self>, AnswerError> {
        let language = search.language;
        let snapshot = &request.snapshot;
        let base = &snapshot.manifest().base;
        let Some(asked) = questions.asked(search.query, base) else { return Ok(None) };
        let document = asked.uri.split('#').next().unwrap_or_default().to_owned();
        let local = base.strip(&document).unwrap_or(&document).to_owned();
        let held = answers::held_places(snapshot, request.day, &[asked.uri.clone(), document])?;
        match held[..] {
            [true, _] => {}
            [false, false] => {
                return Ok(Some(Self {
                    question: asked.words,
                    href: language.kept(Href::page(&local)),
                    place: answers::name_of_unheld_place(base.strip(&asked.uri).unwrap_or_default()),
                    text: (SearchWords::of(language).is_not_here)(&answers::name_of_unheld(&local)),
                }));
            }
            _ => return Ok(None),
        }
        let card = answers::card(snapshot, request.day, &asked.uri, None)?;
        let Some(text) = card.snippet else { return Ok(None) };
        let text = without_number(&text, &card.citation).to_owned();
        Ok(Some(Self { question: asked.words, href: asked.page, place: card.citation, text }))
    }
}

/// The text of a provision without its number, if the citation has the number.
fn without_number<'t>(text: &'t str, citation: &str) -> &'t str {
    let number = text.find("§ ").map(|at| &text[..at + "§".len()]);
    number
        .filter(|number| citation.starts_with(number))
        .map_or(text, |number| text[number.len()..].trim_start())
}

/// A remark on how the query was read.
struct Remark {
    words: String,
    link: Option<(Href, String)>,
}

/// A document that was found.
struct Hit {
    href: Href,
    name: String,
    facts: String,
    /// Whether the query names it.
    is_named: bool,
    /// A sentence on what a decision is about.
    summary: Option<String>,
    passages: Vec<PassageRow>,
    snippets: Vec<Markup>,
}

/// A passage of a document.
struct PassageRow {
    href: Href,
    label: String,
    /// The heading above the passage that has the words, if the passage has none.
    heading: Option<Markup>,
    text: Markup,
}

/// The parameters of a search.
struct Asked<'r> {
    query: &'r str,
    source: Option<&'r str>,
    kind: Option<&'r str>,
    year: Option<&'r str>,
    sort: Option<&'r str>,
    language: Language,
}

impl<'r> Asked<'r> {
    /// The page that tells how to follow the query.
    fn follow(&self) -> Href {
        Href::page("/folj")
            .with("q", self.query)
            .with("source", self.source.unwrap_or_default())
            .with("kind", self.kind.unwrap_or_default())
            .with("year", self.year.unwrap_or_default())
    }

    fn new(request: &'r PageRequest) -> Self {
        Self {
            query: request.parameter("q").unwrap_or_default(),
            source: request.parameter("source"),
            kind: request.parameter("kind"),
            year: request.parameter("year"),
            sort: request.parameter("sort"),
            language: Language::of(request),
        }
    }

    fn has_no_filter(&self) -> bool {
        [self.source, self.kind, self.year].iter().all(|filter| filter.unwrap_or_default().is_empty())
    }

    /// The address of the search with one parameter set to another value.
    fn with(&self, name: &str, value: &str) -> Href {
        let kept = [
            ("q", Some(self.query)),
            ("source", self.source),
            ("kind", self.kind),
            ("year", self.year),
            ("sort", self.sort),
        ];
        let kept = kept.into_iter().filter(|(kept, _)| *kept != name);
        let href =
            kept.fold(Href::page("/sok"), |href, (name, value)| href.with(name, value.unwrap_or_default()));
        self.language.kept(href.with(name, value))
    }

    fn question(&self, cursor: Option<&str>) -> Result<SearchQuestion, AnswerError> {
        let year = self.year.map(|year| {
            year.parse().map_err(|_: YearRangeError| AnswerError::Invalid {
                parameter: "year",
                input: Some(year.to_owned()),
                message: ord::bad_year(year),
            })
        });
        Ok(SearchQuestion {
            query: self.query.to_owned(),
            source: self.source.map(|name| answers::SourceName::from(name.to_owned())),
            kind: self.kind.map(str::to_owned),
            year: year.transpose()?,
            days: None,
            limit: LIMIT,
            offset: None,
            cursor: cursor.map(str::to_owned),
            sort: if self.sort == Some("citations") { HitOrder::Citations } else { HitOrder::Relevance },
            explain: false,
        })
    }
}

/// Draws the page.
pub(super) fn page(request: &PageRequest, questions: &Questions) -> Result<PageAnswer, AnswerError> {
    let asked = Asked::new(request);
    let words = SearchWords::of(asked.language);
    let title = match asked.query {
        "" => FrameWords::of(asked.language).search.to_owned(),
        query => format!("{} {query}", words.hits_for),
    };
    let frame = Frame {
        language: asked.language,
        query: asked.query.to_owned(),
        has_own_search: true,
        ..Frame::unlisted(title)
    };
    let frame = match asked.query.trim() {
        "" => frame,
        query => frame.feed(Href::page("/feeds/search.atom").with("q", query)),
    };
    if asked.query.is_empty() {
        let page = SearchPage {
            frame,
            words,
            query: String::new(),
            facets: Vec::new(),
            remarks: Vec::new(),
            total: None,
            hits: Vec::new(),
            more: None,
            follow: Href::page("/"),
            orders: Vec::new(),
            nothing: Some(words.empty),
            answered: None,
            everyday: questions.doors(&request.snapshot, request.day)?,
            alone: Vec::new(),
            ways_on: Vec::new(),
        };
        return draw(&page).map(PageAnswer::Html);
    }
    let cursor = request.parameter("cursor");
    let answer = answers::search(&request.snapshot, request.day, asked.question(cursor)?)?;
    let is_provisional = answer.is_provisional;
    let is_empty = answer.results.is_empty();
    let base = &request.snapshot.manifest().base;
    let by_citations = asked.sort == Some("citations");
    let more = answer.next_cursor.as_deref().map(|cursor| asked.with("cursor", cursor));
    let page = SearchPage {
        words,
        frame: frame.data(Href::page("/api/v1/search").with("q", asked.query)),
        query: asked.query.to_owned(),
        facets: facets(&asked, &answer),
        remarks: remarks(&asked, base, &answer),
        total: (answer.total > 0).then(|| (words.documents)(answer.total)),
        nothing: is_empty
            .then(|| if asked.has_no_filter() { words.nothing_found } else { words.nothing_in_choice }),
        // The answer is shown on the first page of all hits only.
        answered: if cursor.is_none() && asked.has_no_filter() {
            Answered::new(request, questions, &asked)?
        } else {
            None
        },
        everyday: if is_empty && cursor.is_none() {
            questions.doors(&request.snapshot, request.day)?
        } else {
            Vec::new()
        },
        alone: answer.words.iter().map(|word| WordRow::new(asked.language, word)).collect(),
        ways_on: if is_empty {
            ways_on(asked.language, asked.query, !asked.has_no_filter(), &answer.words)
        } else {
            Vec::new()
        },
        hits: answer.results.into_iter().filter_map(|result| hit(&asked, result)).collect(),
        more,
        follow: asked.follow(),
        orders: vec![
            (asked.with("sort", ""), words.by_relevance, !by_citations),
            (asked.with("sort", "citations"), words.by_citations, by_citations),
        ],
    };
    let html = draw(&page)?;
    Ok(if is_provisional { PageAnswer::Provisional(html) } else { PageAnswer::Html(html) })
}

/// Remarks on how the query was read.
fn remarks(asked: &Asked<'_>, base: &lagrum_artifact::Base, answer: &SearchResponse) -> Vec<Remark> {
    let said = SearchWords::of(asked.language);
    let page = |local: &str| asked.language.kept(Href::page(local));
    let mut remarks = Vec::new();
    if answer.is_english && !asked.language.is_english() {
        remarks.push(Remark { words: ord::LAW_IS_SWEDISH.to_owned(), link: None });
    }
    // If nothing is found, the words are listed below one by one, with similarly spelt words.
    let corrections = if answer.results.is_empty() { &[][..] } else { &answer.corrections };
    for of_word in corrections.chunk_by(|a, b| a.word == b.word) {
        let Some(Correction { word, .. }) = of_word.first() else { continue };
        let read_as: Vec<&str> = of_word.iter().map(|correction| correction.read_as.as_str()).collect();
        let literal = answer.query.replace(word, &format!("\"{word}\""));
        remarks.push(Remark {
            words: (said.read_as)(word, &read_as),
            link: Some((asked.language.kept(Href::page("/sok").with("q", &literal)), said.exact.to_owned())),
        });
    }
    for reading in &answer.readings {
        let words = match reading.kind {
            ReadingKind::Everyday => (said.read_also_as)(&reading.words, &reading.read_as),
            ReadingKind::English => (said.is_english)(&reading.words, &reading.read_as),
            ReadingKind::Alternatives => (said.alternatives)(&reading.words),
            ReadingKind::Operator => (said.no_operator)(&reading.words),
        };
        remarks.push(Remark { words, link: None });
    }
    for recognized in &answer.recognized {
        let local = base.strip(&recognized.uri).unwrap_or(&recognized.uri);
        let name = answers::name_of_unheld_place(local);
        let act_name = |act: &str| answers::name_of_unheld(base.strip(act).unwrap_or(act));
        let words = said.state_of(&name, &recognized.uri, &recognized.state(), act_name);
        let document = local.split('#').next().unwrap_or_default();
        remarks.push(Remark { words, link: Some((page(document), said.who_cites.to_owned())) });
    }
    for act in &answer.lacking {
        let local = base.strip(&act.uri).unwrap_or(&act.uri);
        let words = (said.is_about_unheld)(&act.words, &act.name);
        remarks.push(Remark { words, link: Some((page(local), said.who_cites.to_owned())) });
    }
    if answer.relaxed && answer.corrections.is_empty() && !answer.results.is_empty() {
        remarks.push(Remark { words: said.relaxed.to_owned(), link: None });
    }
    for word in &answer.cut {
        remarks.push(Remark { words: (said.cut)(word), link: None });
    }
    remarks
}

/// The choices by which the hits can be filtered. Years are in decades, the newest first.
fn facets(asked: &Asked<'_>, answer: &SearchResponse) -> Vec<Choices> {
    let words = SearchWords::of(asked.language);
    let choices = |heading: &str, parameter: &str, chosen: Option<&str>, buckets: &[SearchFacetBucket]| {
        let choice = |bucket: &SearchFacetBucket| {
            let is_chosen = chosen == Some(bucket.value.as_str());
            let in_english = || match parameter {
                "source" => english_source(&bucket.value),
                _ => english_kind_of_any(&bucket.value),
            };
            let english = if asked.language.is_english() { in_english() } else { None };
            let label = english.map(str::to_owned).or_else(|| bucket.label.clone());
            let label = label.unwrap_or_else(|| bucket.value.clone());
            let href = asked.with(parameter, if is_chosen { "" } else { &bucket.value });
            Choice::new(label, href, is_chosen).titled(kind_title(&bucket.value)).counted(bucket.count)
        };
        let mut choices = Choices::new(heading, buckets.iter().map(choice).collect());
        choices.values.truncate(MAX_CHOICES);
        choices
    };
    let count =
        |year: &SearchFacetBucket| Some(YearCount { year: year.value.parse().ok()?, documents: year.count });
    let mut years: Vec<YearCount> = answer.facets.year.iter().filter_map(count).collect();
    years.sort_by_key(|year| std::cmp::Reverse(year.year));
    let year = |year: Option<u16>| asked.with("year", &year.map(|year| year.to_string()).unwrap_or_default());
    let chosen_year = asked.year.and_then(|year| year.parse().ok());
    let lists = [
        choices(words.source, "source", asked.source, &answer.facets.source),
        choices(words.kind, "kind", asked.kind, &answer.facets.kind),
        Choices::years(&years, chosen_year, year),
    ];
    lists.into_iter().filter(|choices| !choices.is_empty()).collect()
}

/// The label of a passage, without the heading that is shown beside it.
fn label(fragment: &Fragment) -> String {
    let label = fragment.label.clone().or_else(|| fragment.pinpoint.clone()).unwrap_or_default();
    let heading = fragment.heading.as_deref().unwrap_or_default().replace("<em>", "").replace("</em>", "");
    match label.strip_suffix(&lagrum_escape::text_of_html(&heading)) {
        Some(form) if !heading.is_empty() => form.trim_end_matches([' ', '-']).to_owned(),
        _ => label,
    }
}

/// The extracts of a passage as one text, with a sign at each omission between them.
fn joined(extracts: &[String]) -> String {
    let mut text = String::new();
    for extract in extracts {
        let is_told = text.is_empty() || text.ends_with('…') || extract.starts_with('…');
        text.push_str(match (text.is_empty(), is_told) {
            (true, _) => "",
            (false, true) => " ",
            (false, false) => " … ",
        });
        let both = text.ends_with("… ") && extract.starts_with('…');
        text.push_str(if both { extract.trim_start_matches(['…', ' ']) } else { extract });
    }
    text
}

fn hit(asked: &Asked<'_>, result: SearchResult) -> Option<Hit> {
    let query = asked.query;
    let local = result.url.as_deref()?.to_owned();
    let page = asked.language.kept(Href::page(&local));
    let is_named = result.score.is_none();
    let name =
        result.display.clone().or_else(|| result.title.clone()).or_else(|| result.identifier.clone())?;
    let (english_name, english_facts) =
        search_words::english_hit(&result, &name, local.trim_start_matches('/'));
    let mut facts = Vec::new();
    if result.is_expired {
        facts.push(ord::repealed_mark(result.expired.as_deref()));
    }
    facts.extend(result.identifier.filter(|id| *id != name));
    let is_decision = result.decided_by.is_some();
    facts.extend(result.decided_by.or(result.kind_label));
    facts.extend(result.date.filter(|_| is_decision));
    if result.inbound_count > 0 {
        facts.push(ord::references(result.inbound_count));
    }
    let passage = |fragment: Fragment| PassageRow {
        href: page.clone().with("q", query).at(fragment.pinpoint.as_deref().unwrap_or_default()),
        text: Markup::snippet(&joined(&fragment.highlight)),
        label: label(&fragment),
        heading: fragment.heading.as_deref().map(Markup::snippet),
    };
    let pin = result.pin.map(|pin| {
        let href = page.clone().at(pin.pinpoint.as_deref().unwrap_or_default());
        PassageRow { href, ..passage(pin) }
    });
    let passages: Vec<PassageRow> =
        pin.into_iter().chain(result.fragments.into_iter().map(passage)).collect();
    let snippets = if passages.is_empty() { result.highlight } else { Vec::new() };
    let summary = result.summary.filter(|summary| !repeats(&snippets, summary));
    let snippets = snippets.iter().map(|html| Markup::snippet(html)).collect();
    let href = if is_named { page } else { page.clone().with("q", query) };
    let (name, facts) =
        if asked.language.is_english() { (english_name, english_facts) } else { (name, facts) };
    Some(Hit { href, name, facts: facts.join(" · "), is_named, summary, passages, snippets })
}

/// Whether the extracts begin with the summary, or the summary begins with them.
fn repeats(extracts: &[String], summary: &str) -> bool {
    let plain = |html: &String| lagrum_escape::text_of_html(&html.replace("<em>", "").replace("</em>", ""));
    let summary = summary.trim_end_matches([' ', '…']);
    extracts.iter().map(plain).any(|text| {
        let text = text.trim_end_matches([' ', '…']);
        text.starts_with(summary) || summary.starts_with(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extracts_are_joined_with_one_sign() {
        for (extracts, expected) in [
            (&["Ett."][..], "Ett."),
            (&["Ett.", "Två."], "Ett. … Två."),
            (&["… ett …", "Två."], "… ett … Två."),
            (&["Ett …", "… två"], "Ett … två"),
            (&[], ""),
        ] {
            let extracts: Vec<String> = extracts.iter().map(|extract| (*extract).to_owned()).collect();
            assert_eq!(joined(&extracts), expected);
        }
    }

    #[test]
    fn the_number_of_a_provision_stands_once() {
        for (text, citation, expected) in [
            ("4 § Får räknas.", "4 § fårlagen", "Får räknas."),
            ("2 kap. 3 § Får räknas.", "2 kap. 3 § fårlagen", "Får räknas."),
            ("Får räknas.", "4 § fårlagen", "Får räknas."),
            ("Enligt 5 § räknas får.", "4 § fårlagen", "Enligt 5 § räknas får."),
        ] {
            assert_eq!(without_number(text, citation), expected, "{text}");
        }
    }

    #[test]
    fn a_label_leaves_out_the_heading_beside_it() {
        for (of, heading, expected) in [
            ("4 §", Some("Antal <em>dagar</em>"), "4 §"),
            ("artikel 6 - Krav &", Some("<em>Krav</em> &amp;"), "artikel 6"),
            ("Krav", None, "Krav"),
        ] {
            let fragment = Fragment {
                uri: String::new(),
                pinpoint: None,
                label: Some(of.to_owned()),
                heading: heading.map(str::to_owned),
                highlight: Vec::new(),
            };
            assert_eq!(label(&fragment), expected);
        }
    }
}
