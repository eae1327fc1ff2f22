//! Words that stand around every page: its head, search box, preferences and footer.

/// The name of the site.
pub(crate) const SITE: &str = "lagrum";

pub(crate) const SKIP: &str = "Hoppa till innehållet";
pub(crate) const SKIP_TO_HITS: &str = "Hoppa till träffarna";
pub(crate) const SEARCH: &str = "Sök";
pub(crate) const SEARCH_HINT: &str = "Paragraf, namn eller ord";
pub(crate) const SEARCH_LABEL: &str = "Sök eller gå till en paragraf";

/// What the list under the search box is called; also after a number: "3 förslag".
pub(crate) const SUGGESTIONS: &str = "förslag";

pub(crate) const BROWSE: &str = "Bläddra";
pub(crate) const NEWS: &str = "Nytt";
pub(crate) const COMING: &str = "Kommande";
pub(crate) const CHECK: &str = "Kontrollera en text";
pub(crate) const ABOUT: &str = "Om";
pub(crate) const ABOUT_LONG: &str = "Om tjänsten";
pub(crate) const COVERAGE: &str = "Täckning";
pub(crate) const SEARCH_HELP: &str = "Sökhjälp";
pub(crate) const PREFERENCES: &str = "Inställningar";
pub(crate) const ACCESSIBILITY: &str = "Tillgänglighet";
pub(crate) const API: &str = "API";
pub(crate) const DATA: &str = "Sidans data";

pub(crate) const NO_GUARANTEE: &str =
    "Texterna kan innehålla fel. Det som gäller är den tryckta eller kungjorda versionen.";

pub(crate) const THEME: &str = "Utseende";
pub(crate) const THEME_SYSTEM: &str = "som systemet";
pub(crate) const THEME_LIGHT: &str = "ljust";
pub(crate) const THEME_DARK: &str = "mörkt";
pub(crate) const SIZE: &str = "Textstorlek";
pub(crate) const KEYS: &str = "Kortkommandon (/ j k c ?)";
pub(crate) const KEYS_HELP: &str = "Tangenterna";

/// What each key does.
pub(crate) const KEY_MEANINGS: [(&str, &str); 6] = [
    ("/", "till sökrutan"),
    ("j", "nästa bestämmelse"),
    ("k", "föregående bestämmelse"),
    ("c", "citera det som är markerat eller visas"),
    ("?", "den här hjälpen"),
    ("Esc", "stäng"),
];

pub(crate) const MARGIN: &str = "Marginal";
pub(crate) const MARGIN_NOTES: &str = "hänvisningar";
pub(crate) const MARGIN_SHEET: &str = "tryckt sida";
pub(crate) const MARGIN_NONE: &str = "inget";
pub(crate) const STYCKEN: &str = "Styckenas nummer";
pub(crate) const ON: &str = "på";
pub(crate) const OFF: &str = "av";
pub(crate) const PREVIOUS: &str = "Föregående";
pub(crate) const NEXT: &str = "Nästa";
