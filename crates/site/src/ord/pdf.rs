//! Words of the form for a PDF.

pub(crate) use lagrum_sources::CONTEXT_CHOICES as PDF_CONTEXTS;

pub(crate) const PDF_CONTENTS: &str = "Innehållsförteckning";
pub(crate) const PDF_CONTEXT: &str = "Under varje bestämmelse";
pub(crate) const PDF_AMENDMENTS: &str = "Ändringsregister";
pub(crate) const PDF_COLUMNS: &str = "Spalter";
pub(crate) const PDF_MAKE: &str = "Hämta PDF";

pub(crate) const PDF_TAKES_TIME: &str =
    "Texten är lång: filen skapas när du hämtar den, och det kan ta några sekunder.";

pub(crate) const WITH: &str = "med";
pub(crate) const WITHOUT: &str = "utan";
