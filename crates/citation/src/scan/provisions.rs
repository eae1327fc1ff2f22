//! Provisions in running text: with the law beside them, or of the law that the text named last or its context states.

use super::dated::FormerAct;
use super::law::{FoundLaw, NamedLaw, after_provisions, learn_abbreviation, named, unknown_before};
use super::pass::{Found, Misnamed, Pass};
use super::settings::ScanType;
use super::state::ListLaw;
use crate::cursor::Cursor;
use crate::foreign;
use crate::law_words::{self, law_word};
use crate::marked_otherwise::is_marked_otherwise;
use crate::provision::{
    CitedProvision, Member, end_of_numbers, in_part, is_counted, kapitel_after, lost_mark, of_own_text,
    provisions,
};
use crate::target::CitedLocation;

impl Pass<'_> {
    /// Provisions, with the law after them if there is one.
    pub(super) fn provisions(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !(self.finds_statutes() || self.finds(ScanType::Regulations)) || at.follows_number() {
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
    /// Numbers after their marks, which standard terms have too, need a law.
    pub(super) fn worded_provisions(&mut self, at: Cursor<'_>) -> Option<usize> {
        // English provisions stand after their law.
        if !self.finds_statutes() || at.rest().starts_with('c') || is_counted(at) {
            return None;
        }
        let (members, end) = provisions(at)?;
        let in_words = !at.rest().starts_with(['§', 'k']);
        let found = after_provisions(self, end);
        // `fjärde paragrafen` alone may be one of any document.
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

    /// Links provisions to the law after them, else to the law of the context. Returns where their words end.
    pub(super) fn with_law(&mut self, members: &[Member], end: Cursor<'_>) -> usize {
        let Some(mut found) = after_provisions(self, end) else {
            return self.lost_section(members, end).unwrap_or_else(|| {
                self.without_law(members, end);
                end.at()
            });
        };
        let in_kapitel = in_kapitel_of_law(members, &mut found);
        let members = in_kapitel.as_deref().unwrap_or(members);
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return end.at() };
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
                    self.push_provision(first.start, found.end.at(), &document, &last.provision);
                } else {
                    self.push_members(members, &document);
                }
                self.state.name_law(&document);
            }
            NamedLaw::Abbreviated { document, formerly, beside } => {
                let before = self.found.len();
                self.push_members(members, &document);
                self.note(before, &formerly, None);
                self.add_beside(before, &beside);
                self.state.name_law(&document);
            }
            NamedLaw::Part { act, first: from, last: to } => {
                let end = found.end.at();
                for (index, member) in members.iter().enumerate() {
                    let stop = if index + 1 == members.len() { end } else { member.end };
                    match in_part(&member.provision, from, to) {
                        Some(provision) => self.push_provision(member.start, stop, act, &provision),
                        None => self.unread.push((member.start, stop)),
                    }
                }
                self.state.name_law(act);
            }
            NamedLaw::Act(act) => {
                let before = self.found.len();
                if single {
                    self.push_provision(first.start, found.end.at(), &act.document, &last.provision);
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

    /// Sets `formerly` and `misnamed` of the citations from index `before` on.
    pub(super) fn note(&mut self, before: usize, formerly: &[FormerAct], misnamed: Option<&Misnamed>) {
        for found in self.found.iter_mut().skip(before) {
            found.formerly = formerly.to_vec();
            found.misnamed = misnamed.cloned();
        }
    }

    /// Adds to each citation from index `before` on the same anchor in the other acts with the same abbreviation.
    pub(super) fn add_beside(&mut self, before: usize, acts: &[&str]) {
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

    /// `33 avtalslagen`: a number directly before the name of a known law.
    fn number_before_law(&mut self, at: Cursor<'_>) -> Option<usize> {
        let (paragraf, next) = lost_mark(at)?;
        // `2 Köplagen` begins a line: the heading of a section.
        let is_heading = (at.at() == 0 || at.at_line_start())
            && next.rest_as_written().trim_start_matches(' ').starts_with(char::is_uppercase);
        let in_kapitel =
            ["kap. ", "kap ", "kapitel ", "kapitlet "].iter().any(|word| at.before().ends_with(word));
        if is_heading || in_kapitel || is_marked_otherwise(at) {
            return None;
        }
        let provision = CitedProvision { paragraf: Some(paragraf), ..CitedProvision::default() };
        self.without_mark(Member { provision, start: at.at(), end: next.at() }, next)
    }

    /// A provision whose mark was lost, if the name of a known law stands directly after it.
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

    /// The law of the list that the line of a provision is an item of. It is looked for once a line.
    fn law_of_list(&mut self, item: Cursor<'_>) -> Option<ListLaw> {
        const LINE: usize = 600;
        let before = item.before_as_written();
        let in_line = before.bytes().rev().take(LINE).position(|byte| byte == b'\n')?;
        let line = before.len() - in_line;
        if self.state.list_of_line.as_ref().is_none_or(|(known, _)| *known != line) {
            self.state.list_of_line = Some((line, self.law_of_list_before(&before[..line])));
        }
        self.state.list_of_line.as_ref().and_then(|(_, law)| law.clone())
    }

    /// The law of a list whose items are lines: the law named last in the line before the items, which ends with a colon or with `om`:
    /// `följande bestämmelser i förvaltningslagen (2017:900):⏎5 § om legalitet,⏎23 § om utredningsansvaret, och`
    fn law_of_list_before(&self, mut lines: &str) -> Option<ListLaw> {
        const ITEMS: usize = 40;
        const JOINTS: [&str; 5] = [",", ";", " och", " eller", " samt"];
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

    /// Links a provision without a law. If it begins an item of a list, it is linked to the law of the list; else to the law of the
    /// context, and the parts before the first that it names are those of the place of the text; else to the law that the node named
    /// last, unless the provision is one of the text itself.
    pub(super) fn push_in_context(&mut self, member: &Member, standing: &Standing) {
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
        // `avtalslagen 36 §`, `avtalslagens 36 §`: a law named directly before is no guess.
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
        let following = provision.following;
        let targets = vec![CitedLocation::at(document, provision.anchor())];
        let (start, end, inferred) = (member.start, member.end, inferred && !named);
        self.found.push(Found {
            start,
            end,
            targets,
            inferred,
            otherwise,
            counts_from_here,
            following,
            ..Found::default()
        });
    }
}

/// `5 § i skadeståndslagens 3 kap.`: the paragrafer in the kapitel that stands after the law, whose words are then those of the law.
/// None without one.
fn in_kapitel_of_law(members: &[Member], found: &mut FoundLaw<'_>) -> Option<Vec<Member>> {
    let is_bare = members.iter().all(|member| member.provision.in_kapitel("").is_some());
    let mut next = found.end;
    let genitive = next.eat(":s") || next.before().ends_with('s');
    if !is_bare || !genitive {
        return None;
    }
    let (kapitel, end) = kapitel_after(next)?;
    found.end = end;
    let inside = |member: &Member| {
        Some(Member { provision: member.provision.in_kapitel(&kapitel)?, ..member.clone() })
    };
    members.iter().map(inside).collect()
}

/// The place of a provision without a law in its text.
#[derive(Default)]
pub(super) struct Standing {
    /// The act of the list that its line is an item of.
    list: Option<String>,
    begins_line: bool,
    /// Whether words before it show that it is one of the text itself (`i fråga om`, `i denna lag:`).
    is_own: bool,
}

/// Fills in the parts before the first part that a provision names, from the place of its text.
fn complete(provision: &mut CitedProvision, context: &super::settings::ScanContext) {
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
