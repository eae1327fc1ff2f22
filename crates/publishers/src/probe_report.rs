//! What a probe found.

/// What a probe found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProbeReport {
    /// What was as expected, a line each.
    pub sound: Vec<String>,
    /// What differs from the expected form, a line each.
    pub differs: Vec<String>,
    /// Requests sent.
    pub requests: u64,
}

impl ProbeReport {
    /// Notes a finding.
    pub(crate) fn note(&mut self, is_sound: bool, text: impl Into<String>) {
        if is_sound { self.sound.push(text.into()) } else { self.differs.push(text.into()) }
    }
}
