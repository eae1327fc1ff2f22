//! The fields of an event as text: `name=value`, with a space between them, and the message without its name.
//!
//! Every request writes fields, so values that need no escaping are written directly: numbers, and texts of plain characters.
//! Everything else is formatted and escaped first.

use std::fmt::{self, Debug};

use tracing::field::{Field, Visit};
use tracing_subscriber::field::{MakeVisitor, VisitFmt, VisitOutput};
use tracing_subscriber::fmt::format::Writer;

/// Bytes of one value, before it is escaped.
const VALUE_MAX: usize = 8 << 10;

/// Writes fields as text.
#[derive(Debug)]
pub(super) struct TextFields;

impl<'w> MakeVisitor<Writer<'w>> for TextFields {
    type Visitor = TextVisitor<'w>;

    fn make_visitor(&self, line: Writer<'w>) -> TextVisitor<'w> {
        TextVisitor { line, is_first: true, outcome: Ok(()) }
    }
}

/// Writes the fields of one event into its log line.
pub(super) struct TextVisitor<'w> {
    line: Writer<'w>,
    is_first: bool,
    outcome: fmt::Result,
}

impl TextVisitor<'_> {
    /// Writes a field; `write` writes its value.
    fn field(&mut self, field: &Field, write: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        // These fields are set by the bridge to the crate `log`, for the metadata of the event.
        if self.outcome.is_err() || field.name().starts_with("log.") {
            return;
        }
        self.outcome = self.begin(field.name()).and_then(|()| write(&mut self.line));
    }

    fn begin(&mut self, name: &str) -> fmt::Result {
        if !std::mem::take(&mut self.is_first) {
            self.line.write_char(' ')?;
        }
        if name != "message" {
            self.line.write_str(name)?;
            self.line.write_char('=')?;
        }
        Ok(())
    }
}

impl Visit for TextVisitor<'_> {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.field(field, |line| write!(line, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.field(field, |line| write!(line, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.field(field, |line| write!(line, "{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let quoted = value.len() + 2;
        if quoted > VALUE_MAX || !value.bytes().all(is_plain) {
            return self.record_debug(field, &value);
        }
        self.field(field, |line| {
            line.write_char('"')?;
            line.write_str(value)?;
            line.write_char('"')
        });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.field(field, |line| {
            let value = format!("{value:?}");
            let value = lagrum_escape::start(&value, VALUE_MAX);
            line.write_str(&lagrum_escape::line(&value))
        });
    }
}

/// Whether a character in quotes stands for itself.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

impl VisitOutput<fmt::Result> for TextVisitor<'_> {
    fn finish(self) -> fmt::Result {
        self.outcome
    }
}

impl VisitFmt for TextVisitor<'_> {
    fn writer(&mut self) -> &mut dyn fmt::Write {
        &mut self.line
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines that are logged while `log` runs, without time and level.
    fn logged(log: impl FnOnce()) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).without_time().with_level(false);
        let subscriber = subscriber.with_target(false).fmt_fields(TextFields);
        tracing::subscriber::with_default(subscriber.with_writer(move || writer.clone()).finish(), log);
        String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn fields_are_name_and_value() {
        let line = logged(|| {
            let (some, none) = (Some(7), None::<u64>);
            tracing::info!(a.b = "x", some, none, less = -1, part = 0.25, whole = 2.0, yes = true, shown = %"y z", "said {}", 1);
        });
        assert_eq!(line, "said 1 a.b=\"x\" some=7 less=-1 part=0.25 whole=2.0 yes=true shown=y z\n");
    }

    proptest! {
        #[test]
        fn a_text_is_quoted_escaped_and_cut(
            text in prop_oneof![any::<String>(), "[ -~]{0,30}", "[a-z\u{1b}\n]{8180,8200}"],
        ) {
            let line = logged(|| tracing::info!(text, "said"));
            let quoted = format!("{text:?}");
            let expected = lagrum_escape::line(&lagrum_escape::start(&quoted, VALUE_MAX)).into_owned();
            prop_assert_eq!(line, format!("said text={expected}\n"));
        }
    }
}
