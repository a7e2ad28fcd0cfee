//! goce's side of benches/genre_onnxruntime.py: a genre network, run on one picture as often as asked.
//!
//! Usage: genre-network NETWORK PIXELS
//!
//! PIXELS is a file of rows of red, green and blue bytes, as many as the network takes. The first
//! line of standard output says how long loading took. Each line of standard input is answered
//! by one of the time of a run, the processor's time in it, both in milliseconds, the peak of memory
//! so far in MB, and the probability of a list view.

use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Instant;

use goce::genre::network::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, network, pixels] = arguments.as_slice() else {
        return Err("usage: genre-network NETWORK PIXELS".into());
    };
    let start = Instant::now();
    let network = Network::read(&std::fs::read(network)?)?;
    let mut output = std::io::stdout().lock();
    writeln!(output, "{:.3}", start.elapsed().as_secs_f64() * 1e3)?;
    let pixels = std::fs::read(pixels)?;
    for line in std::io::stdin().lock().lines() {
        line?;
        let (start, processor) = (Instant::now(), processor_ms()?);
        let p = network.p_list_view(&pixels, &mut || ())?;
        let (ms, processor) = (
            start.elapsed().as_secs_f64() * 1e3,
            processor_ms()? - processor,
        );
        writeln!(output, "{ms:.3} {processor:.3} {:.1} {p:.7}", peak_mb()?)?;
        output.flush()?;
    }
    Ok(())
}

/// The time that this thread has had a processor.
fn processor_ms() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e6)
}

fn peak_mb() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 = line
        .ok_or("no VmHWM")?
        .trim_end_matches("kB")
        .trim()
        .parse()?;
    Ok(kilobytes / 1024.0)
}
