//! Standard output and standard error. Whoever reads them may stop reading at any time.

use std::fmt::{self, Display};
use std::io::{self, Write};

/// Where the command says what it has to say.
#[derive(Debug, Default)]
pub(crate) struct Console {
    /// Nobody reads standard output any more.
    deaf: bool,
    /// Something could not be written for another reason.
    pub(crate) failed: bool,
}

impl Console {
    /// Writes a text to standard output as it is.
    pub(crate) fn print(&mut self, text: &str) {
        if self.deaf {
            return;
        }
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.deaf = true,
            Err(error) => {
                self.deaf = true;
                self.failed = true;
                self.complain(&format_args!("standard output: {error}"));
            }
        }
    }

    /// Writes a line to standard error.
    pub(crate) fn complain(&self, line: &dyn Display) {
        // Where standard error is gone as well, nobody is left to be told.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

impl fmt::Write for Console {
    /// The same as [`Self::print`]; an error where nobody reads it.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.print(text);
        if self.deaf { Err(fmt::Error) } else { Ok(()) }
    }
}
