#[pct::requires(!text.is_empty())]
pub fn parse(text: &str) -> Result<u8, ParseIntError> {
    pct::cutpoint!("start");
    let number = text.parse()?;
    pct::assume!(number < 9);
    Ok(number)
}
