//! What is known of a number of an act, read from the catalog, and a provision followed back under its numbers.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, NamedUnit, ProvisionNumber, RegisterChange, RegisteredChange};
use lagrum_catalog::{CatalogProblem, CatalogReader, ProvisionText};
use lagrum_chronicle::{Borne, Day, Moment, NumberFacts, OnDay, ProvisionLine, Said, Signer, number_before};
use lagrum_sources::parse_date;

use super::act::ActInTime;
use crate::RegisteredAct;
use crate::as_of::ActName;

/// The most numbers that a provision is followed back through. Real ones have had up to four.
const MAX_NUMBERS: usize = 16;

/// The digest that stands for a text of which only is known that it is there.
const PRESENT: [u8; 32] = [0; 32];

impl ActInTime {
    /// What is known of a number: of a paragraf, a bilaga, an article, or a kapitel.
    pub(crate) fn number(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
    ) -> Result<NumberFacts<'_>, CatalogProblem> {
        let has_digests =
            self.family.is_some() && self.grammar.whole_provision(anchor).as_ref() == Some(anchor);
        let awaits_day = self.awaits_day(anchor);
        let moments = if has_digests {
            self.moments(catalog, anchor, awaits_day)?
        } else {
            self.presence(catalog, anchor, awaits_day)?
        };
        let is_held = moments.iter().any(|moment| moment.digest.is_some());
        let unit = NamedUnit::of(anchor, &[]);
        let said = self.words.said_by_all(unit.as_ref()).into_iter().enumerate().map(|(at, said)| {
            if self.facts.base == Some(at) || at >= self.registered {
                return Said::No;
            }
            match said {
                // Words about a whole kapitel do not prove that it had the paragraf.
                Said::Yes { is_wording: false, .. }
                    if !is_held && !self.is_direct(self.uri_of(at), anchor) =>
                {
                    Said::No
                }
                // Amendments of an EU act name nothing, and its texts are named after their days.
                said => said,
            }
        });
        let mut facts = NumberFacts {
            said: said.collect(),
            act: &self.facts,
            moments,
            awaits_day,
            awaited_by: None,
            printed_end: None,
        };
        if awaits_day && let Some(own) = self.own_text() {
            let texts = catalog.provision_texts(self.texts.texts[own].stored, anchor.as_str())?;
            facts.awaited_by = texts.iter().rev().find_map(|text| self.signer(text));
        }
        for act in 0..facts.said.len() {
            if facts.is_end_refuted(act) {
                facts.said[act] = Said::No;
            }
        }
        self.add_signers(anchor, &mut facts);
        self.add_notes(anchor, &mut facts);
        forget_what_marks_date(&mut facts);
        Ok(facts)
    }

    /// Whether the words of an act name a number itself.
    fn is_direct(&self, act: &str, anchor: &Anchor) -> bool {
        let Some(number) = ProvisionNumber::parse(anchor.as_str()) else { return false };
        let mut changes = self.words.changes(act).iter();
        changes.any(|change| change.place.covers(&number, self.notes.by_kapitel))
    }

    /// An act that signs a text changed it, whatever the register says. One that changed the text as another amendment has
    /// it came with that amendment.
    fn add_signers(&self, anchor: &Anchor, facts: &mut NumberFacts<'_>) {
        let number = ProvisionNumber::parse(anchor.as_str());
        let is_of_amendment = |act: usize| {
            number.as_ref().is_some_and(|number| self.words.changes_amendment_of(self.uri_of(act), number))
        };
        for moment in &facts.moments {
            if let Some(Signer::Registered(act)) = moment.signed
                && !facts.said[act].is_named()
                && self.facts.base != Some(act)
                && !is_of_amendment(act)
            {
                facts.said[act] = Said::change(RegisterChange::Amended);
            }
        }
    }

    /// An act that the text prints as having repealed the number did so, whatever the register says.
    fn add_notes(&self, anchor: &Anchor, facts: &mut NumberFacts<'_>) {
        let Some(number) = ProvisionNumber::parse(anchor.as_str()) else { return };
        let has_now = self.own_text().is_some_and(|own| {
            facts.moments.iter().any(|moment| moment.text == own && moment.digest.is_some())
        });
        let kapitel = ProvisionNumber { kapitel: number.kapitel.clone(), paragraf: None };
        let is_of = |note: &&lagrum_artifact::RepealNote| {
            note.names(&number) || number.paragraf.is_some() && note.names(&kapitel)
        };
        for note in self.notes.repealed.iter().filter(is_of).filter(|_| !has_now) {
            let Some(act) = self.position(&self.base.swedish_act(&note.act)) else { continue };
            let order = |act: usize| (self.facts.amendments[act].day.known(), act);
            if facts.printed_end.is_none_or(|known| order(known) < order(act)) {
                facts.printed_end = Some(act);
            }
            let ends = |change| matches!(change, RegisterChange::Repealed | RegisterChange::RenumberedFrom);
            facts.said[act] = match facts.said[act] {
                Said::Yes { first, last, is_wording } if ends(last) => Said::Yes { first, last, is_wording },
                Said::Yes { first, is_wording, .. } => {
                    Said::Yes { first, last: RegisterChange::Repealed, is_wording }
                }
                Said::No | Said::Unclear => Said::change(RegisterChange::Repealed),
            };
        }
    }

    /// Whether the text has a number only for a day that is yet to be decided.
    fn awaits_day(&self, anchor: &Anchor) -> bool {
        let dated = || self.notes.dated.iter().filter(|dated| dated.anchor == anchor.as_str());
        let is_phrase =
            |from: &Option<String>| from.as_deref().is_some_and(|from| parse_date(from).is_none());
        dated().next().is_some() && dated().all(|dated| is_phrase(&dated.from))
    }

    /// The provision in each held text. A text that was replaced before the day of a mark did not apply from that day; of a
    /// text that was replaced on a day that is not known, only days before that text was made count.
    fn moments(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
        awaits_day: bool,
    ) -> Result<Vec<Moment>, CatalogProblem> {
        let mut moments: Vec<Moment> = Vec::new();
        for (at, text) in self.texts.texts.iter().enumerate() {
            let applied = |day: Date| !self.facts.may_be_replaced_by(at, day);
            let before_marks = text.marks.first().and_then(|first| first.yesterday().ok());
            let mut first = Moment {
                text: at,
                from: text.from,
                by_mark: false,
                shown_on: before_marks,
                digest: None,
                signed: None,
            };
            let mut later = Vec::new();
            let held = if awaits_day && text.version.is_none() {
                Vec::new()
            } else {
                catalog.provision_texts(text.stored, anchor.as_str())?
            };
            for held in &held {
                let begins = parse_date(&held.begins);
                let moment = Moment {
                    text: at,
                    from: begins,
                    by_mark: true,
                    shown_on: begins.or(before_marks),
                    digest: held.digest,
                    signed: self.signer(held),
                };
                match begins {
                    Some(day) if text.from.is_none_or(|from| day > from) => {
                        later.extend(applied(day).then_some(moment));
                    }
                    _ => first = Moment { from: text.from, by_mark: false, ..moment },
                }
            }
            moments.push(first);
            moments.extend(later);
        }
        Ok(moments)
    }

    fn signer(&self, text: &ProvisionText) -> Option<Signer> {
        let signed = text.signed.as_ref()?;
        let uri = self.base.swedish_act(signed);
        if uri == self.document.uri {
            return None;
        }
        if let Some(at) = self.position(&uri) {
            return Some(Signer::Registered(at));
        }
        let number = self.base.strip(&uri).and_then(|id| ActFamily::Statute.parse_id(id))?;
        Some(Signer::Unregistered(number))
    }

    /// Whether each held text has a number, where its words are not compared.
    fn presence(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
        awaits_day: bool,
    ) -> Result<Vec<Moment>, CatalogProblem> {
        let mut moments = Vec::new();
        for (at, text) in self.texts.texts.iter().enumerate() {
            let is_own = text.version.is_none();
            let has = self.anchors(catalog, text.stored)?.position(anchor).is_some();
            let moment = |from: Option<Date>, by_mark: bool, has: bool| Moment {
                text: at,
                from,
                by_mark,
                shown_on: None,
                digest: has.then_some(PRESENT),
                signed: None,
            };
            if is_own && awaits_day {
                moments.push(moment(text.from, false, false));
                continue;
            }
            let days = if is_own { self.days_of(anchor) } else { Vec::new() };
            if days.is_empty() {
                moments.push(moment(text.from, false, has));
                continue;
            }
            let covers = |day: Date| self.has_variant(anchor, day);
            let begins = text.from.or_else(|| days.first()?.yesterday().ok());
            moments.push(moment(text.from, false, begins.is_some_and(covers)));
            let later = days.into_iter().filter(|day| text.from.is_none_or(|from| *day > from));
            moments.extend(later.map(|day| moment(Some(day), true, covers(day))));
        }
        Ok(moments)
    }

    /// The days from or until which the text has variants of a number, rising.
    fn days_of(&self, anchor: &Anchor) -> Vec<Date> {
        let dated = self.notes.dated.iter().filter(|dated| dated.anchor == anchor.as_str());
        let days = dated.flat_map(|dated| [&dated.from, &dated.until]).flatten();
        let mut days: Vec<Date> = days.filter_map(|day| parse_date(day)).collect();
        days.sort_unstable();
        days.dedup();
        days
    }

    fn has_variant(&self, anchor: &Anchor, day: Date) -> bool {
        let mut dated = self.notes.dated.iter().filter(|dated| dated.anchor == anchor.as_str());
        dated.any(|dated| {
            let begun =
                dated.from.as_deref().is_none_or(|from| parse_date(from).is_some_and(|from| from <= day));
            let ended = dated.until.as_deref().and_then(parse_date).is_some_and(|until| until <= day);
            begun && !ended
        })
    }

    /// A provision followed back under the numbers that it had.
    pub(crate) fn line(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
    ) -> Result<ProvisionLine<'_>, CatalogProblem> {
        let mut line = ProvisionLine::new(anchor.clone(), self.number(catalog, anchor)?);
        let mut until: Option<Date> = None;
        for _ in 1..MAX_NUMBERS {
            lagrum_cancel::check().map_err(CatalogProblem::from)?;
            let number = line.oldest().anchor.clone();
            let registered = self.registered_number_before(&number, until);
            let found = match registered {
                Some(found) => Some(found),
                None => self.moved(catalog, &line, until)?,
            };
            let Some((former, from)) = found.filter(|(former, _)| *former != number) else { break };
            if line.numbers().iter().any(|known| known.anchor == former) {
                break;
            }
            let facts = self.number(catalog, &former)?;
            line.before(former, facts, from);
            until = Some(from);
        }
        Ok(line)
    }

    /// The places of the acts that changed a provision, each under the number that the provision had when the act came, in the
    /// order of the register.
    pub(crate) fn naming(&self, line: &ProvisionLine<'_>) -> Vec<usize> {
        let numbers = line.numbers();
        let of_number = |act: usize, at: usize| {
            let number = &numbers[at];
            if !number.facts.said[act].is_named() {
                return false;
            }
            let until = at.checked_sub(1).and_then(|newer| numbers[newer].from);
            let day = number.facts.day(act).known();
            day.is_none_or(|day| {
                number.from.is_none_or(|from| from <= day) && until.is_none_or(|until| day <= until)
            })
        };
        let all = 0..self.facts.amendments.len();
        all.filter(|act| (0..numbers.len()).any(|at| of_number(*act, at))).collect()
    }

    /// Who changed a provision, the newest first. Those that sign its text and that the register lacks are among them.
    pub(crate) fn changed_by(&self, line: &ProvisionLine<'_>) -> Vec<Signer> {
        let mut acts: Vec<Signer> = self.naming(line).into_iter().map(Signer::Registered).collect();
        let numbers = line.numbers().iter().map(|number| &number.facts);
        for facts in numbers {
            let signed = facts.moments.iter().filter_map(|moment| moment.signed.as_ref());
            for signer in signed.chain(&facts.awaited_by) {
                let is_own = match signer {
                    Signer::Registered(act) => !facts.said[*act].is_named(),
                    Signer::Unregistered(_) => true,
                };
                if is_own && !acts.contains(signer) {
                    acts.push(signer.clone());
                }
            }
        }
        acts.reverse();
        acts
    }

    /// As [`Self::changed_by`], as answers list the acts.
    pub(crate) fn amended_by(&self, line: &ProvisionLine<'_>) -> Vec<RegisteredAct> {
        let signers = self.changed_by(line);
        let places = signers.iter().filter_map(|signer| match signer {
            Signer::Registered(act) => Some(*act),
            Signer::Unregistered(_) => None,
        });
        let mut registered = self.acts(&places.collect::<Vec<_>>()).into_iter();
        let act = |signer: Signer| match signer {
            Signer::Registered(_) => registered.next(),
            Signer::Unregistered(number) => {
                let name = ActName {
                    identifier: Some(format!("SFS {number}")),
                    uri: format!("{}/{number}", self.base),
                };
                Some(RegisteredAct::named(name, true))
            }
        };
        signers.into_iter().filter_map(act).collect()
    }

    /// The number that a provision had before, and the day from which it has this one, by the last act of the register
    /// before a day that gave it the number.
    fn registered_number_before(&self, number: &Anchor, until: Option<Date>) -> Option<(Anchor, Date)> {
        let number = ProvisionNumber::parse(number.as_str())?;
        let given = self.words.renumbering().iter().filter_map(|act| {
            let Day::On(day) = self.facts.amendments[*act].day else { return None };
            let former = number_before(self.words.changes(self.uri_of(*act)), &number)?;
            Some((day, former.anchor()?))
        });
        let given = given.filter(|(day, _)| until.is_none_or(|until| *day < until));
        given.max_by_key(|(day, _)| *day).map(|(day, former)| (former, day))
    }

    /// The number under which the text before had the same words, if it does not have them under it any longer.
    fn moved(
        &self,
        catalog: &CatalogReader<'_>,
        line: &ProvisionLine<'_>,
        until: Option<Date>,
    ) -> Result<Option<(Anchor, Date)>, CatalogProblem> {
        let number = line.oldest();
        let first = number.spans.iter().find(|span| {
            matches!(span.borne, Borne::Text { .. })
                && until.is_none_or(|until| span.from.is_none_or(|from| from < until))
        });
        let Some((from, digest)) = first.and_then(|span| Some((span.from?, span.borne.digest()?))) else {
            return Ok(None);
        };
        let moments = &number.facts.moments;
        let Some(at) = moments.iter().position(|moment| moment.digest == Some(digest)) else {
            return Ok(None);
        };
        let newer = &moments[at];
        let Some(older) = newer.text.checked_sub(1) else { return Ok(None) };
        let texts = &self.texts.texts;
        if digest == PRESENT || moments.iter().any(|moment| moment.text == older && moment.digest.is_some()) {
            return Ok(None);
        }
        for had in catalog.provisions_with_text(texts[older].stored, &digest)? {
            let now = catalog.provision_texts(texts[newer.text].stored, &had)?;
            if now.last().and_then(|text| text.digest) != Some(digest) {
                return Ok(Anchor::new(&had).map(|had| (had, from)));
            }
        }
        Ok(None)
    }
}

