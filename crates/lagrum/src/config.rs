//! Configuration: flags override environment variables, which override the configuration file, which overrides defaults.
//!
//! The file has no definitions of its own. Its keys are the names of the flags, and its values become the defaults of
//! the command line before that is parsed; so they go through the same checks and appear in `--help`.

use clap::error::ErrorKind;
use clap::{ArgAction, Command, CommandFactory, Error, FromArgMatches};
use toml::{Table, Value};

use crate::cli::Lagrum;

/// Reads the command line and, if one is named, the configuration file.
pub(crate) fn parse() -> Result<Lagrum, Error> {
    parse_from(std::env::args_os().collect())
}

/// Parses these arguments, beginning with the name of the program, and the file that they name.
pub(crate) fn parse_from(arguments: Vec<std::ffi::OsString>) -> Result<Lagrum, Error> {
    let command = Lagrum::command();
    // The first parse finds the file. The second reports all other errors.
    let first = command.clone().ignore_errors(true).try_get_matches_from(&arguments);
    let file = first.ok().and_then(|matches| matches.get_one::<std::path::PathBuf>("config").cloned());
    let command = match file {
        Some(path) => {
            let io_error = |problem: String| {
                Error::raw(ErrorKind::Io, format!("configuration file {}: {problem}\n", path.display()))
            };
            let text = std::fs::read_to_string(&path).map_err(|error| io_error(error.to_string()))?;
            let table: Table = text.parse().map_err(|error: toml::de::Error| io_error(error.to_string()))?;
            with_defaults(command, &table).map_err(io_error)?
        }
        None => command,
    };
    Lagrum::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// The command with these values as defaults. Every key must be the name of a flag of some command.
fn with_defaults(mut command: Command, table: &Table) -> Result<Command, String> {
    for (key, value) in table {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Integer(_) | Value::Boolean(_) => value.to_string(),
            _ => return Err(format!("{key}: the value must be a string, a number, true or false")),
        };
        let mut known = false;
        command = with_default(command, key, &text, &mut known);
        let subcommands: Vec<String> =
            command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        for name in subcommands {
            command = command.mut_subcommand(name, |sub| with_default(sub, key, &text, &mut known));
        }
        if !known {
            return Err(format!(
                "unknown key {key}: use the names of flags, as `lagrum help serve` lists them"
            ));
        }
    }
    Ok(command)
}

fn with_default(command: Command, key: &str, text: &str, known: &mut bool) -> Command {
    command.mut_args(|argument| {
        let settable = matches!(argument.get_action(), ArgAction::Set | ArgAction::SetTrue);
        if settable && argument.get_long() == Some(key) && key != "config" {
            *known = true;
            return argument.default_value(text.to_owned());
        }
        argument
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    fn parsed(config: &str, arguments: &[&str]) -> Result<Lagrum, Error> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), config).unwrap();
        let named = ["lagrum", "--config", file.path().to_str().unwrap()];
        parse_from(named.iter().chain(arguments).map(Into::into).collect())
    }

    fn serve(config: &str, arguments: &[&str]) -> cli::ServeArguments {
        match parsed(config, arguments).unwrap().command {
            cli::Command::Serve(serve) => *serve,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        Lagrum::command().debug_assert();
    }

    #[test]
    fn the_file_gives_defaults_that_flags_override() {
        let config = "data = \"/srv/lag\"\nlisten = \"0.0.0.0:80\"\nconnections = 7\nledger-anonymous = true";
        let lagrum = parsed(config, &["serve"]).unwrap();
        assert_eq!(lagrum.common.data.to_str(), Some("/srv/lag"));
        let given = serve(config, &["serve"]);
        assert_eq!((given.listen.port(), given.connections, given.ledger_anonymous), (80, 7, true));
        assert_eq!(serve(config, &["serve", "--listen", "127.0.0.1:81"]).listen.port(), 81);
    }

    #[test]
    fn the_same_file_serves_every_command() {
        assert!(parsed("listen = \"0.0.0.0:80\"", &["build"]).is_ok());
    }

    #[test]
    fn errors_of_the_file_name_the_key_or_the_value() {
        for (config, word) in [
            ("lisen = \"x\"", "lisen"),
            ("listen = 80", "80"),
            ("listen = [1]", "listen"),
            ("listen", "configuration file"),
            ("config = \"x\"", "unknown key config"),
        ] {
            let error = parsed(config, &["serve"]).unwrap_err().to_string();
            assert!(error.contains(word), "{config}: {error}");
        }
    }
}
