//! Statutes and agency regulations in running text: provisions with the law beside them, laws alone, change notes.

use lagrum_artifact::Anchor;

use super::ScanType;
use super::dated::FormerBearer;
use super::law::{NamedLaw, abbreviated, after_provisions, learn_abbreviation, named, unknown_before};
use super::pass::{Found, Misnamed, Pass};
use crate::cursor::Cursor;
use crate::foreign;
use crate::law_words::{self, law_word};
use crate::provision::{
    CitedProvision, Member, colon, end_of_numbers, in_part, is_counted, lost_mark, of_own_text, provisions,
    relative,
};
use crate::regulation::{designated, issued};
use crate::statute::is_former;
use crate::statute_number::{self, in_parentheses};
use crate::target::CitedLocation;

impl Pass<'_> {
    /// Provisions, with the law after them if there is one.
    pub(super) fn provisions(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !(self.finds_statutes() || self.finds(ScanType::Regulations)) || follows_number(at) {
            return None;
        }
        if at.at() < self.unmarked_until {
            return None;
        }
        let Some((members, end)) = provisions(at) else {
            if self.finds_statutes()
                && let Some(end) = self.number_before_law(at)
            {
                return Some(end);
            }
            self.unmarked_until = end_of_numbers(at);
            return None;
        };
        if let Some(end) = self.of_regulation(&members, end) {
            return Some(end);
        }
        if !self.finds_statutes() {
            return None;
        }
        Some(self.with_law(&members, end))
    }

    /// `§ 36 avtalslagen`, `kap. 12 § 1 BrB`, `andra stycket i 36 § avtalslagen`: provisions that do not begin with a number.
    /// After their marks, as in standard terms, they need a law.
    pub(super) fn worded_provisions(&mut self, at: Cursor<'_>) -> Option<usize> {
        // English provisions stand after their law.
        if !self.finds_statutes() || at.rest().starts_with('c') || is_counted(at) {
            return None;
        }
        let (members, end) = provisions(at)?;
        let in_words = !at.rest().starts_with(['§', 'k']);
        let found = after_provisions(self, end);
        // `fjärde paragrafen` alone is one of anything.
        let is_inside = members.iter().any(|member| member.provision.stycke.is_some());
        if in_words && !is_inside && found.is_none() {
            return None;
        }
        if !in_words && matches!(found.as_ref()?.law, NamedLaw::Unknown | NamedLaw::Foreign) {
            let end = found?.end.at();
            self.unread.push((at.at(), end));
            return Some(end);
        }
        Some(self.with_law(&members, end))
    }

    /// Links provisions to the law after them, or to that of the context. Returns where the words for them end.
    fn with_law(&mut self, members: &[Member], end: Cursor<'_>) -> usize {
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return end.at() };
        let Some(found) = after_provisions(self, end) else {
            return self.lost_section(members, end).unwrap_or_else(|| {
                self.without_law(members, end);
                end.at()
            });
        };
        let single = members.len() == 1
            && (!first.is_kapitel()
                || self.finds(ScanType::NamedStatutes) && !self.finds(ScanType::Statutes));
        match found.law {
            NamedLaw::Unknown | NamedLaw::Same(None) => self.unread.push((first.start, found.end.at())),
            NamedLaw::Foreign => {
                self.unread.push((first.start, found.end.at()));
                self.state.forget_law();
            }
            NamedLaw::Same(Some(document)) => {
                if members.len() == 1 {
                    let target = CitedLocation::at(&document, last.provision.anchor());
                    self.push(first.start, found.end.at(), target);
                } else {
                    self.push_members(members, &document);
                }
                self.state.name_law(&document);
            }
            NamedLaw::Abbreviated { document, formerly, beside } => {
                let before = self.found.len();
                self.push_members(members, &document);
                self.note(before, &formerly, None);
                self.tell_beside(before, &beside);
                self.state.name_law(&document);
            }
            NamedLaw::Part { act, first: from, last: to } => {
                let end = found.end.at();
                for (index, member) in members.iter().enumerate() {
                    let stop = if index + 1 == members.len() { end } else { member.end };
                    match in_part(&member.provision, from, to) {
                        Some(provision) => {
                            self.push(member.start, stop, CitedLocation::at(act, provision.anchor()));
                        }
                        None => self.unread.push((member.start, stop)),
                    }
                }
                self.state.name_law(act);
            }
            NamedLaw::Act(act) => {
                let before = self.found.len();
                if single {
                    let target = CitedLocation::at(&act.document, last.provision.anchor());
                    self.push(first.start, found.end.at(), target);
                } else {
                    self.push_members(members, &act.document);
                    self.push(act.start, act.end, CitedLocation::document(&act.document));
                }
                self.note(before, &act.formerly, act.misnamed.as_ref());
                self.state.name_law(&act.document);
                learn_abbreviation(self, found.end, &act.document);
            }
        }
        if let (Some(kapitel), Some(_)) = (&last.provision.kapitel, &self.state.law_of_node) {
            self.state.kapitel_of_node = Some(kapitel.clone());
        }
        found.end.at()
    }

    /// Adds to the citations from `before` on what is to be told of the name of their law.
    fn note(&mut self, before: usize, formerly: &[FormerBearer], misnamed: Option<&Misnamed>) {
        for found in self.found.iter_mut().skip(before) {
            found.formerly = formerly.to_vec();
            found.misnamed = misnamed.cloned();
        }
    }

    /// Adds to the citations from `before` on the same places of other acts with the same abbreviation.
    fn tell_beside(&mut self, before: usize, acts: &[&str]) {
        for found in self.found.iter_mut().skip(before) {
            let anchor = found.targets.first().and_then(|target| target.anchor.clone());
            found.targets.extend(acts.iter().map(|act| CitedLocation::at(*act, anchor.clone())));
        }
    }

    /// `7 kap. 3 miljöbalken`: the paragraph sign after the number was lost.
    fn lost_section(&mut self, members: &[Member], end: Cursor<'_>) -> Option<usize> {
        let [only] = members else { return None };
        let mut next = end;
        if !only.is_kapitel() || !next.blank() {
            return None;
        }
        let (paragraf, next) = lost_mark(next)?;
        let provision = CitedProvision { paragraf: Some(paragraf), ..only.provision.clone() };
        self.without_mark(Member { provision, start: only.start, end: next.at() }, next)
    }

    /// `33 avtalslagen`: a number directly before the name of a law that is known.
    fn number_before_law(&mut self, at: Cursor<'_>) -> Option<usize> {
        const COUNTING: [&str; 9] =
            [" s. ", " s ", " sid. ", " nr ", " punkt ", " p. ", " ref. ", " de ", " kap. "];
        let (paragraf, next) = lost_mark(at)?;
        if COUNTING.iter().any(|word| at.before().ends_with(word)) {
            return None;
        }
        let provision = CitedProvision { paragraf: Some(paragraf), ..CitedProvision::default() };
        self.without_mark(Member { provision, start: at.at(), end: next.at() }, next)
    }

    /// A provision whose mark was lost, when a law that is known stands directly after it.
    fn without_mark(&mut self, member: Member, end: Cursor<'_>) -> Option<usize> {
        let mut next = end;
        next.blank();
        let definite = law_word(next).is_some_and(|(word, _)| !law_words::is_generic(&word));
        let found = if definite { named(self, next)? } else { return None };
        match found.law {
            NamedLaw::Act(_) | NamedLaw::Part { .. } => Some(self.with_law(&[member], end)),
            _ => None,
        }
    }

    /// Provisions without a law after them.
    fn without_law(&mut self, members: &[Member], end: Cursor<'_>) {
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return };
        let start = self.text.cursor().to(first.start);
        if foreign::owned_before(start)
            || unknown_before(start)
            || self.state.foreign_until.is_some_and(|end| end + 1 == first.start)
        {
            self.unread.push((first.start, end.at()));
            self.state.forget_law();
            return;
        }
        if !self.finds(ScanType::NamedStatutes) {
            let law = self.law_of_list(start);
            let standing = Standing {
                begins_line: start.at_line_start(),
                is_own: of_own_text(start) || law == Some(ListLaw::Own),
                list: match law {
                    Some(ListLaw::Act(act)) if self.context.law.as_ref() != Some(&act) => Some(act),
                    _ => None,
                },
            };
            for member in members {
                self.push_in_context(member, &standing);
            }
            if let Some(kapitel) = &last.provision.kapitel {
                self.state.kapitel_of_node = Some(kapitel.clone());
            }
        }
    }

    /// The law of a list whose items are lines: the one named last in the line before them, which ends with a colon or with `om`.
    /// `följande bestämmelser i förvaltningslagen (2017:900):⏎5 § om legalitet,⏎23 § om utredningsansvaret, och`
    fn law_of_list(&self, item: Cursor<'_>) -> Option<ListLaw> {
        const ITEMS: usize = 40;
        const LINE: usize = 600;
        const JOINTS: [&str; 5] = [",", ";", " och", " eller", " samt"];
        let before = item.before_as_written();
        let line = before.bytes().rev().take(LINE).position(|byte| byte == b'\n')?;
        let mut lines = &before[..before.len() - line];
        for _ in 0..ITEMS {
            lines = lines.strip_suffix('\n')?;
            let start = lines.rfind('\n').map_or(0, |end| end + 1);
            let line = &lines[start..];
            if line.ends_with(':') || line.ends_with(" om") {
                let named = self.found.partition_point(|found| found.start < lines.len());
                let of_line = self.found[..named].iter().rev().take_while(|found| found.start >= start);
                let mut acts = of_line.filter_map(|found| match found.targets.as_slice() {
                    [only] if only.document.starts_with(|c: char| c.is_ascii_digit()) => {
                        Some((found.end, only))
                    }
                    _ => None,
                });
                let (end, act) = acts.next()?;
                // `följande bestämmelser i denna lag:`
                let is_own = lines.get(end..)?.split(' ').any(|word| matches!(word, "denna" | "detta"));
                return Some(if is_own { ListLaw::Own } else { ListLaw::Act(act.document.clone()) });
            }
            if !JOINTS.iter().any(|joint| line.ends_with(joint)) {
                return None;
            }
            lines = &lines[..start];
        }
        None
    }

    /// Links a provision without a law: one that begins an item of a list to the law of the list, else to that of the context. There its
    /// missing parts are those of the place that the text stands in, down to the first part that it names. One of the text itself
    /// is never of the law named last.
    fn push_in_context(&mut self, member: &Member, standing: &Standing) {
        let context = self.context;
        let mut provision = member.provision.clone();
        let (list, around) = match standing.list.as_deref() {
            Some(law) if standing.begins_line => (Some(law), None),
            around => (None, around),
        };
        let (document, inferred) = match (list, &context.law, &self.state.law_of_node) {
            (Some(law), ..) => (law.to_owned(), true),
            (None, Some(law), _) => {
                complete(&mut provision, context);
                (law.clone(), false)
            }
            (None, None, Some(law))
                if !standing.is_own && (provision.paragraf.is_some() || provision.kapitel.is_some()) =>
            {
                (law.clone(), true)
            }
            _ => return self.push_relative(member.start, member.end),
        };
        // `avtalslagen 36 §`, `avtalslagens 36 §`: named directly before.
        let named = inferred
            && list.is_none()
            && self.state.law_until.is_some_and(|end| (1..=2).contains(&member.start.saturating_sub(end)));
        let last_kapitel = || {
            let kapitel = self.state.kapitel_of_node.as_deref().filter(|_| inferred && list.is_none())?;
            Some(CitedLocation::at(document.clone(), provision.in_kapitel(kapitel)?.anchor()))
        };
        let mut otherwise: Vec<CitedLocation> =
            provision.in_kapitel_before(&document).or_else(last_kapitel).into_iter().collect();
        // `… i skatteförfarandelagen om⏎omprövning i 66 kap., och⏎…`
        otherwise.extend(around.map(|law| CitedLocation::at(law, member.provision.anchor())));
        let counts_from_here = !inferred && provision.kapitel.is_none();
        let targets = vec![CitedLocation::at(document, provision.anchor())];
        let (start, end, inferred) = (member.start, member.end, inferred && !named);
        self.found.push(Found {
            start,
            end,
            targets,
            inferred,
            otherwise,
            counts_from_here,
            ..Found::default()
        });
    }

    /// A law, an abbreviation with provisions, a change note, a stycke of the paragraf that the text stands in, or the
    /// number of an act after `SFS`.
    pub(super) fn statute(&mut self, at: Cursor<'_>) -> Option<usize> {
        if self.finds(ScanType::English)
            && let Some(end) = self.sfs_number(at)
        {
            return Some(end);
        }
        if !self.finds_statutes() {
            return None;
        }
        if let Some(end) = self.worded_provisions(at) {
            return Some(end);
        }
        if self.finds(ScanType::Statutes)
            && let Some((members, end)) = relative(at)
        {
            for member in &members {
                self.push_in_context(member, &Standing::default());
            }
            return Some(end.at());
        }
        self.standard_terms(at).or_else(|| self.abbreviation_first(at)).or_else(|| self.law_alone(at))
    }

    /// `ABM 07 kap. 5 § 1`, `AB 04, 5 §`: standard terms with a provision of them.
    fn standard_terms(&mut self, at: Cursor<'_>) -> Option<usize> {
        let terms = foreign::standard_terms(at)?;
        // `RB 35 kap. 1 §`: the number after an act that is known is its kapitel.
        let is_year =
            terms.written_since(at).rsplit([' ', '-']).next().is_some_and(|year| year.starts_with('0'));
        if !is_year && abbreviated(self, at).is_some() {
            return None;
        }
        let mut next = terms;
        next.eat(",");
        next.blank();
        // `MBL 38 §` is an act with its paragraf.
        let (members, end) = provisions(next)?;
        let stop = members.last().map_or(end.at(), |last| last.end.max(end.at()));
        self.unread.push((at.at(), stop));
        self.state.forget_law();
        Some(stop)
    }

    fn law_alone(&mut self, at: Cursor<'_>) -> Option<usize> {
        if let Some(end) = self.change_note(at) {
            return Some(end);
        }
        let found = named(self, at)?;
        match found.law {
            NamedLaw::Act(act) => {
                let before = self.found.len();
                // `brottsbalken 3:5`
                if let Some((member, end)) = colon_after(found.end) {
                    self.push(at.at(), end.at(), CitedLocation::at(&act.document, member.provision.anchor()));
                    self.note(before, &act.formerly, act.misnamed.as_ref());
                    self.state.name_law(&act.document);
                    return Some(end.at());
                }
                self.push(act.start, act.end, CitedLocation::document(&act.document));
                self.note(before, &act.formerly, act.misnamed.as_ref());
                self.state.name_law(&act.document);
                self.state.law_until = Some(found.end.at());
                learn_abbreviation(self, found.end, &act.document);
                Some(self.english_pinpoint(found.end, &act.document))
            }
            NamedLaw::Part { act, first, .. } if !is_former(at) => {
                self.push(at.at(), found.end.at(), CitedLocation::at(act, Anchor::new(first)));
                self.state.name_law(act);
                let kapitel = first.strip_prefix('K').and_then(|rest| rest.split('P').next());
                self.state.kapitel_of_node = kapitel.map(str::to_owned);
                Some(found.end.at())
            }
            NamedLaw::Foreign => {
                self.state.foreign_until = Some(found.end.at());
                // It may be an EU act; the parts of a joined name are no names.
                let joined = found.end.written_since(at).contains(' ');
                joined.then(|| found.end.at())
            }
            _ => None,
        }
    }

    /// `Lag (2001:1016).` at the end of a provision: the act that gave it its wording.
    fn change_note(&mut self, at: Cursor<'_>) -> Option<usize> {
        let law = self.context.law.clone()?;
        let (word, after) = law_word(at)?;
        if !matches!(word.as_str(), "lag" | "förordning" | "kungörelse" | "balk" | "reglemente" | "stadga")
        {
            return None;
        }
        let found = in_parentheses(after, self.names)?;
        let (number, mut end) = (found.document?, found.end);
        let stop = end.eat(".");
        let open = end.at_end() || end.rest().starts_with([' ', ',', '\n']);
        if !stop && open {
            return None;
        }
        let target = CitedLocation::at(law, Anchor::new(&format!("L{number}")));
        self.push(at.at(), end.at(), target);
        Some(end.at())
    }

    /// `(1982:713)`.
    pub(super) fn bare_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds_statutes() {
            return None;
        }
        // With its designation the number is read as `SFS 1979:429`.
        if self.finds(ScanType::English) && at.rest().starts_with("(sfs") {
            return None;
        }
        let found = in_parentheses(at, self.names)?;
        let document = found.document?;
        self.state.name_law(&document);
        // `(2001:453) 11:1`
        if let Some((member, end)) = colon_after(found.end) {
            self.push(found.start, end.at(), CitedLocation::at(document, member.provision.anchor()));
            return Some(end.at());
        }
        self.push(found.start, found.stop, CitedLocation::document(document));
        Some(found.end.at())
    }

    /// `BrB 12:1 andra stycket`, `BrB 3 §`.
    fn abbreviation_first(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !at.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let found = abbreviated(self, at)?;
        let NamedLaw::Abbreviated { document, formerly, beside } = found.law else { return None };
        let mut next = found.end;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let before = self.found.len();
        if let Some((members, end)) = colon(next) {
            let target = CitedLocation::at(document.clone(), members.provision.anchor());
            self.push(at.at(), end.at(), target);
            self.note(before, &formerly, None);
            self.tell_beside(before, &beside);
            self.state.name_law(&document);
            return Some(end.at());
        }
        let (members, end) = provisions(next)?;
        if let [only] = members.as_slice()
            && !next.peek().is_some_and(|c| c.is_ascii_digit())
        {
            self.push(at.at(), end.at(), CitedLocation::at(document.clone(), only.provision.anchor()));
            self.note(before, &formerly, None);
            self.tell_beside(before, &beside);
            self.state.name_law(&document);
            return Some(end.at());
        }
        // `HFD 5 § brottsbalken`: the law after the provisions is theirs.
        if after_provisions(self, end)
            .is_some_and(|named| !matches!(named.law, NamedLaw::Unknown | NamedLaw::Foreign))
        {
            return Some(self.with_law(&members, end));
        }
        self.push_members(&members, &document);
        self.note(before, &formerly, None);
        self.tell_beside(before, &beside);
        self.state.name_law(&document);
        Some(end.at())
    }

    /// `29:5 BrB`, `3:1 brottsbalken`.
    pub(super) fn colon_before_abbreviation(&mut self, at: Cursor<'_>) -> Option<usize> {
        if follows_number(at) {
            return None;
        }
        let (member, mut next) = colon(at)?;
        if !next.blank() {
            return None;
        }
        let definite = law_word(next).is_some_and(|(word, _)| !law_words::is_generic(&word));
        let found = if definite { named(self, next)? } else { abbreviated(self, next)? };
        let (document, formerly, beside) = match found.law {
            NamedLaw::Abbreviated { document, formerly, beside } => (document, formerly, beside),
            NamedLaw::Act(act) => (act.document, act.formerly, Vec::new()),
            _ => return None,
        };
        let before = self.found.len();
        self.push(at.at(), found.end.at(), CitedLocation::at(document.clone(), member.provision.anchor()));
        self.note(before, &formerly, None);
        self.tell_beside(before, &beside);
        self.state.name_law(&document);
        Some(found.end.at())
    }

    /// `SFS 1979:429`.
    fn sfs_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        let (document, end) = statute_number::designated(at, self.names)?;
        self.push(at.at(), end.at(), CitedLocation::document(document.clone()));
        self.state.name_law(&document);
        Some(self.english_pinpoint(end, &document))
    }

    /// `chapter 5, section 2` directly after a law.
    fn english_pinpoint(&mut self, at: Cursor<'_>, document: &str) -> usize {
        const BETWEEN: usize = 6;
        if !self.finds(ScanType::English) {
            return at.at();
        }
        let gap = at.rest().bytes().take(BETWEEN).take_while(|b| matches!(b, b' ' | b',' | b')')).count();
        let start = at.to(at.at() + gap);
        match english_provision(start) {
            Some((provision, end)) => {
                self.push(start.at(), end.at(), CitedLocation::at(document, provision.anchor()));
                end.at()
            }
            None => at.at(),
        }
    }

    /// A regulation, `FFFS 2014:1`.
    pub(super) fn regulation(&mut self, at: Cursor<'_>) -> Option<usize> {
        let mut word = at;
        let begins = at.rest_as_written().starts_with(char::is_uppercase)
            || word.letters().is_some_and(|letters| letters.ends_with("fs"))
            || word.rest().starts_with("-fs");
        if !self.finds(ScanType::Regulations) || !begins {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (document, end) = designated(near, self.names)?;
        if !is_designation(near, end) {
            return None;
        }
        let end = at.to(end.at() + offset);
        self.state.law_of_node = Some(document.clone());
        self.state.law_until = Some(end.at());
        // `FFFS 2020:1 12:1`
        let pinned = colon_after(end);
        let (anchor, end) = pinned.map_or((None, end), |(member, end)| (member.provision.anchor(), end));
        self.push(at.at(), end.at(), CitedLocation::at(document, anchor));
        Some(end.at())
    }

    /// Provisions of the regulation after them: `12 kap. 1 § FFFS 2020:1`, `3 § Vägverkets föreskrifter (VVFS 1996:200)`.
    fn of_regulation(&mut self, members: &[Member], end: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Regulations) || !end.rest().starts_with(' ') {
            return None;
        }
        let (near, offset) = self.text.near(end.at());
        let mut next = near;
        next.blank();
        if next.words_without_stop(&["i"]) {
            next.blank();
        }
        let starts_upper = next.rest_as_written().starts_with(char::is_uppercase);
        if !starts_upper {
            return None;
        }
        let (document, stop) = designated(next, self.names)
            .filter(|(_, end)| is_designation(next, *end))
            .or_else(|| issued(next, self.names))?;
        let stop = stop.at() + offset;
        if let [only] = members {
            self.push(only.start, stop, CitedLocation::at(document.clone(), only.provision.anchor()));
        } else {
            self.push_members(members, &document);
            self.push(next.at() + offset, stop, CitedLocation::document(document.clone()));
        }
        self.state.law_of_node = Some(document);
        Some(stop)
    }
}

