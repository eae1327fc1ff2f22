//! What reading a file may cost.

/// What reading a file may cost.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// Bytes of all parts of an archive that are unpacked, together.
    pub unpacked: u64,
    /// Parts of an archive.
    pub parts: usize,
    /// Lines or paragraphs of the text.
    pub lines: usize,
}
