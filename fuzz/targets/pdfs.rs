//! Any bytes as a PDF: its pages are counted, and one of them is drawn in a small size.
//!
//! The code of the worker is compiled in as a module, since its crate depends on the typesetter.
#![no_main]

use lagrum_print_pool::PageJob;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/print/src/page.rs"]
#[allow(dead_code)]
mod page;

fuzz_target!(|bytes: &[u8]| {
    let Ok(pages) = page::count(bytes.to_vec()) else { return };
    let number = u32::try_from(pages).unwrap_or(u32::MAX).min(2);
    for crop in [None, Some([10.0, 10.0, 60.0, 40.0])] {
        let _ = page::draw(bytes.to_vec(), &PageJob { number, dpi: 18, crop }, 250_000);
    }
});
