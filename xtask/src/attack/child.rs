//! Children that end in time, with all that they started.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::process::shown;

/// The output of a command; none if it was ended because its time was over.
pub(super) fn output(command: &mut Command, time: Duration) -> Result<Option<Output>, Error> {
    let name = shown(command);
    let failed = |source| Error::Start { command: name.clone(), source };
    let mut child = command.stdout(Stdio::piped()).process_group(0).spawn().map_err(failed)?;
    let (mut stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
    let (status, stdout, stderr) = std::thread::scope(|scope| {
        let stdout = scope.spawn(|| read(stdout.as_mut().map(|it| it as &mut dyn Read)));
        let stderr = scope.spawn(|| read(stderr.as_mut().map(|it| it as &mut dyn Read)));
        let status = wait(&mut child, time).map_err(failed);
        let text = |thread: std::thread::ScopedJoinHandle<'_, Vec<u8>>| thread.join().unwrap_or_default();
        status.map(|status| (status, text(stdout), text(stderr)))
    })?;
    Ok(status.map(|status| Output { status, stdout, stderr }))
}

fn read(pipe: Option<&mut dyn Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What was read before an error is what there is.
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// Waits for a child, and ends its group when the time is over.
fn wait(child: &mut Child, time: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > time {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// A status in words.
pub(super) fn told(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, signal) => format!("signal {}", signal.unwrap_or(0)),
    }
}
