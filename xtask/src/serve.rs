//! The page on 127.0.0.1, built again and reloaded at every change of a source.

use anyhow::{Context, Result};
use std::env;
use std::io;
use std::net::{Ipv4Addr, TcpListener};

use crate::bundle::trunk;
use crate::process::{announce, replace};
use crate::setup::Toolbox;

const USUAL_PORT: u16 = 8080;

/// Builds and serves the page until it is interrupted.
pub(crate) fn serve(toolbox: &mut Toolbox, wanted: Option<u16>, open: bool) -> Result<()> {
    let mut command = trunk(toolbox, "serve")?;
    let port = match wanted {
        Some(port) => {
            bind(port).with_context(|| {
                format!("cannot serve on port {port}; leave --port out and a free one is taken")
            })?;
            port
        }
        None => free_port(USUAL_PORT).context("no port is free to serve on")?,
    };
    if wanted.is_none() && port != USUAL_PORT {
        announce(&format!("Port {USUAL_PORT} is taken; {port} is free."));
    }
    announce(&format!(
        "Once it is built, the simulator is at http://127.0.0.1:{port}/ (Ctrl-C stops it)."
    ));
    command
        .args(["--address", "127.0.0.1", "--port"])
        .arg(port.to_string())
        // Not dist/: the page that reloads itself is not the one to test or to publish.
        .arg("--dist")
        .arg(toolbox.workspace().wasm_target_dir().join("serve"));
    if open && has_browser() {
        command.arg("--open");
    }
    replace(&mut command)
}

/// The wanted port, or any other that is free where it is taken.
fn free_port(wanted: u16) -> io::Result<u16> {
    bind(wanted).or_else(|_| bind(0))
}

fn bind(port: u16) -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, port))?.local_addr()?.port())
}

/// Whether there is a screen on which a browser could open.
fn has_browser() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("CI") {
        return false;
    }
    cfg!(any(windows, target_os = "macos"))
        || ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_gives_way_to_a_free_one() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let other = free_port(port).unwrap();
        assert_ne!(other, port);
        assert_ne!(other, 0);
    }

    #[test]
    fn a_free_port_is_taken_as_wanted() {
        let port = bind(0).unwrap();
        assert_eq!(free_port(port).unwrap(), port);
    }
}
