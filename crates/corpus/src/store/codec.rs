//! Compressing artifacts, with a trained dictionary where there is one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, RwLock};

use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::{DCtx, get_error_name};

/// How hard to compress: beyond 6, time grows much faster than the ratio on artifacts of a few kilobytes.
const LEVEL: i32 = 6;

/// Bytes of a dictionary: the size zstd's own trainer recommends.
const DICTIONARY_BYTES: usize = 112 << 10;

/// Fewer artifacts or bytes than this teach too little to be worth a dictionary.
const TRAINING_MIN: (usize, usize) = (100, 1 << 20);

/// Bytes to learn from, at most.
const TRAINING_MAX: usize = 12 << 20;

/// The largest artifact we unpack, as a guard against a damaged or hostile size field.
const ARTIFACT_MAX: usize = lagrum_artifact::MAX_ARTIFACT_BYTES;

/// A dictionary ready to compress with.
pub(super) struct Encoder {
    dictionary: Option<EncoderDictionary<'static>>,
}

impl Encoder {
    pub(super) fn new(dictionary: Option<&[u8]>) -> Self {
        Self { dictionary: dictionary.map(|bytes| EncoderDictionary::copy(bytes, LEVEL)) }
    }

    /// The bytes as one zstd frame with a checksum, so that damage is noticed when it is read.
    pub(super) fn compress(&self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut compressor = match &self.dictionary {
            Some(dictionary) => zstd::bulk::Compressor::with_prepared_dictionary(dictionary)?,
            None => zstd::bulk::Compressor::new(LEVEL)?,
        };
        compressor.include_checksum(true)?;
        compressor.compress(bytes)
    }
}

/// A dictionary learnt from these artifacts; None when they are too few or too small.
pub(super) fn train(samples: &[&[u8]]) -> Option<Vec<u8>> {
    let total: usize = samples.iter().map(|sample| sample.len()).sum();
    if samples.len() < TRAINING_MIN.0 || total < TRAINING_MIN.1 {
        return None;
    }
    // Evenly spread over the batch, and of each artifact its beginning: the rest of a long one is running text.
    let step = total.div_ceil(TRAINING_MAX).max(1);
    let chosen: Vec<&[u8]> =
        samples.iter().step_by(step).map(|sample| &sample[..sample.len().min(64 << 10)]).collect();
    zstd::dict::from_samples(&chosen, DICTIONARY_BYTES).ok()
}

static DICTIONARYLESS: LazyLock<Arc<DecoderDictionary<'static>>> =
    LazyLock::new(|| Arc::new(DecoderDictionary::copy(&[])));

/// The dictionaries of a corpus, unpacked once and shared by all readers.
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
    /// The dictionary with this number, loading it on first use.
    pub(super) fn get<E>(
        &self,
        id: Option<i64>,
        load: impl FnOnce(i64) -> Result<Vec<u8>, E>,
    ) -> Result<Arc<DecoderDictionary<'static>>, E> {
        let Some(id) = id else { return Ok(DICTIONARYLESS.clone()) };
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
    /// What unpacking needs beside the dictionary. Making it takes longer than unpacking an artifact of usual size.
    static CONTEXT: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// Unpacks a frame of `size` bytes.
pub(super) fn decompress(
    frame: &[u8],
    size: usize,
    dictionary: &DecoderDictionary<'_>,
) -> std::io::Result<Vec<u8>> {
    if size > ARTIFACT_MAX {
        return Err(std::io::Error::other(format!("it claims to be {size} bytes long")));
    }
    let mut bytes = Vec::with_capacity(size);
    CONTEXT
        .with_borrow_mut(|context| context.decompress_using_ddict(&mut bytes, frame, dictionary.as_ddict()))
        .map_err(|code| std::io::Error::other(get_error_name(code)))?;
    if bytes.len() == size {
        Ok(bytes)
    } else {
        Err(std::io::Error::other(format!("{} bytes where {size} were stored", bytes.len())))
    }
}
