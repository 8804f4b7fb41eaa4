//! A request over HTTP and its answer, after which the connection ends: none is kept that a browser would let others wait for.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

/// What is sent where there is something.
pub(super) struct Answer {
    pub(super) mime: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

/// Answers what is asked for with what is `found` under its path; with 404 where that is nothing.
pub(super) fn exchange(
    mut line: TcpStream,
    found: impl FnOnce(&str) -> Option<Answer>,
) -> io::Result<()> {
    let mut lines = BufReader::new(&line).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|header| !header.is_empty()) {}
    let address = request.split(' ').nth(1).unwrap_or_default();
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let (status, answer) = match found(path) {
        Some(answer) => ("200 OK", answer),
        None => {
            let body = b"not here".to_vec();
            ("404 Not Found", Answer { mime: "text/plain", headers: Vec::new(), body })
        }
    };
    let Answer { mime, headers, body } = answer;
    let mut head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nConnection: close\r\n",
        body.len()
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    line.write_all(format!("{head}\r\n").as_bytes())?;
    line.write_all(&body)
}
