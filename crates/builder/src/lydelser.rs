//! Writes the archived lydelser, with the facts of their amendments from the register of the act.

use std::collections::HashMap;

use lagrum_artifact::{ActFamily, Base, DocumentUri};
use lagrum_catalog::{CatalogWriter, NewLydelse};
use lagrum_corpus::LydelseEntry;
use rayon::prelude::*;

use crate::acts::{LydelseFacts, named, read_lydelse};
use crate::application::NewestApplications;
use crate::derivations::{KeptDerivations, NewRecord, RecordKey};
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::register::Register;

/// The number of lydelser that are read at once.
const BATCH: usize = 500;

/// Writes every archived lydelse. `registers` has the registers of their acts, by the act's uri; `applications` gets the days that
/// they state.
pub(crate) fn write(
    input: &BuildInput<'_>,
    registers: &HashMap<String, Register>,
    applications: &mut NewestApplications,
    kept: &mut KeptDerivations,
    catalog: &mut CatalogWriter,
) -> Result<(), BuildError> {
    for batch in input.state.lydelser.chunks(BATCH) {
        let facts = batch_facts(input, batch, kept)?;
        for (lydelse, facts) in batch.iter().zip(&facts) {
            if is_eu_act(&lydelse.document, input.base) {
                applications.text(&lydelse.document, lydelse.version.clone(), facts.applications.clone());
            }
            let register = registers.get(&lydelse.document);
            let is_registered = |uri: &str| register.is_some_and(|register| register.contains_key(uri));
            let amendment = register
                .zip(amendment_uri(&lydelse.document, &lydelse.version, input.base))
                .and_then(|(register, uri)| register.get(&uri));
            catalog.lydelse(&NewLydelse {
                uri: &lydelse.uri,
                document: &lydelse.document,
                lydelse_id: &lydelse.version,
                source: &lydelse.source,
                stored: lydelse.stored,
                updated: lydelse.changed,
                ikraft: amendment.and_then(|amendment| amendment.ikraft.as_deref()),
                forarbeten: amendment.map(|amendment| &*amendment.forarbeten).unwrap_or_default(),
                node_dates: &facts.node_dates,
                named: &named(&facts.signatures, is_registered, input.base),
            })?;
            catalog.parts(lydelse.stored, &facts.parts)?;
            catalog.provision_texts(lydelse.stored, &facts.provision_texts)?;
            catalog.excerpts(lydelse.stored, &facts.excerpts)?;
        }
    }
    Ok(())
}

/// The derivation of each lydelse, from the build before or from its artifact. It is empty for a lydelse that cannot be
/// read, which the next build reads again.
fn batch_facts(
    input: &BuildInput<'_>,
    batch: &[LydelseEntry],
    kept: &mut KeptDerivations,
) -> Result<Vec<LydelseFacts>, BuildError> {
    let loaded = kept.before.load(batch.iter().map(|entry| entry.stored));
    let found: Vec<(LydelseFacts, Option<Vec<u8>>)> = batch
        .par_iter()
        .map(|entry| {
            let key = RecordKey::from(entry);
            loaded.lydelse(key).unwrap_or_else(|| {
                let facts = read_lydelse(entry, input.pool, input.base);
                let record = facts.as_ref().and_then(|facts| key.record(facts).ok());
                (facts.unwrap_or_default(), record)
            })
        })
        .collect();
    let (facts, records): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let records = batch.iter().zip(records);
    kept.new.keep(
        records
            .filter_map(|(entry, record)| Some(NewRecord { stored: entry.stored, bytes: record? }))
            .collect(),
    )?;
    Ok(facts)
}

fn is_eu_act(document: &str, base: &Base) -> bool {
    DocumentUri::new(document).and_then(|uri| ActFamily::of(&uri, base)) == Some(ActFamily::EuAct)
}

/// The uri of the amendment that a lydelse of a statute is named after.
fn amendment_uri(document: &str, lydelse_id: &str, base: &Base) -> Option<String> {
    let family = ActFamily::of(&DocumentUri::new(document)?, base)?;
    let id = (family == ActFamily::Statute).then(|| family.parse_id(lydelse_id)).flatten()?;
    Some(format!("{base}/{id}"))
}
