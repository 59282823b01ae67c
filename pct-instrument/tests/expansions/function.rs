#[pct::requires(!text.is_empty())]
pub fn parse(text: &str) -> Result<u8, ParseIntError> {
    pct::cutpoint!("start");
    let number = text.parse()?;
    #[cfg(any())]
    text.parse::<u8>()?;
    pct::assume!(number < 9);
    Ok(number)
}
