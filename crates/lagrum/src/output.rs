//! Standard output and standard error, a line at a time. Whatever is printed is escaped here: titles, uris and error
//! messages may quote anything, and a line break or an escape sequence in one of them must not pass for ours.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Bytes of a line on standard output, and of one on standard error, before it is escaped.
const LINE_MAX: usize = 64 << 10;
const COMPLAINT_MAX: usize = 16 << 10;

/// Prints a line of a result to standard output, and returns whether that went well. A reader that has gone away has
/// read enough: that is no failure.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::print_line(format_args!($($text)*)) };
}

/// Prints a line to standard error. What cannot be printed there cannot be told anywhere.
macro_rules! complain {
    ($($text:tt)*) => { $crate::output::print_complaint(format_args!($($text)*)) };
}

pub fn print_line(text: Arguments<'_>) -> io::Result<()> {
    let text = text.to_string();
    let text = lagrum_escape::start(&text, LINE_MAX);
    print(&lagrum_escape::line(&text))
}

/// Prints a value as JSON of several lines to standard output.
pub fn print_json(value: &impl serde::Serialize) -> io::Result<()> {
    print(&lagrum_escape::json(&serde_json::to_string_pretty(value)?))
}

pub fn print_complaint(text: Arguments<'_>) {
    let text = text.to_string();
    let text = lagrum_escape::start(&text, COMPLAINT_MAX);
    let _ = writeln!(io::stderr(), "{}", lagrum_escape::line(&text));
}

/// Prints what a panic says in one line, since it may quote what it could not handle. The place and, where
/// `RUST_BACKTRACE` asks for it, the stack are told as usual.
pub fn escape_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        complain!("thread {:?}: {panic}", thread.name().unwrap_or("without a name"));
        let stack = std::backtrace::Backtrace::capture();
        if stack.status() == std::backtrace::BacktraceStatus::Captured {
            let _ = writeln!(io::stderr(), "{stack}");
        }
    }));
}

fn print(text: &str) -> io::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}
