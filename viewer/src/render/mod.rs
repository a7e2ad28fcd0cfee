//! x
use crate::{Error, RenderOptions};
/// x
pub async fn run(_o: RenderOptions) -> Result<(), Error> {
    Ok(())
}
