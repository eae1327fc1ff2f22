//! Standard output and standard error, a line at a time. Everything printed is escaped here: titles, uris and error
//! messages may quote anything, and a line break or an escape sequence in one of them must not reach the terminal.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Maximum bytes of a line on standard output, and of one on standard error, before it is escaped.
const LINE_MAX: usize = 64 << 10;
const ERROR_LINE_MAX: usize = 16 << 10;

/// Prints a line of a result to standard output. A closed pipe is no error.
macro_rules! print_line {
    ($($text:tt)*) => { $crate::output::print_line(format_args!($($text)*)) };
}

/// Prints a line to standard error. Failures are ignored, since they could not be reported.
macro_rules! print_error {
    ($($text:tt)*) => { $crate::output::print_error_line(format_args!($($text)*)) };
}

pub(crate) fn print_line(text: Arguments<'_>) -> io::Result<()> {
    let text = text.to_string();
    let text = lagrum_escape::start(&text, LINE_MAX);
    print(&lagrum_escape::line(&text))
}

/// Prints a text of several lines to standard output, whole.
pub(crate) fn print_text(text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| print(&lagrum_escape::line(line)))
}

/// Prints a value as JSON of several lines to standard output.
pub(crate) fn print_json(value: &impl serde::Serialize) -> io::Result<()> {
    print(&lagrum_escape::json(&serde_json::to_string_pretty(value)?))
}

pub(crate) fn print_error_line(text: Arguments<'_>) {
    let text = text.to_string();
    let text = lagrum_escape::start(&text, ERROR_LINE_MAX);
    let _ = writeln!(io::stderr(), "{}", lagrum_escape::line(&text));
}

/// Makes panics print their message escaped, in one line, since it may quote input. The position and, with
/// `RUST_BACKTRACE`, the stack are printed as usual.
pub(crate) fn escape_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        print_error!("thread {:?}: {panic}", thread.name().unwrap_or("unnamed"));
        let stack = std::backtrace::Backtrace::capture();
        if stack.status() == std::backtrace::BacktraceStatus::Captured {
            let _ = writeln!(io::stderr(), "{stack}");
        }
    }));
}

/// Prints bytes that the program itself made to standard output, unescaped.
pub(crate) fn print_own(bytes: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

fn print(text: &str) -> io::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}
