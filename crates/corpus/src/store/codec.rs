//! Compresses artifacts, with a trained dictionary where there is one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, LazyLock, RwLock};

use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::{DCtx, get_error_name};

/// Compression level. Above 6, time grows much faster than the ratio on artifacts of a few kilobytes.
const LEVEL: i32 = 6;

/// The size of a dictionary in bytes, as zstd's trainer recommends.
const DICTIONARY_BYTES: usize = 112 << 10;

/// The minimum of artifacts and bytes for training a dictionary.
const MIN_TRAINING: (usize, usize) = (100, 1 << 20);

/// The maximum of bytes for training.
const MAX_TRAINING_BYTES: usize = 12 << 20;

/// The maximum size of a decompressed artifact, as a guard against a damaged or hostile size field.
const MAX_DECOMPRESSED_BYTES: usize = lagrum_artifact::MAX_ARTIFACT_BYTES;

/// A compressor with or without a dictionary.
pub(super) struct Encoder {
    dictionary: Option<EncoderDictionary<'static>>,
}

impl Encoder {
    pub(super) fn new(dictionary: Option<&[u8]>) -> Self {
        Self { dictionary: dictionary.map(|bytes| EncoderDictionary::copy(bytes, LEVEL)) }
    }

    /// Compresses bytes as one zstd frame with a checksum, which detects damage.
    pub(super) fn compress(&self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut compressor = match &self.dictionary {
            Some(dictionary) => zstd::bulk::Compressor::with_prepared_dictionary(dictionary)?,
            None => zstd::bulk::Compressor::new(LEVEL)?,
        };
        compressor.include_checksum(true)?;
        compressor.compress(bytes)
    }
}

/// Trains a dictionary on these artifacts; None when they are too few or too small.
pub(super) fn train(samples: &[&[u8]]) -> Option<Vec<u8>> {
    let total: usize = samples.iter().map(|sample| sample.len()).sum();
    if samples.len() < MIN_TRAINING.0 || total < MIN_TRAINING.1 {
        return None;
    }
    // Samples are spread evenly over the batch. Of each only the beginning is used: the rest of a long one is running text.
    let step = total.div_ceil(MAX_TRAINING_BYTES).max(1);
    let chosen: Vec<&[u8]> =
        samples.iter().step_by(step).map(|sample| &sample[..sample.len().min(64 << 10)]).collect();
    zstd::dict::from_samples(&chosen, DICTIONARY_BYTES).ok()
}

static NO_DICTIONARY: LazyLock<Arc<DecoderDictionary<'static>>> =
    LazyLock::new(|| Arc::new(DecoderDictionary::copy(&[])));

/// The dictionaries of a corpus, prepared once and shared by all readers.
#[derive(Default)]
pub(super) struct Decoders {
    by_id: RwLock<HashMap<i64, Arc<DecoderDictionary<'static>>>>,
}

impl std::fmt::Debug for Decoders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoders").finish_non_exhaustive()
    }
}

impl Decoders {
    /// The dictionary with this id, loaded at its first use.
    pub(super) fn get<E>(
        &self,
        id: Option<i64>,
        load: impl FnOnce(i64) -> Result<Vec<u8>, E>,
    ) -> Result<Arc<DecoderDictionary<'static>>, E> {
        let Some(id) = id else { return Ok(NO_DICTIONARY.clone()) };
        if let Some(known) = self.by_id.read().ok().and_then(|map| map.get(&id).cloned()) {
            return Ok(known);
        }
        let dictionary = Arc::new(DecoderDictionary::copy(&load(id)?));
        if let Ok(mut map) = self.by_id.write() {
            map.insert(id, dictionary.clone());
        }
        Ok(dictionary)
    }
}

thread_local! {
    /// The decompression context. Creating it takes longer than decompressing an artifact of the usual size.
    static CONTEXT: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// Decompresses a frame of `size` bytes into its place between two texts.
pub(super) fn decompress(
    frame: &[u8],
    size: usize,
    dictionary: &DecoderDictionary<'_>,
    before: &[u8],
    after: &[u8],
) -> std::io::Result<Vec<u8>> {
    if size > MAX_DECOMPRESSED_BYTES {
        return Err(std::io::Error::other(format!("it claims to be {size} bytes long")));
    }
    let mut bytes = Vec::with_capacity(before.len() + size + after.len());
    bytes.extend_from_slice(before);
    let mut place = Cursor::new(bytes);
    place.set_position(before.len() as u64);
    let written = CONTEXT
        .with_borrow_mut(|context| context.decompress_using_ddict(&mut place, frame, dictionary.as_ddict()))
        .map_err(|code| std::io::Error::other(get_error_name(code)))?;
    if written != size {
        return Err(std::io::Error::other(format!("{written} bytes where {size} were stored")));
    }
    let mut bytes = place.into_inner();
    bytes.extend_from_slice(after);
    Ok(bytes)
}
