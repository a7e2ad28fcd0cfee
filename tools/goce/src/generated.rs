//! What packages need beside the command: its manual page, and completions for shells, made of its own arguments.

use std::io::{self, Write};

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::arguments::Arguments;

/// What `--generate` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generated {
    Man,
    Bash,
    Fish,
    Zsh,
}

impl Generated {
    /// Writes it to `output`.
    pub fn write(self, output: &mut impl Write) -> io::Result<()> {
        let mut command = Arguments::command();
        let shell = match self {
            Generated::Man => return clap_mangen::Man::new(command).render(output),
            Generated::Bash => Shell::Bash,
            Generated::Fish => Shell::Fish,
            Generated::Zsh => Shell::Zsh,
        };
        // clap_complete writes to memory without an error, and panics where an output is closed.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "goce", &mut script);
        output.write_all(&script)
    }
}
