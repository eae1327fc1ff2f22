//! Finds citing spots in an artifact, and the text that is shown for each.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::ops::Range;

use lagrum_artifact::{Anchor, Artifact, Run, Runs, Step};
use lagrum_sources::{
    CitationLink, FlowGroup, ProposalComment, Source, is_citation, proposal_comments, stated_transpositions,
    walk_links,
};
use lagrum_words::{is_function_word, is_lone_mark, tokens};

use super::cut::{TextSentences, sentence_around};
use super::sentence::{CitingSentence, CitingSentenceKind};

/// A citing spot of a document.
#[derive(Clone, Debug)]
pub(super) struct Spot<'q> {
    /// What is cited: a document, or a place in one.
    pub(super) target: String,
    /// The anchor and the printed page of the spot.
    pub(super) anchor: Option<&'q str>,
    pub(super) page: Option<i64>,
    /// The relation; None for any.
    pub(super) predicate: Option<&'q str>,
    /// The provision that the document comments on here, and the printed page on which its comment begins.
    pub(super) comment: Option<(Anchor, u32)>,
}

/// The citing sentences that were found for the spots of one document.
pub(super) struct FoundSentences {
    /// By the number of the spot.
    found: Vec<Option<CitingSentence>>,
    /// Whether the text has the spot.
    is_in_text: Vec<bool>,
    /// The first sentence that cites a target, whatever the spot, by target.
    anywhere: HashMap<String, CitingSentence>,
}

impl FoundSentences {
    /// The citing sentence of each spot. `headnote` is that of the document, if it is a decision.
    pub(super) fn into_shown(
        self,
        spots: &[Spot<'_>],
        headnote: Option<&str>,
    ) -> Vec<Option<CitingSentence>> {
        let Self { found, is_in_text, anywhere } = self;
        let shown = found.into_iter().zip(is_in_text).zip(spots).map(|((found, is_in_text), spot)| {
            if found.is_some() || is_in_text {
                return found;
            }
            // The text lacks the spot: editors recorded the citation beside it.
            let headnote = headnote?;
            anywhere
                .get(&spot.target)
                .cloned()
                .or_else(|| CitingSentence::whole(headnote, CitingSentenceKind::Headnote))
        });
        shown.collect()
    }
}

/// A heading that has only citations, so that the text below it is shown.
struct OpenHeading {
    depth: usize,
    spots: Vec<usize>,
}

struct Finder<'q> {
    spots: &'q [Spot<'q>],
    /// The numbers of the spots that cite a target.
    by_target: HashMap<&'q str, Vec<usize>>,
    /// Whether the document comments on what its headings cite.
    comments: bool,
    shown: FoundSentences,
    /// Nodes entered and not left.
    depth: usize,
    headings: Vec<OpenHeading>,
}

/// Finds spots in an artifact.
pub(super) fn find(
    artifact: &Artifact,
    source: &Source,
    group: FlowGroup,
    spots: &[Spot<'_>],
) -> FoundSentences {
    let mut by_target: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, spot) in spots.iter().enumerate() {
        by_target.entry(spot.target.as_str()).or_default().push(number);
    }
    let mut finder = Finder {
        spots,
        by_target,
        comments: matches!(group, FlowGroup::Lagkommentarer | FlowGroup::Forarbeten),
        shown: FoundSentences {
            found: vec![None; spots.len()],
            is_in_text: vec![false; spots.len()],
            anywhere: HashMap::new(),
        },
        depth: 0,
        headings: Vec::new(),
    };
    finder.add_comments(artifact);
    walk_links(artifact, source, &mut |step, links| finder.step(step, links));
    finder.add_transpositions(artifact);
    finder.shown
}

