//! Coroutines, after the state transform.

use std::future::{Future, ready};

pub async fn simple(x: u32) -> u32 {
    x + 1
}

pub async fn waits(x: String, y: &str) -> usize {
    let n = ready(x.len()).await;
    let block = async { ready(n + y.len()).await };
    block.await
}

pub fn blocks(n: u8) -> impl Future<Output = u8> {
    async move { ready(n).await + 1 }
}

pub async fn generic<T: Clone>(x: &T) -> T {
    simple(1).await;
    x.clone()
}

pub async fn looping(n: u32) -> u32 {
    let mut total = 0;
    for i in 0..n {
        total += simple(i).await;
    }
    total
}

pub fn async_closures() -> impl Future<Output = u8> {
    let f = async |x: u8| ready(x).await;
    async move { f(1).await }
}

pub trait Service {
    fn call(&self) -> impl Future<Output = u8>;
}

impl Service for u8 {
    async fn call(&self) -> u8 {
        *self
    }
}