/// Whose provisions the items of a list are.
#[derive(PartialEq, Eq)]
enum ListLaw {
    /// Those of an act.
    Act(String),
    /// Those of the text itself: `följande bestämmelser i denna lag:`
    Own,
}

/// How a provision without a law stands in its text.
#[derive(Default)]
struct Standing {
    /// The act of the list that its line is an item of.
    list: Option<String>,
    begins_line: bool,
    /// Whether it is said to be one of the text itself.
    is_own: bool,
}

/// `12:1` after a law: kapitel and paragraf.
fn colon_after(law: Cursor<'_>) -> Option<(Member, Cursor<'_>)> {
    let mut next = law;
    next.eat(",");
    if next.blank() { colon(next) } else { None }
}

/// Fills the parts before the first that a provision names from the place that its text stands in.
fn complete(provision: &mut CitedProvision, context: &super::ScanContext) {
    if provision.kapitel.is_some() {
        return;
    }
    provision.kapitel.clone_from(&context.kapitel);
    if provision.paragraf.is_some() {
        return;
    }
    provision.paragraf.clone_from(&context.paragraf);
    if provision.stycke.is_none() && provision.moment.is_none() {
        provision.stycke.clone_from(&context.stycke);
    }
}

/// Whether the digits here go on a number or a date: `1999:12`, `3.4`, `2019-05-12`.
fn follows_number(at: Cursor<'_>) -> bool {
    let mut before = at.before().bytes().rev();
    matches!(before.next(), Some(b':' | b'/' | b'.' | b','))
        && before.next().is_some_and(|b| b.is_ascii_digit())
}