impl Finder<'_> {
    /// Adds the comments of a preparatory work on the provisions that spots cite.
    fn add_comments(&mut self, artifact: &Artifact) {
        if !self.comments {
            return;
        }
        let comments = proposal_comments(artifact);
        for (number, spot) in self.spots.iter().enumerate() {
            let Some((provision, page)) = &spot.comment else { continue };
            // A comment ends on the page where the next one begins, the last comment on the page after its first.
            let next = comments.iter().filter_map(|comment| comment.page).filter(|next| next > page).min();
            let end = i64::from(next.unwrap_or(page.saturating_add(1)));
            let is_it = |comment: &&ProposalComment<'_>| {
                comment.page == Some(*page)
                    && comment.anchors.iter().any(|anchor| anchor == provision.as_str())
                    && spot.page.is_some_and(|at| at <= end)
            };
            let text = comments.iter().find(is_it).and_then(|comment| comment.text);
            self.shown.found[number] =
                text.and_then(|text| CitingSentence::whole(text, CitingSentenceKind::Commentary));
        }
    }

    /// Adds the sentences in which a preparatory work states that its law transposes what spots cite.
    fn add_transpositions(&mut self, artifact: &Artifact) {
        for stated in stated_transpositions(artifact) {
            for number in self.wanted(&stated) {
                if self.is_at(number, &stated) && self.shown.found[number].is_none() {
                    self.shown.found[number] =
                        CitingSentence::whole(&stated.text, CitingSentenceKind::Commentary);
                }
            }
        }
    }

    fn step(&mut self, step: Step<'_>, links: &mut dyn Iterator<Item = CitationLink<'_>>) {
        match step {
            Step::Enter(_) => self.depth += 1,
            Step::Leave(_) => {
                self.headings.retain(|heading| heading.depth < self.depth);
                self.depth -= 1;
            }
            Step::Text(runs) => self.text(runs, links),
        }
    }

    fn text(&mut self, runs: Runs<'_>, links: &mut dyn Iterator<Item = CitationLink<'_>>) {
        let cited = links.map(|link| (self.wanted(&link), link)).collect::<Vec<_>>();
        let is_wanted = cited.iter().any(|(wanted, _)| !wanted.is_empty());
        // What a cancelled question finds is not used.
        if !is_wanted && self.headings.is_empty() || lagrum_cancel::is_cancelled() {
            return;
        }
        let (text, ranges) = with_links(runs);
        if says_something(&text, &ranges) {
            self.under_heading(&text);
            let sentences = LazyCell::new(|| TextSentences::new(&text, &ranges));
            for (citation, (wanted, link)) in ranges.iter().zip(&cited) {
                if wanted.is_empty() || citation.is_empty() {
                    continue;
                }
                let sentence = || CitingSentence {
                    html: sentence_around(&sentences, citation),
                    kind: CitingSentenceKind::Sentence,
                };
                self.shown.anywhere.entry(link.to.to_string()).or_insert_with(sentence);
                for &number in wanted {
                    if self.is_at(number, link) && self.shown.found[number].is_none() {
                        self.shown.found[number] = Some(sentence());
                    }
                }
            }
        } else if is_wanted && self.comments {
            let spots = cited.iter().flat_map(|(wanted, _)| wanted.iter().copied()).collect();
            self.headings.push(OpenHeading { depth: self.depth, spots });
        }
        for (wanted, link) in &cited {
            for &number in wanted {
                self.shown.is_in_text[number] |= self.is_at(number, link);
            }
        }
    }

    /// Shows the first sentence of a text for the open headings above it.
    fn under_heading(&mut self, text: &str) {
        for heading in self.headings.extract_if(.., |heading| heading.depth < self.depth) {
            for number in heading.spots {
                if self.shown.found[number].is_none() {
                    self.shown.found[number] = CitingSentence::whole(text, CitingSentenceKind::Commentary);
                }
            }
        }
    }

    /// The spots that cite what a link cites.
    fn wanted(&self, link: &CitationLink<'_>) -> Vec<usize> {
        self.by_target.get(&*link.to).cloned().unwrap_or_default()
    }

    /// Whether a link stands at a spot.
    fn is_at(&self, number: usize, link: &CitationLink<'_>) -> bool {
        let spot = &self.spots[number];
        spot.anchor == link.from_anchor.as_deref()
            && spot.page == link.from_page
            && spot.predicate.is_none_or(|predicate| predicate == link.predicate)
    }
}

/// A text, and the bytes in it of its links to other documents.
fn with_links(runs: Runs<'_>) -> (String, Vec<Range<usize>>) {
    let (mut text, mut links) = (String::new(), Vec::new());
    for run in runs.iter() {
        let start = text.len();
        text.push_str(run.text());
        if let Run::Link(link) = run
            && is_citation(&link)
        {
            links.push(start..text.len());
        }
    }
    (text, links)
}

