//! Checks that attachments are undamaged and that graphics have their page.

use std::collections::{BTreeMap, HashSet};

use lagrum_corpus::attachments::PdfPart;
use lagrum_corpus::{Corpus, CorpusError, Progress};
use lagrum_snapshot::Snapshot;

use super::findings::Findings;

/// Reads every attached file once and compares it with its digest.
pub(super) fn check(
    snapshot: &Snapshot,
    corpus: &Corpus,
    findings: &mut Findings,
    progress: &dyn Progress,
) -> Result<(), CorpusError> {
    let reader = corpus.reader()?;
    let attached = reader.attached(snapshot.manifest().generation);
    let (pdfs, verdicts, grafik) = (attached.all_pdfs()?, attached.all_verdicts()?, attached.all_grafik()?);
    progress.begin("check attachments", Some((pdfs.len() + verdicts.len()) as u64));
    let named =
        pdfs.iter().map(|part| (part.digest, part.size, format!("PDF {} of {}", part.part, part.uri)));
    let named = named.chain(verdicts.iter().map(|verdict| {
        (verdict.digest, verdict.size, format!("{}/{}/{}", verdict.court, verdict.record, verdict.file))
    }));
    let mut read = HashSet::new();
    for (digest, size, name) in named {
        if read.insert(digest) {
            match attached.is_whole(&digest, size) {
                Ok(true) => {}
                Ok(false) => findings.problem(format!("{name}: the stored file is damaged")),
                Err(error) => findings.problem(format!("{name}: the stored file cannot be read: {error}")),
            }
        }
        progress.advance(1);
    }
    progress.end();

    let mut of: BTreeMap<&str, Vec<&PdfPart>> = BTreeMap::new();
    for part in &pdfs {
        of.entry(&part.uri).or_default().push(part);
    }
    for (uri, parts) in &of {
        for (part, next) in parts.iter().zip(&parts[1..]) {
            if part.first_page.saturating_add(part.pages) > next.first_page {
                findings.problem(format!(
                    "PDFs {} and {} of {uri} have pages of the same number",
                    part.part, next.part
                ));
            }
        }
    }
    for entry in &grafik {
        let printed =
            |part: &&&PdfPart| part.first_page <= entry.page && entry.page - part.first_page < part.pages;
        if !of.get(entry.act.as_str()).is_some_and(|parts| parts.iter().any(|part| printed(&part))) {
            findings.problem(format!(
                "graphic {} of {}: no PDF has page {} of {}",
                entry.anchor, entry.statute, entry.page, entry.act
            ));
        }
    }
    findings.checked("PDFs", pdfs.len() as u64);
    findings.checked("verdicts", verdicts.len() as u64);
    findings.checked("graphics", grafik.len() as u64);
    Ok(())
}