/// Whether the designation of a regulation cannot be another word: in capitals, or with `FS` at its end.
fn is_designation(at: Cursor<'_>, end: Cursor<'_>) -> bool {
    let letters = end.written_since(at);
    let designation = letters.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    designation.trim_end().to_lowercase().ends_with("fs") || !designation.chars().any(char::is_lowercase)
}

/// `chapter 5, section 2`, `ch. 4 s. 2 para. 5`, `section 27 a`.
fn english_provision(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let mut provision = CitedProvision::default();
    let mut end = at;
    let mut next = at;
    if next.word(&["chapter", "ch"]) && next.blank() {
        provision.kapitel = Some(english_number(&mut next)?);
        end = next;
        next.eat(",");
        next.blank();
    }
    if next.word(&["section", "sec", "s"]) && next.blank() {
        provision.paragraf = Some(english_number(&mut next)?);
        end = next;
        next.eat(",");
        next.blank();
        if next.word(&["paragraph", "para"])
            && next.blank()
            && let Some(stycke) = english_number(&mut next)
        {
            provision.stycke = Some(stycke);
            end = next;
        }
    }
    (end.at() > at.at()).then_some((provision, end))
}

fn english_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut number = crate::cursor::without_zeros(at.digits(3)?).to_owned();
    let mut lettered = *at;
    lettered.blank();
    // `ch. 16 s. 4`: the s begins the next word.
    if let Some(letter) = lettered.letter()
        && !lettered.rest().starts_with('.')
    {
        number.push(letter);
        *at = lettered;
    }
    at.at_boundary().then_some(number)
}