/// Whether a text has words beside its citations, apart from function words. A text without them only lists what it
/// cites.
fn says_something(text: &str, links: &[Range<usize>]) -> bool {
    tokens(text).any(|token| {
        let next = links.partition_point(|link| link.end <= token.bytes.start);
        let is_cited = links.get(next).is_some_and(|link| link.start < token.bytes.end);
        let is_light = is_lone_mark(&token.word) || is_function_word(&token.word);
        !is_cited && !is_light && token.word.contains(char::is_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use lagrum_sources::source;
    use serde_json::{Value, json};

    use super::*;

    /// Finds (target, anchor, page) in an artifact of a source.
    fn shown(
        source_name: &str,
        artifact: &Value,
        spots: &[(&str, Option<&str>, Option<i64>)],
        headnote: Option<&str>,
    ) -> Vec<Option<String>> {
        let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
        let source = source(source_name);
        let kind = artifact.str(&["doctype"]).unwrap_or_default();
        let spots: Vec<Spot<'_>> = spots
            .iter()
            .map(|(target, anchor, page)| Spot {
                target: format!("https://lag.example/{target}"),
                anchor: *anchor,
                page: *page,
                predicate: None,
                comment: target
                    .split_once('#')
                    .zip(*page)
                    .and_then(|((_, anchor), _)| Some((Anchor::new(anchor)?, 61))),
            })
            .collect();
        let found = find(&artifact, source, source.group(kind), &spots).into_shown(&spots, headnote);
        let text = |sentence: CitingSentence| format!("{:?}: {}", sentence.kind, sentence.html);
        found.into_iter().map(|found| found.map(text)).collect()
    }

    fn link(local: &str, text: &str) -> Value {
        json!({"uri": format!("https://lag.example/{local}"), "text": text})
    }

    #[test]
    fn a_decision_is_shown_by_its_text_or_else_by_its_headnote() {
        let decision = json!({"uri": "https://lag.example/dom/1", "structure": [
            {"type": "dom", "children": [
                {"type": "stycke", "id": "P1", "text": ["Lagrum: ", link("1931:47#P1", "1 §"), ", ", link("1931:47#P2", "2 §")]},
                {"type": "stycke", "id": "P2", "text": ["Getter. Av ", link("1931:47#P2", "2 §"), " följer att får räknas. Så är det."]},
                {"type": "stycke", "id": "P3", "text": [link("1931:47#P5", "5 §"), " och ", link("1931:47#P6", "6 §")],
                 "children": [{"type": "stycke", "text": ["Under en rubrik."]}]}]}],
            "metadata": {"lagrum": [{"runs": [link("1931:47#P3", "3 §")]}]}});
        let spots = [
            ("1931:47#P1", Some("P1"), None),
            ("1931:47#P2", Some("P2"), None),
            ("1931:47#P2", Some("P9"), None),
            ("1931:47#P3", None, None),
            ("1931:47#P5", Some("P3"), None),
            ("1931:47#P2", None, None),
        ];
        let of_two = Some("Sentence: Av <em>2 §</em> följer att får räknas.".to_owned());
        let first_of_two = Some("Sentence: Lagrum: 1 §, <em>2 §</em>".to_owned());
        let with_headnote = shown("dv", &decision, &spots, Some("Fråga om bock & get. Även annat."));
        assert_eq!(with_headnote[0].as_deref(), Some("Sentence: Lagrum: <em>1 §</em>, 2 §"));
        assert_eq!(with_headnote[1], of_two);
        assert_eq!(with_headnote[3].as_deref(), Some("Headnote: Fråga om bock &amp; get."));
        // A list, also one over a text.
        assert_eq!(with_headnote[4], None);
        assert_eq!(with_headnote[5], first_of_two);
        let without = shown("dv", &decision, &spots, None);
        assert_eq!((&without[1], &without[3]), (&of_two, &None));
    }

    #[test]
    fn a_comment_is_shown_by_its_first_sentence() {
        let commentary = json!({"uri": "https://lag.example/kommentar/1931:47",
            "annotates": "https://lag.example/1931:47", "body": [
                {"type": "sektion", "id": "K3P1", "text": [link("1931:47#K3P1", "3 kap. 1 §")], "children": [
                    {"type": "stycke", "text": ["Hjorden tas upp. Se ", link("1931:48#P2", "2 §"), " om detta."]}]},
                {"type": "sektion", "id": "K3P2", "text": [link("1931:47#K3P2", "3 kap. 2 §")]},
                {"type": "stycke", "text": ["Något annat."]}]});
        let spots = [
            ("1931:47#K3P1", Some("K3P1"), None),
            ("1931:48#P2", Some("K3P1"), None),
            ("1931:47#K3P2", Some("K3P2"), None),
        ];
        let expected =
            [Some("Commentary: Hjorden tas upp."), Some("Sentence: Se <em>2 §</em> om detta."), None];
        assert_eq!(
            shown("kommentar", &commentary, &spots, None),
            expected.map(|text| text.map(str::to_owned))
        );
    }

    #[test]
    fn a_preparatory_work_is_shown_by_its_comment_where_it_comments() {
        let stycke = |page: u32, text: Value| json!({"type": "stycke", "page": page, "text": text});
        let bill = json!({"uri": "https://lag.example/prop/1", "doctype": "prop",
            "structure": [{"type": "avsnitt", "id": "a1", "children": [
                stycke(20, json!(["Allmänt om ", link("1931:47#P3", "3 §"), "."])),
                stycke(61, json!(["Ändringen i ", link("1931:47#P3", "3 §"), " är språklig."])),
                stycke(70, json!(["Åter om ", link("1931:47#P3", "3 §"), "."]))]}],
            "implements": [{"uris": ["https://lag.example/celex/1#3"], "page": 61, "sentence": "Paragrafen genomför artikel 3."}],
            "kommentarer": [
                {"law": "fårlagen (1931:47)", "paragrafer": ["3"], "page": 61, "kommentar": "Paragrafen är ny. Mer."},
                {"law": "fårlagen (1931:47)", "paragrafer": ["4"], "page": 63, "kommentar": "Annat."}]});
        let spots = [
            ("1931:47#P3", Some("a1"), Some(61)),
            ("1931:47#P3", Some("a1"), Some(70)),
            ("celex/1#3", Some("sid61"), Some(61)),
        ];
        let expected = [
            Some("Commentary: Paragrafen är ny."),
            Some("Sentence: Åter om <em>3 §</em>."),
            Some("Commentary: Paragrafen genomför artikel 3."),
        ];
        assert_eq!(shown("forarbete", &bill, &spots, None), expected.map(|text| text.map(str::to_owned)));
    }
}
