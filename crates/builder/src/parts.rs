//! The parts of a snapshot, in the order in which they are written.

use lagrum_catalog::CatalogWriter;
use lagrum_corpus::{Progress, SourceCounts};
use lagrum_snapshot::{Draft, DumpEntry, SnapshotCounts, VectorCounts};

use crate::beside::beside;
use crate::derivations::KeptDerivations;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::limit::{self, RemovalLimit};
use crate::options::BuildOptions;
use crate::search::{self, IndexOutput};
use crate::vectors::{self, ChosenPassages, UnembeddedDocument, VectorOptions};
use crate::write::{self, RowsLeft};
use crate::{dumps, gather, lookups, lydelser, resolve};

/// The facts of the written parts for the manifest, and the documents that are still to be embedded, for each encoder.
pub(crate) struct WrittenParts {
    pub(crate) counts: SnapshotCounts,
    pub(crate) dumps: Vec<DumpEntry>,
    pub(crate) vectors: Vec<VectorCounts>,
    pub(crate) unembedded: Vec<Vec<UnembeddedDocument>>,
}

/// Writes all parts of a snapshot into its draft.
pub(crate) fn write(
    input: &BuildInput<'_>,
    options: &BuildOptions<'_>,
    limit: &RemovalLimit,
    draft: &Draft,
) -> Result<WrittenParts, BuildError> {
    let BuildOptions { remote, private_lookups, vectors: VectorOptions { encoders, max_vectors }, .. } =
        *options;
    let mut catalog = CatalogWriter::create(&draft.catalog())?;
    let mut kept = KeptDerivations::open(input, draft)?;
    let (mut gathered, links, contexts) = gather::gather(input, &mut kept, &mut catalog)?;
    let mut applications = std::mem::take(&mut gathered.applications);
    lydelser::write(input, &gathered.registers, &mut applications, &mut kept, &mut catalog)?;
    applications.add_to(&mut gathered.coming);
    let mut kept = kept.finish()?;
    let unreadable = gathered.unreadable.clone();
    let counted =
        SourceCounts { documents: gathered.with_text.clone(), lydelser: limit::lydelser(input.state) };
    limit.check(&counted)?;
    let (resolved, links, rail) = resolve::resolve(input, gathered, links, &mut kept)?;
    // Dumps and texts need nothing of the catalog. They run in a thread pool of their own: in a shared pool, millions
    // of texts would be queued before the next batch of the catalog.
    let threads = rayon::ThreadPoolBuilder::new().build()?;
    let write_texts = |progress: &dyn Progress| {
        let input = BuildInput { progress, ..*input };
        let dumps = dumps::write(&input, &unreadable, draft)?;
        Ok((dumps, search::write_texts(&input, &resolved, draft)?))
    };
    let ((dumps, texts), (counts, left)) = beside(
        input.progress,
        |progress| threads.install(|| write_texts(progress)),
        || write::write(input, &resolved, links, rail, &mut kept, catalog),
    )?;
    drop(kept);
    let RowsLeft { search: rows, passages, catalog: mut rest } = left;
    rest.write_large_listings(input)?;
    // The rest of the catalog takes one thread, and the search index has other work.
    let write_rest = |progress: &dyn Progress| {
        let input = BuildInput { progress, ..*input };
        rest.write(&input, &resolved)?;
        let chosen = ChosenPassages::new(&passages, max_vectors)?;
        vectors::write(&input, &resolved, &chosen, encoders, draft)
    };
    let output = IndexOutput { draft, remote };
    let ((vectors, unembedded), ()) = beside(input.progress, write_rest, || {
        search::write(input, &resolved, &texts, &rows, &contexts, &output)
    })?;
    drop((rows, contexts));
    if private_lookups {
        lookups::write(input, &draft.catalog(), &draft.lookups())?;
    }
    Ok(WrittenParts { counts: SnapshotCounts { texts: counted, ..counts }, dumps, vectors, unembedded })
}
