//! The result of one check.

/// How serious a finding is. The numbers are exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Health {
    Ok = 0,
    Warning = 1,
    Fault = 2,
}

impl Health {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Fault => "fault",
        }
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HealthFinding {
    pub(super) thing: &'static str,
    pub(super) health: Health,
    pub(super) found: String,
    /// What to do. None if all is well.
    pub(super) remedy: Option<String>,
}

impl HealthFinding {
    pub(super) fn ok(thing: &'static str, found: impl Into<String>) -> Self {
        Self { thing, health: Health::Ok, found: found.into(), remedy: None }
    }

    pub(super) fn warning(thing: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { thing, health: Health::Warning, found: found.into(), remedy: Some(remedy.into()) }
    }

    pub(super) fn fault(thing: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { thing, health: Health::Fault, found: found.into(), remedy: Some(remedy.into()) }
    }
}
