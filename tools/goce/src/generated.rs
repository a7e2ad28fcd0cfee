//! What packages need beside the command: its manual page, and completions for shells, made of its own arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::{Arguments, Generated};

/// Writes what `--generate` asks for.
///
/// # Errors
/// The output cannot be written.
pub fn write(what: Generated, output: &mut impl Write) -> io::Result<()> {
    let mut command = Arguments::command();
    let shell = match what {
        Generated::Man => return clap_mangen::Man::new(command).render(output),
        Generated::Bash => Shell::Bash,
        Generated::Fish => Shell::Fish,
        Generated::Zsh => Shell::Zsh,
    };
    // clap_complete panics where an output is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "goce", &mut script);
    output.write_all(&script)
}
