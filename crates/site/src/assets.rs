//! The files that pages load: style, scripts, fonts. They are part of the program.

use std::sync::LazyLock;

use lagrum_pages::{PageFile, design_name};

macro_rules! file {
    ($name:literal, $media_type:literal) => {
        PageFile { name: $name, media_type: $media_type, bytes: include_bytes!(concat!("../assets/", $name)) }
    };
}

/// The icon of the site in tabs and bookmarks.
pub(crate) const FAVICON: &str = include_str!("../assets/favicon.svg");

/// The files.
pub(crate) fn files() -> Vec<PageFile> {
    vec![
        file!("site.css", "text/css; charset=utf-8"),
        file!("tidig.js", "text/javascript; charset=utf-8"),
        file!("las.js", "text/javascript; charset=utf-8"),
        file!("forslag.js", "text/javascript; charset=utf-8"),
        file!("dokument.js", "text/javascript; charset=utf-8"),
        file!("graf.js", "text/javascript; charset=utf-8"),
        file!("spekulation.json", "application/speculationrules+json"),
        file!("serif-regular.woff2", "font/woff2"),
        file!("serif-bold.woff2", "font/woff2"),
        file!("serif-italic.woff2", "font/woff2"),
    ]
}

/// The digest of code, templates and files, which `build.rs` makes.
pub(crate) fn design() -> u64 {
    env!("SITE_DESIGN").parse().unwrap_or_default()
}

/// The address of a file.
pub(crate) fn address(name: &str) -> String {
    static DESIGN: LazyLock<String> = LazyLock::new(|| design_name(design()));
    format!("/_/{}/{name}", *DESIGN)
}
