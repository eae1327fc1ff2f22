//! What documents mean by places that they cite, where that is another place than the one that bears the name or the number
//! today: a document cites the law of its day.
//!
//! The outbound list of a document has places as the document has them. An inbound list has citations under what is meant, each with the
//! number of its meaning. What stands under a place by its name or number alone has a list of its own, the *earlier* citations.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lagrum_artifact::{Anchor, Location};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;
use crate::row_names::{CitedDocument, RowNames, joined};
use crate::{AnchorNumber, DocumentNumber, MeaningNumber};

/// Why a citation means another place than the one that bears its name or number today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CitedAs {
    /// The name was that of an earlier act.
    EarlierAct,
    /// The number was that of another provision.
    EarlierNumber,
}

impl CitedAs {
    /// Its name on the wire and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::EarlierAct => "earlier_act",
            Self::EarlierNumber => "earlier_number",
        }
    }
}

/// A place by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberedPlace {
    /// The document, held or not.
    pub document: DocumentNumber,
    /// The anchor; 0 for the document as a whole.
    pub anchor: AnchorNumber,
}

/// An act and the day on which it entered into force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakingAct {
    /// Its uri.
    pub uri: String,
    /// The day (`YYYY-MM-DD`); None where it is not known.
    pub day: Option<String>,
}

/// What a document means by a place that it cites, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMeaning {
    /// The citing document.
    pub citing: DocumentNumber,
    /// The place as the document has it.
    pub written: NumberedPlace,
    /// Why it means another.
    pub cited_as: CitedAs,
    /// The place that is meant; None where it is not known or gone.
    pub meant: Option<NumberedPlace>,
    /// Of a provision that is gone: what it was in.
    pub around: Option<NumberedPlace>,
    /// Since when, and by which act, the name or number is another's.
    pub taken: TakingAct,
    /// The act that repealed what is meant.
    pub ended: Option<TakingAct>,
}

impl NewMeaning {
    /// The place under which the citation counts: the one that is meant, or what it was in; None where the act is not known.
    pub fn counts_at(&self) -> Option<NumberedPlace> {
        self.meant.or(self.around)
    }
}

/// What a document means by a place that it cites.
#[derive(Clone, Debug)]
pub struct CitationMeaning {
    /// Why it is another place.
    pub cited_as: CitedAs,
    /// The uri of the place as the document has it.
    pub written: String,
    /// The place that is meant; None where it is not known or gone.
    pub meant: Option<MeantPlace>,
    /// Of a provision that is gone: what it was in.
    pub around: Option<MeantPlace>,
    /// Since when, and by which act, the name or number is another's.
    pub taken: TakingAct,
    /// The act that repealed what is meant.
    pub ended: Option<TakingAct>,
}

impl CitationMeaning {
    /// The place under which the citation counts: the one that is meant, or what it was in; None where the act is not known.
    pub fn counts_at(&self) -> Option<&MeantPlace> {
        self.meant.as_ref().or(self.around.as_ref())
    }
}

/// A place that a citation means, or counts at.
#[derive(Clone, Debug)]
pub struct MeantPlace {
    /// The document.
    pub document: CitedDocument,
    /// The anchor; None for the document as a whole.
    pub anchor: Option<Arc<str>>,
}

impl MeantPlace {
    /// The uri of the place.
    pub fn uri(&self) -> String {
        joined(self.document.uri(), self.anchor.as_deref())
    }
}

const COLUMNS: &str = "citing, target, target_anchor, is_earlier_act, meant, meant_anchor, around, around_anchor, \
     taken_on, taken_by, ended_on, ended_by";

impl NewMeaning {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let place = |document: usize| -> rusqlite::Result<Option<NumberedPlace>> {
            let number: Option<u32> = row.get(document)?;
            let anchor = AnchorNumber(row.get::<_, Option<u32>>(document + 1)?.unwrap_or(0));
            Ok(number.map(|number| NumberedPlace { document: DocumentNumber(number), anchor }))
        };
        let written =
            place(1)?.unwrap_or(NumberedPlace { document: DocumentNumber(0), anchor: AnchorNumber::NONE });
        let day = row.get(10)?;
        let ended = row.get::<_, Option<String>>(11)?.map(|uri| TakingAct { uri, day });
        Ok(Self {
            citing: DocumentNumber(row.get(0)?),
            written,
            cited_as: if row.get(3)? { CitedAs::EarlierAct } else { CitedAs::EarlierNumber },
            meant: place(4)?,
            around: place(6)?,
            taken: TakingAct { day: row.get(8)?, uri: row.get(9)? },
            ended,
        })
    }

    /// Writes the meaning with a number.
    pub(crate) fn insert(
        &self,
        connection: &rusqlite::Connection,
        number: MeaningNumber,
    ) -> rusqlite::Result<()> {
        let sql = format!(
            "INSERT INTO meaning (id, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        );
        let document = |place: Option<NumberedPlace>| place.map(|place| place.document.0);
        let anchor = |place: Option<NumberedPlace>| place.map(|place| place.anchor.0);
        connection.prepare_cached(&sql)?.execute(params![
            number.0,
            self.citing.0,
            self.written.document.0,
            self.written.anchor.0,
            self.cited_as == CitedAs::EarlierAct,
            document(self.meant),
            anchor(self.meant),
            document(self.around),
            anchor(self.around),
            self.taken.day,
            self.taken.uri,
            self.ended.as_ref().and_then(|ended| ended.day.as_deref()),
            self.ended.as_ref().map(|ended| &ended.uri),
        ])?;
        Ok(())
    }
}

