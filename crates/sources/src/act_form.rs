//! How the provisions of an act are numbered.

/// The form of the acts that a source holds. It decides which provisions can be cited beside a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActForm {
    /// Statutes and agency regulations: kapitel and paragrafer.
    SwedishAct,
    /// EU acts: articles and recitals.
    EuAct,
    /// Treaties: articles.
    Treaty,
}