impl ActInTime {
    /// What bears a number on a day.
    pub(crate) fn on(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
        day: Date,
    ) -> Result<OnDay, CatalogProblem> {
        let facts = self.number(catalog, anchor)?;
        let found = facts.on(&facts.spans(), day);
        Ok(self.as_known(found, day))
    }

    /// Of a day after the one up to which the document is known, a text is at most known as far as that.
    pub(crate) fn as_known(&self, mut found: OnDay, day: Date) -> OnDay {
        if let Borne::Text { certainty, .. } = &mut found.borne {
            *certainty = certainty.on(day, self.known_until);
        }
        found
    }

    /// What the register says that an act did to the number that an anchor names, in the order of its words. Of a kapitel
    /// around it, only where the words name nothing in the kapitel.
    pub(crate) fn done_to(&self, act: usize, anchor: &Anchor) -> Vec<RegisterChange> {
        let uri = self.uri_of(act);
        let number = ProvisionNumber::parse(anchor.as_str());
        let of_text = self.words.changes(uri).iter().filter(|named| !named.in_amendment);
        let direct: Vec<RegisterChange> = of_text
            .filter(|named| !matches!(named.change, RegisterChange::Heading | RegisterChange::EntryIntoForce))
            .filter(|named| {
                number.as_ref().is_some_and(|number| named.place.covers(number, self.notes.by_kapitel))
            })
            .map(|named| named.change)
            .collect();
        if !direct.is_empty() {
            return direct;
        }
        match self.words.said(act, NamedUnit::of(anchor, &[]).as_ref()) {
            Said::Yes { first, last, .. } if first == last => vec![first],
            Said::Yes { first, last, .. } => vec![first, last],
            Said::No | Said::Unclear => Vec::new(),
        }
    }

