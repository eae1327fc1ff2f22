//! A command that an operator names in a flag or in the configuration file.

use std::str::FromStr;

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OperatorCommand {
    /// The program.
    pub(crate) program: String,
    /// Its arguments.
    pub(crate) arguments: Vec<String>,
}

impl FromStr for OperatorCommand {
    type Err = String;

    /// Parses words that are separated by blanks. There are no quotes: a command that needs them belongs in a script.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(sign) = text.chars().find(|sign| "'\"`\\$|<>;&".contains(*sign)) {
            return Err(format!(
                "no shell reads the command, so {sign} has no meaning in it: put what needs it into a script, and name that"
            ));
        }
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or("the command is empty")?;
        Ok(Self { program, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_program_and_its_arguments() {
        let words = |text: &str| {
            text.parse::<OperatorCommand>().map(|command| [vec![command.program], command.arguments].concat())
        };
        assert_eq!(
            words(" /usr/bin/tell  lag@example.org --quiet ").unwrap(),
            ["/usr/bin/tell", "lag@example.org", "--quiet"]
        );
        assert_eq!(words("tell").unwrap(), ["tell"]);
        for (text, word) in
            [("", "empty"), ("  ", "empty"), ("tell 'a b'", "'"), ("tell | mail", "|"), ("tell $HOME", "$")]
        {
            let problem = words(text).unwrap_err();
            assert!(problem.contains(word), "{text}: {problem}");
        }
    }
}
