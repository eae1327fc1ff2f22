//! Decisions of courts in running text: reports, cases of the EU courts, case numbers, Strasbourg.

use super::pass::{Found, Misnamed, Pass};
use super::settings::ScanType;
use crate::case_numbers::held_in_text;
use crate::cursor::Cursor;
use crate::eu_court;
use crate::following::following;
use crate::judgment;
use crate::names::{NamedCase, documents};
use crate::normalise::{in_word, is_letter};
use crate::reports::{
    further_report, is_lower_series, is_series, report, unsettled_report, word_as_long_as_a_series,
};
use crate::separators::after_separator;
use crate::strasbourg::{application, parties_in_text};
use crate::target::CitedLocation;

/// The greatest length of a name in quotation marks, in characters.
const MAX_CASE_NAME: usize = 80;

/// The greatest number of cases of one list.
const MAX_CASES: usize = 50;

impl Pass<'_> {
    /// A Swedish report: `NJA 2015 s. 180`, `AD 1998 nr 80`, with the further ones of a list.
    pub(super) fn report(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Reports) {
            return None;
        }
        let word = word_as_long_as_a_series(at.rest_as_written())?;
        // Nearly all words are none of the designations.
        if !is_lower_series(at.rest().get(..word.len())?) {
            return None;
        }
        let own_case = is_series(word);
        let (near, offset) = self.text.near(at.at());
        if !own_case {
            // `nja 2013 s. 372`: the word for page or report shows that it is a series.
            let found = report(near)?;
            let end = near.to(found.end);
            let number = end.written_since(near).get(word.len()..)?;
            let marked = number.contains(char::is_alphabetic);
            return marked.then(|| self.push_match(at.at(), offset, found));
        }
        if let Some(end) = unsettled_report(near) {
            let end = end.at() + offset;
            self.push_unsettled(at.at(), end);
            return Some(end);
        }
        if let Some(found) = report(near)
            && let Some(target) = found.targets.into_iter().next()
        {
            let (document, end) = (target.document, at.to(found.end + offset));
            let stop = self.named_report(at.at(), end, &document);
            return Some(if stop == end.at() { self.further_reports(document, end) } else { stop });
        }
        // `NJA 2015:17` is read when a held decision carries it.
        let mut next = near;
        next.eat(&word.to_lowercase());
        next.blank();
        next.year()?;
        if !next.eat(":") {
            return None;
        }
        next.digits(4)?;
        if !next.at_boundary() {
            return None;
        }
        let held = self.names.held.identifier(next.written_since(near));
        let mut held: Vec<&str> = documents(&held).collect();
        held.dedup();
        let [only] = held.as_slice() else { return None };
        let (document, end) = ((*only).to_owned(), at.to(next.at() + offset));
        Some(self.with_pinpoint(at.at(), end, document))
    }

    /// Links a report with its paragraph, and compares the name of a case in quotation marks after it.
    fn named_report(&mut self, start: usize, end: Cursor<'_>, document: &str) -> usize {
        let before = self.found.len();
        if let Some((anchor, after)) = judgment::page(end, document).filter(|_| self.settings.pinpoints) {
            self.push(start, after.at(), CitedLocation::at(document, Some(anchor)));
            self.note_following(after);
            return after.at();
        }
        let stop = self.with_pinpoint(start, end, document.to_owned());
        let mut name = end;
        name.eat(",");
        name.blank();
        name.eat("(");
        if matches!(name.peek(), Some('"' | '”' | '“' | '»'))
            && let Some((documents, inner, length)) = self.quoted_case(name)
        {
            if !documents.iter().any(|named| named == document)
                && let Some(found) = self.found.get_mut(before)
            {
                found.misnamed = Some(Misnamed { start: inner, end: inner + length });
            }
            return stop.max(inner + length);
        }
        stop
    }

    /// Marks the citation found last as one with those that follow it, if `f.` or `ff.` stands here. Returns where that ends.
    fn note_following<'q>(&mut self, at: Cursor<'q>) -> Cursor<'q> {
        let Some((following, end)) = following(at) else { return at };
        if let Some(last) = self.found.last_mut() {
            last.following = Some(following);
        }
        end
    }

    /// Links the further reports of a list: `NJA 2007 s. 519, s. 540 och s. 584`, `MIG 2013:4 och 6`, `RÅ 2004 not 1 och not 56`.
    /// Returns where the list ends.
    fn further_reports(&mut self, first: String, mut end: Cursor<'_>) -> usize {
        let mut last = first;
        let mut stop = end.at();
        for _ in 0..MAX_CASES {
            let mut next = end;
            if ![", ", " och ", " samt ", " eller ", " & "].iter().any(|joint| next.eat(joint)) {
                break;
            }
            for joint in ["och ", "samt ", "jfr ", "även "] {
                next.eat(joint);
            }
            let Some((document, after)) = further_report(next, &last) else { break };
            end = next.to(after.at());
            stop = self.with_pinpoint(next.at(), end, document.clone());
            last = document;
        }
        stop
    }

    /// Links a case, with its numbered paragraphs that follow: ` p. 9`, `, punkt 9`, `, § 44`, also after its ECLI, its
    /// date or its application number. Returns where the citation ends.
    pub(super) fn with_pinpoint(&mut self, start: usize, end: Cursor<'_>, document: String) -> usize {
        let pinpoint = if self.settings.pinpoints { judgment::paragraph(end, &document) } else { None };
        let Some((anchor, mut next)) = pinpoint else {
            // The ECLI of a case of the EU belongs to the words of the citation.
            let stop = judgment::after_identifiers(end);
            let stop = if document.starts_with("celex/") { stop } else { end };
            self.push(start, stop.at(), CitedLocation::document(document));
            return stop.at();
        };
        self.push(start, next.at(), CitedLocation::at(&document, Some(anchor)));
        next = self.note_following(next);
        for _ in 0..MAX_CASES {
            let mut further = next;
            if ![", ", " och ", " and ", " samt ", "-", " - "].iter().any(|joint| further.eat(joint)) {
                break;
            }
            let begins = further.at();
            let mut number_end = further;
            let Some(number) = number_end.digits(4).filter(|_| number_end.at_boundary()) else { break };
            let counted = [" §", " kap", " st", " mom", "/", ":", "."].iter().any(|mark| {
                let rest = number_end.rest();
                rest.starts_with(mark)
                    && (*mark != "." || rest[1..].starts_with(|c: char| c.is_ascii_digit()))
            });
            if counted {
                break;
            }
            self.push(
                begins,
                number_end.at(),
                CitedLocation::at(&document, judgment::paragraph_anchor(&document, number)),
            );
            next = self.note_following(number_end);
        }
        next.at()
    }

    /// Cases of the courts of the EU: `C-311/18`, `mål 26/62`, `de förenade målen C-92/09 och C-93/09`.
    pub(super) fn eu_case(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::EuCases) || !matches!(at.peek(), Some('c' | 't' | 'f' | 'm' | 'y' | 'o')) {
            return None;
        }
        let (case, mut end) = eu_court::case(at)?;
        let mut stop = self.with_pinpoint(at.at(), end, self.names.joint_judgment(&case).unwrap_or(case));
        for _ in 0..MAX_CASES {
            let further = after_separator(end, |next| {
                let (document, end) = eu_court::lettered(next)?;
                Some((document, next.at(), end))
            });
            let Some((case, start, after)) = further else { break };
            stop = self.with_pinpoint(start, after, self.names.joint_judgment(&case).unwrap_or(case));
            end = after;
        }
        Some(stop)
    }

    /// The name of a case in quotation marks: `”Instagrambilden”`. Before a report the report is linked instead, and the name is marked as
    /// misnamed if the report is that of another case.
    pub(super) fn case_name(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.settings.bare_case_names || !self.finds(ScanType::Reports) {
            return None;
        }
        let (documents, start, length) = self.quoted_case(at)?;
        let end = start + length;
        let mut after = at.to(end);
        while matches!(after.peek(), Some('"' | '”' | '“' | '»' | '«' | ' ' | ',' | '(')) {
            after = after.to(after.at() + after.peek().map_or(1, char::len_utf8));
        }
        let word = after.rest_as_written().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if !is_series(word) {
            let document = documents.into_iter().next()?;
            let mut closed = at.to(end);
            closed = closed.to(end + closed.peek().map_or(0, char::len_utf8));
            if self.settings.pinpoints && judgment::paragraph(closed, &document).is_some() {
                return Some(self.with_pinpoint(start, closed, document));
            }
            self.push(start, end, CitedLocation::document(document));
            return Some(end);
        }
        let before = self.found.len();
        let stop = self.report(after).unwrap_or(end);
        if let Some(found) = self.found.get_mut(before)
            && !found.targets.iter().any(|target| documents.contains(&target.document))
        {
            found.misnamed = Some(Misnamed { start, end });
        }
        Some(stop)
    }

    /// The documents with the case name in the quotation marks here, and where it is.
    fn quoted_case(&self, at: Cursor<'_>) -> Option<(Vec<String>, usize, usize)> {
        let mark = at.peek()?;
        let inner = at.to(at.at() + mark.len_utf8());
        let mut chars = inner.rest().char_indices().take(MAX_CASE_NAME);
        let length =
            chars.find(|(_, c)| matches!(c, '"' | '”' | '“' | '»' | '«' | '\n')).map(|(end, _)| end)?;
        let name = inner.rest().get(..length).filter(|name| !name.is_empty())?;
        let mut documents: Vec<String> = Vec::new();
        for case in self.names.case(name) {
            match case {
                NamedCase::Document(document) => documents.push(document.clone()),
                _ => return None,
            }
        }
        documents.dedup();
        (documents.len() == 1).then_some((documents, inner.at(), length))
    }

    /// The name of a case without quotation marks, if it cannot be another word: `Schrems II`, `Grustaksdomen`, or one with a word
    /// for cases in its sentence.
    pub(super) fn bare_case_name(&mut self, at: Cursor<'_>) -> Option<usize> {
        const MAX_WORDS: usize = 16;
        // Signs that end a part of a sentence, and no name.
        const STOPS: [char; 8] = [' ', '-', ',', '.', ';', ':', '!', '\n'];
        if !self.settings.bare_case_names
            || !self.finds(ScanType::Reports)
            || !at.rest_as_written().starts_with(char::is_uppercase)
            || !self.names.begins_case_name(at.rest().split(|c: char| !c.is_alphanumeric()).next()?)
        {
            return None;
        }
        let rest = at.rest();
        let ends = rest
            .char_indices()
            .take(MAX_CASE_NAME)
            .filter(|(end, c)| !in_word(*c) && *c != '-' && !rest[..*end].ends_with(STOPS) && *end > 0);
        let mut ends: Vec<usize> = ends.map(|(end, _)| end).take(MAX_WORDS).collect();
        if rest.len() <= MAX_CASE_NAME {
            ends.push(rest.trim_end_matches(STOPS).len());
        }
        let (end, document) = self.names.longest_case_name(at.rest_as_written(), &ends)?;
        let (end, document) = (at.to(at.at() + end), document.to_owned());
        let name = end.written_since(at);
        let is_known = ["målet", "domen"].iter().any(|ending| name.ends_with(ending))
            || name.split(' ').filter(|word| word.starts_with(char::is_uppercase)).count() > 1
            || is_capital_of_name(at, name)
            || self.follows_case(at);
        if !is_known && !self.is_of_cases(at) {
            return None;
        }
        Some(self.with_pinpoint(at.at(), end, document))
    }

    /// Whether a case or `jfr` stands directly before: `Manifestetmålet och Instagrambilden`.
    fn follows_case(&self, at: Cursor<'_>) -> bool {
        let before = at.before();
        let compared = ["jfr ", "jämför "].iter().any(|word| before.ends_with(word));
        let of_case = |target: &CitedLocation| {
            target.document.starts_with("dom/") || target.document.starts_with("celex/6")
        };
        compared
            || self.found.last().is_some_and(|last| {
                let between = before.get(last.end..).unwrap_or_default();
                let joined = [" och ", ", ", " samt ", " eller ", " respektive "].contains(&between);
                joined && last.targets.iter().any(of_case)
            })
    }

    /// Whether the sentence here has a word for cases beside the word here.
    fn is_of_cases(&self, at: Cursor<'_>) -> bool {
        const SIGNS: [&str; 15] = [
            "dom",
            "domen",
            "domar",
            "domarna",
            "mål",
            "målet",
            "målen",
            "rättsfallet",
            "rättsfall",
            "avgörandet",
            "nja",
            "hd",
            "hfd",
            "eu-domstolen",
            "punkt",
        ];
        let (near, _) = self.text.near(at.at());
        let before = near.before().rsplit(". ").next().unwrap_or_default();
        let after = near.rest().split(". ").next().unwrap_or_default();
        let words =
            |text: &str| text.split(|c: char| !(in_word(c) || c == '-')).any(|word| SIGNS.contains(&word));
        // `p. 45`, `§ 45` behind the name.
        let pinned = near.rest().split(' ').skip(1).take(3).any(|word| matches!(word, "p." | "p" | "§"));
        words(before) || words(after) || pinned
    }

    /// A held decision by its case number, beside the name of its court.
    pub(super) fn case_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::CaseNumbers) {
            return None;
        }
        // The letters of a case number are at most five capitals. Most words begin with none.
        if at.rest_as_written().starts_with(char::is_lowercase) {
            return None;
        }
        let letters = at.rest_as_written().chars().take_while(|c| is_letter(*c)).take(6);
        let capitals = letters.clone().count() <= 5 && letters.clone().all(char::is_uppercase);
        let follows = at.rest().chars().skip(letters.count()).take(2).any(|c| c.is_ascii_digit());
        if !capitals || !follows {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = held_in_text(near, self.names)?;
        Some(self.push_match(at.at(), offset, found))
    }

    /// A case of the European Court of Human Rights by its application number.
    pub(super) fn strasbourg(&mut self, at: Cursor<'_>) -> Option<usize> {
        let begins = at.begins_with_any(&["ansök", "klagomål", "applic", "no", "nr"]);
        if !self.finds(ScanType::Strasbourg) || !begins {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = application(near, self.names)?;
        let document = found.targets.into_iter().next()?.document;
        let end = at.to(found.end + offset);
        self.state.name_treaty(true);
        // `Allan v. the United Kingdom (no. 48539/99), § 44`: the paragraph stands behind the parenthesis.
        let mut closed = end;
        if at.before().ends_with('(')
            && closed.eat(")")
            && self.settings.pinpoints
            && judgment::paragraph(closed, &document).is_some()
        {
            return Some(self.with_pinpoint(at.at(), closed, document));
        }
        Some(self.with_pinpoint(at.at(), end, document))
    }

    /// Adds cases of the European Court of Human Rights by their parties, where no other citation was read.
    pub(super) fn add_parties(&mut self) {
        if !self.finds(ScanType::Strasbourg) {
            return;
        }
        let whole = self.text.cursor();
        let text = whole.whole();
        let mut joints: Vec<usize> = [" mot ", " v. ", " v "]
            .iter()
            .flat_map(|joint| text.match_indices(joint).map(|(at, joint)| at + joint.len()))
            .collect();
        joints.sort_unstable();
        let mut read = std::mem::take(&mut self.found);
        for joint in joints {
            let (near, offset) = self.text.near(joint);
            let Some((document, start, end)) = parties_in_text(near, self.names) else { continue };
            let (start, end) = (start + offset, end + offset);
            // The citations read before are in order and do not overlap. The same holds for the cases.
            let next = read.partition_point(|found| found.end <= start);
            let overlaps = read.get(next).is_some_and(|found| found.start < end)
                || self.found.last().is_some_and(|last| start < last.end);
            if overlaps {
                continue;
            }
            // `Allan v. the United Kingdom, no. 48539/99, § 44`: the number after the parties names the same case, also in a
            // parenthesis.
            let mut number = whole.to(end);
            number.eat(" [gc]");
            let parenthesis = number.eat(" (");
            let numbered = (parenthesis || number.eat(", ")).then(|| read.get_mut(next)).flatten();
            match numbered.filter(|found| found.start == number.at()) {
                Some(found) if found.targets.iter().all(|target| target.document == document) => {
                    found.start = start;
                    found.end += usize::from(parenthesis && whole.to(found.end).peek() == Some(')'));
                }
                Some(found) => {
                    // The parties and the number name different cases.
                    found.misnamed = Some(Misnamed { start, end });
                    let misnamed = Some(Misnamed { start: found.start, end: found.end });
                    let targets = vec![CitedLocation::document(document)];
                    self.found.push(Found { start, end, targets, misnamed, ..Found::default() });
                }
                None => {
                    self.with_pinpoint(start, whole.to(end), document);
                }
            }
        }
        self.found.extend(read);
        self.found.sort_by_key(|found: &Found| (found.start, found.end));
    }
}

/// Whether the capital of a name of several words can only be that of a name: it begins no sentence, and what follows is in
/// small letters. `Jfr De tomma resväskorna`, and not `Klockan slog. De tomma resväskorna stod kvar.`
fn is_capital_of_name(at: Cursor<'_>, name: &str) -> bool {
    // Signs after which a sentence, an item of a list or a heading begins.
    const BEGINNINGS: [char; 9] = ['.', '!', '?', ':', ';', '\n', '-', '*', '#'];
    let before = at.before().trim_end_matches(' ');
    let begins = before.is_empty() || before.ends_with(BEGINNINGS);
    !begins && name.contains(' ') && name.contains(char::is_lowercase)
}