    /// The changes that the register says that an act made, in the order of its words.
    pub(crate) fn changes_of(&self, act: &str) -> &[RegisteredChange] {
        self.words.changes(act)
    }

    /// The number that a provision had until an act gave it another.
    pub(crate) fn number_before(&self, act: usize, anchor: &Anchor) -> Option<Anchor> {
        let number = ProvisionNumber::parse(anchor.as_str())?;
        number_before(self.words.changes(self.uri_of(act)), &number)?.anchor()
    }

    /// Whether the numbers of paragrafer begin anew in each kapitel.
    pub(crate) fn by_kapitel(&self) -> bool {
        self.notes.by_kapitel
    }

    /// Whether the register names a number, or the heading before it.
    pub(crate) fn speaks_of(&self, number: &ProvisionNumber) -> bool {
        self.words.speaks_of(number)
    }

    /// Whether the register names a paragraf of a kapitel.
    pub(crate) fn proves_kapitel(&self, kapitel: &ProvisionNumber) -> bool {
        self.words.proves_kapitel(kapitel)
    }

    /// Whether a number has had, or gets, another text than that of a day.
    pub(crate) fn has_other_texts(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
        day: Date,
    ) -> Result<bool, CatalogProblem> {
        let facts = self.number(catalog, anchor)?;
        let own = self.own_text();
        let mut held = facts.moments.iter().filter(|moment| Some(moment.text) == own);
        let first = held.next().map(|moment| moment.digest);
        let spans = facts.spans();
        let found = facts.on(&spans, day).borne.digest();
        Ok(held.any(|moment| Some(moment.digest) != first) || first != Some(found))
    }

    /// Whether an archived text has an anchor.
    pub(crate) fn is_archived(
        &self,
        catalog: &CatalogReader<'_>,
        anchor: &Anchor,
    ) -> Result<bool, CatalogProblem> {
        for text in self.texts.texts.iter().filter(|text| text.version.is_some()) {
            if self.anchors(catalog, text.stored)?.position(anchor).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// An act without a day that ends what a mark in the newest text ends: the mark says when.
fn forget_what_marks_date(facts: &mut NumberFacts<'_>) {
    let Some(newest) = facts.moments.last() else { return };
    if !(newest.by_mark && newest.digest.is_none()) {
        return;
    }
    for (act, said) in facts.said.iter_mut().enumerate() {
        let is_end = matches!(said, Said::Yes { last: RegisterChange::Repealed, .. });
        if is_end && facts.act.amendments[act].day == Day::NotKnown {
            *said = Said::No;
        }
    }
}