impl CatalogReader<'_> {
    /// What a document means by the places that it cites, by their uris as the document has them. Empty for most documents.
    pub fn meanings_of(&self, citing: &str) -> Result<HashMap<String, Arc<CitationMeaning>>, CatalogProblem> {
        let sql =
            format!("SELECT {COLUMNS} FROM meaning WHERE citing = (SELECT id FROM document WHERE uri = ?1)");
        let mut query = self.connection.prepare_cached(&sql)?;
        let rows: Vec<NewMeaning> =
            query.query_map([citing], NewMeaning::read)?.collect::<rusqlite::Result<_>>()?;
        let mut names = RowNames::new(self)?;
        let found = rows.iter().map(|row| named(&mut names, row).map(|found| (found.written.clone(), found)));
        found.collect()
    }

    /// All meanings, with their numbers, in the order of these.
    pub fn numbered_meanings(&self) -> Result<Vec<(MeaningNumber, NewMeaning)>, CatalogProblem> {
        let sql = format!("SELECT {COLUMNS}, id FROM meaning ORDER BY id");
        let mut query = self.connection.prepare_cached(&sql)?;
        let rows = query.query_map([], |row| Ok((MeaningNumber(row.get(12)?), NewMeaning::read(row)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The documents at which citations by a document count, by the document and the anchor that they have; None where it is not known
    /// which act is meant. Only those with a meaning of their own.
    pub(crate) fn counted_documents(
        &self,
        citing: DocumentNumber,
    ) -> Result<HashMap<(DocumentNumber, String), Option<DocumentNumber>>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT target, a.text, coalesce(meant, around) FROM meaning m LEFT JOIN anchor a ON a.id = target_anchor
             WHERE citing = ?1",
        )?;
        let rows = query.query_map([citing.0], |row| {
            let written = (DocumentNumber(row.get(0)?), row.get::<_, Option<String>>(1)?.unwrap_or_default());
            Ok((written, row.get::<_, Option<u32>>(2)?.map(DocumentNumber)))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The meanings of places in a document that count within a location of it all the same: what they mean, or what that stood in,
    /// is inside the location.
    pub(crate) fn counted_within(
        &self,
        location: &Location,
    ) -> Result<HashSet<MeaningNumber>, CatalogProblem> {
        let mut query = self.connection.prepare_cached(
            "SELECT m.id, a.text FROM meaning m LEFT JOIN anchor a ON a.id = coalesce(meant_anchor, around_anchor)
             WHERE target = ?1 AND coalesce(meant, around) = ?1",
        )?;
        let Some(document) = self.root(location.document().as_str())? else { return Ok(HashSet::new()) };
        let rows = query.query_map([document.0], |row| {
            Ok((MeaningNumber(row.get(0)?), row.get::<_, Option<String>>(1)?))
        })?;
        let is_inside = |anchor: Option<String>| match location.anchor() {
            None => true,
            Some(outer) => {
                anchor.and_then(|anchor| Anchor::new(&anchor)).is_some_and(|anchor| anchor.is_within(outer))
            }
        };
        let mut within = HashSet::new();
        for row in rows {
            let (number, anchor) = row?;
            within.extend(is_inside(anchor).then_some(number));
        }
        Ok(within)
    }

    /// The meaning with a number; None for no number.
    pub(crate) fn meaning(
        &self,
        names: &mut RowNames<'_>,
        number: MeaningNumber,
    ) -> Result<Option<Arc<CitationMeaning>>, CatalogProblem> {
        if number == MeaningNumber::NONE {
            return Ok(None);
        }
        let sql = format!("SELECT {COLUMNS} FROM meaning WHERE id = ?1");
        let mut query = self.connection.prepare_cached(&sql)?;
        let mut rows = query.query_map([number.0], NewMeaning::read)?;
        let row = rows.next().transpose()?;
        let row = row.ok_or_else(|| CatalogProblem::Damaged(format!("no meaning {number}")))?;
        named(names, &row).map(Some)
    }
}

fn named(names: &mut RowNames<'_>, row: &NewMeaning) -> Result<Arc<CitationMeaning>, CatalogProblem> {
    let mut place = |place: NumberedPlace| {
        let [anchor, _] = names.anchors([place.anchor, AnchorNumber::NONE])?;
        Ok::<_, CatalogProblem>(MeantPlace { document: names.cited(place.document)?, anchor })
    };
    Ok(Arc::new(CitationMeaning {
        cited_as: row.cited_as,
        written: place(row.written)?.uri(),
        meant: row.meant.map(&mut place).transpose()?,
        around: row.around.map(&mut place).transpose()?,
        taken: row.taken.clone(),
        ended: row.ended.clone(),
    }))
}
