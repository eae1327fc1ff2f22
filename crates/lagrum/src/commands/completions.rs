//! `lagrum completions`

use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::cli::{CompletionShell, Lagrum};
use crate::failure::Failure;
use crate::output::print_own;

pub(crate) fn run(shell: CompletionShell) -> Result<ExitCode, Failure> {
    let shell = match shell {
        CompletionShell::Bash => Shell::Bash,
        CompletionShell::Zsh => Shell::Zsh,
        CompletionShell::Fish => Shell::Fish,
    };
    // Into memory first: the generator panics when its output is a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown_commands(), "lagrum", &mut script);
    print_own(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// The command line without the hidden commands for internal use, which generators would show too.
pub(super) fn shown_commands() -> Command {
    let whole = Lagrum::command();
    let shown = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Command::new("lagrum")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .args(whole.get_arguments().cloned())
        .subcommands(shown)
}
