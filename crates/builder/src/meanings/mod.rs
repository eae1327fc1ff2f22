//! Decides what citations mean: a document cites the law of its day, and links name the law of today.
//!
//! Each place in a statute that a dated document cites is decided once, here, and everything that follows from citations follows
//! it: inbound lists, margin notes, counts, the graph, citation contexts. The links of the artifact stay as they are. The rules:
//!
//! 1. **Younger act** ([`citing_day`]). The act is two years or more younger than the document, or the document is a decision, an opinion
//!    or a regulation and the act was decided after its day: the name is read again as of the day. A document that prints the number
//!    of the act means that act, and so does the work in which the act was prepared.
//! 2. **Renumbered, used anew** ([`lagrum_chronicle::number_since`]). What bore the number on the day is followed through the acts of the
//!    register ([`registers`]) that are in force on the day of the build and worked into the text.
//! 3. **The day** of a preparatory work is, for each statute, the one on which the acts on it that were prepared in the work entered into force;
//!    of other documents, and where no act names the work, its own. Where the entry of an act names no works at all, the act may be the
//!    one that the work prepared: it counts only when it is two years younger.

pub(crate) mod citing_day;
pub(crate) mod meant;
pub(crate) mod registers;

use lagrum_artifact::{Anchor, ProvisionNumber};
use lagrum_catalog::CitedAs;
use lagrum_chronicle::{NumberSince, number_since};

use self::citing_day::{CitingDay, year_of};
use self::meant::{DatedAct, GatheredMeaning, GatheredMeanings};
use self::registers::{Registers, StatuteRegister};
use crate::error::BuildError;
use crate::gather::Gathered;
use crate::input::BuildInput;
use crate::positions::{GatheredPlace, ReadPosition};
use crate::spill::SpilledLinks;

/// Documents whose links are read together.
const BATCH: usize = 1000;

/// By how many years an act must be younger than a preparatory work, if its entry names no works.
const YEARS_APART: i16 = 2;

/// What is meant, before it has a number.
struct Meant {
    cited_as: CitedAs,
    /// The uri of the document that is meant, and its anchor.
    place: Option<(String, Option<String>)>,
    around: Option<(String, Option<String>)>,
    taken: DatedAct,
    ended: Option<DatedAct>,
}

/// Decides what every dated document means by the statutes that it cites.
pub(crate) fn decide(
    input: &BuildInput<'_>,
    gathered: &mut Gathered<'_>,
    links: &SpilledLinks,
) -> Result<GatheredMeanings, BuildError> {
    let days = std::mem::take(&mut gathered.citing_days);
    let registers = std::mem::take(&mut gathered.registers_of_numbers);
    let statutes: Vec<Option<String>> = gathered
        .texts
        .documents
        .all()
        .iter()
        .map(|cited| gathered.texts.documents.uri(*cited).into_owned())
        .map(|uri| citing_day::statute(&uri, input.base).is_some().then_some(uri))
        .collect();
    let mut meanings = GatheredMeanings::new();
    for first in (0..gathered.entries.len()).step_by(BATCH) {
        let batch = first..(first + BATCH).min(gathered.entries.len());
        let mut of_batch = links.read(batch.clone())?.into_iter();
        for position in batch {
            let own = of_batch.by_ref().take(links.count(position) as usize);
            let mut places: Vec<GatheredPlace> = own
                .filter(|link| statutes[link.target.index()].is_some())
                .map(|link| GatheredPlace { document: link.target, anchor: link.target_anchor })
                .collect();
            let position = ReadPosition(position as u32);
            let Some(day) = days.get(&position) else { continue };
            places.sort_unstable();
            places.dedup();
            let reader = Reader { input, registers: &registers, day };
            for written in places {
                let statute = statutes[written.document.index()].as_deref().unwrap_or_default();
                let anchor =
                    written.anchor.index().map(|index| gathered.texts.anchors.get(index as u32).to_owned());
                let Some(meant) = reader.meant(statute, anchor.as_deref()) else { continue };
                let mut numbered = |place: Option<(String, Option<String>)>| {
                    place.map(|(uri, anchor)| gathered.texts.place(&uri, anchor.as_deref())).transpose()
                };
                let meaning = GatheredMeaning {
                    written,
                    cited_as: meant.cited_as,
                    meant: numbered(meant.place)?,
                    around: numbered(meant.around)?,
                    taken: meant.taken,
                    ended: meant.ended,
                };
                meanings.entry(position).or_default().push(meaning);
            }
        }
    }
    Ok(meanings)
}

/// Reads the citations of one document.
struct Reader<'a> {
    input: &'a BuildInput<'a>,
    registers: &'a Registers,
    day: &'a CitingDay,
}

impl Reader<'_> {
    /// What a place in a statute means; None where it means what it says.
    fn meant(&self, statute: &str, anchor: Option<&str>) -> Option<Meant> {
        let register = self.registers.of(statute);
        if let Some(meant) = self.in_earlier_act(statute, anchor, register) {
            return Some(meant);
        }
        self.by_earlier_number(statute, anchor?, register?)
    }

    /// The place in the act that had the name on the day, of a place in an act that is younger.
    fn in_earlier_act(
        &self,
        statute: &str,
        anchor: Option<&str>,
        register: Option<&StatuteRegister>,
    ) -> Option<Meant> {
        let written = anchor.map_or_else(|| statute.to_owned(), |anchor| format!("{statute}#{anchor}"));
        let meant = self.day.younger.get(&written)?;
        let day = self.day.day()?;
        let local = citing_day::statute(statute, self.input.base)?;
        let is_of_same_year = year_of(local) == Some(day.year());
        let is_later = register
            .and_then(|register| register.decided.or(register.begins))
            .is_some_and(|decided| decided > day);
        let is_prepared =
            self.day.work.as_ref().is_some_and(|work| self.registers.is_prepared_in(statute, work));
        if is_of_same_year && !is_later || is_prepared {
            return None;
        }
        let uri = meant.as_ref().and_then(|meant| self.input.base.document(meant)).map(|uri| uri.to_string());
        Some(Meant {
            cited_as: CitedAs::EarlierAct,
            place: uri.map(|uri| (uri, anchor.map(str::to_owned))),
            around: None,
            taken: DatedAct { uri: statute.to_owned(), day: register.and_then(|register| register.begins) },
            ended: None,
        })
    }

    /// What had the number of a provision on the day.
    fn by_earlier_number(&self, statute: &str, anchor: &str, register: &StatuteRegister) -> Option<Meant> {
        let number = ProvisionNumber::around(anchor)?;
        // The link says too little: each kapitel has a paragraf with the number.
        if register.by_kapitel && number.kapitel.is_none() {
            return None;
        }
        let own = number.anchor()?;
        let inside = anchor.strip_prefix(own.as_str())?;
        let act =
            |at: usize| DatedAct { uri: register.entries[at].uri.clone(), day: Some(register.acts[at].day) };
        let place = |anchor: Option<Anchor>| (statute.to_owned(), anchor.map(|anchor| anchor.to_string()));
        let found = match self.since(statute, register, &number)? {
            NumberSince::Same => return None,
            NumberSince::Renumbered { number, by } => {
                let anchor = number.anchor().map(|anchor| format!("{anchor}{inside}"));
                (Some((statute.to_owned(), anchor)), None, act(by), None)
            }
            NumberSince::Gone { by, ended_by } => {
                let around = self.kapitel_around(statute, register, &number);
                (None, Some(place(around)), act(by), ended_by.map(act))
            }
        };
        let (place, around, taken, ended) = found;
        Some(Meant { cited_as: CitedAs::EarlierNumber, place, around, taken, ended })
    }

    /// The kapitel that a paragraf that is gone was in, under its number of today; None where there is none.
    fn kapitel_around(
        &self,
        statute: &str,
        register: &StatuteRegister,
        number: &ProvisionNumber,
    ) -> Option<Anchor> {
        number.paragraf.as_ref()?;
        let kapitel = ProvisionNumber { kapitel: number.kapitel.clone(), paragraf: None };
        kapitel.kapitel.as_ref()?;
        match self.since(statute, register, &kapitel)? {
            NumberSince::Same => kapitel.anchor(),
            NumberSince::Renumbered { number, .. } => number.anchor(),
            NumberSince::Gone { .. } => None,
        }
    }

    /// What became of a number since the day on which the document means it.
    fn since(
        &self,
        statute: &str,
        register: &StatuteRegister,
        number: &ProvisionNumber,
    ) -> Option<NumberSince> {
        let own = self.day.day()?;
        let work = self.day.work.as_deref();
        let prepared = work.and_then(|work| self.registers.day_prepared(statute, work));
        let day = prepared.unwrap_or(own);
        let is_later = |at: usize| {
            let entry = &register.entries[at];
            let may_be_its = work.is_some() && prepared.is_none() && !entry.has_works;
            let is_apart = entry.year.is_some_and(|year| year - own.year() >= YEARS_APART);
            register.acts[at].day > day && (!may_be_its || is_apart)
        };
        Some(number_since(&register.acts, register.by_kapitel, number, is_later))
    }
}
