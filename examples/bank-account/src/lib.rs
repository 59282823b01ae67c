//! A bank account with an overdraft and with money set aside for card payments that are not settled yet.
//!
//! What has to hold of its fields is said once, as invariants: what is set aside is covered by the balance and the overdraft, and none
//! of them grows beyond all bounds. `cargo pct` proves that no call breaks them, whatever a client does, and that no sum overflows.

/// The most that a balance or an overdraft can be, in cents.
const MOST: i64 = 1_000_000_000_000;

/// Why money did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An amount has to be positive, and not beyond all bounds.
    Amount,
    /// There is not so much on the account.
    Funds,
    /// There is no open payment, or it is a smaller one.
    Payment,
}

/// An account, in cents.
#[pct::predicates(overdrawn = self.balance < 0, reserved = self.held > 0)]
#[pct::invariant(0 <= self.overdraft && self.overdraft <= MOST)]
#[pct::invariant(0 <= self.held && self.held <= self.balance + self.overdraft)]
#[pct::invariant(self.balance <= MOST)]
#[derive(Debug)]
pub struct Account {
    balance: i64,
    /// How far the balance may go below zero.
    overdraft: i64,
    /// What is set aside.
    held: i64,
}

#[pct::predicates]
impl Account {
    /// An empty account; an overdraft that is none is no overdraft.
    pub fn new(overdraft: i64) -> Account {
        Account { balance: 0, overdraft: overdraft.clamp(0, MOST), held: 0 }
    }

    /// What is there.
    pub fn balance(&self) -> i64 {
        self.balance
    }

    /// What can be spent.
    pub fn available(&self) -> i64 {
        self.balance + self.overdraft - self.held
    }

    /// Puts money on the account.
    pub fn deposit(&mut self, amount: i64) -> Result<(), Refusal> {
        if amount <= 0 || amount > MOST - self.balance {
            return Err(Refusal::Amount);
        }
        self.balance += amount;
        Ok(())
    }

    /// Takes money from the account.
    pub fn withdraw(&mut self, amount: i64) -> Result<(), Refusal> {
        if amount <= 0 {
            return Err(Refusal::Amount);
        }
        if amount > self.available() {
            return Err(Refusal::Funds);
        }
        self.balance -= amount;
        Ok(())
    }

    /// Sets money aside for a payment.
    pub fn authorise(&mut self, amount: i64) -> Result<(), Refusal> {
        if amount <= 0 {
            return Err(Refusal::Amount);
        }
        if amount > self.available() {
            return Err(Refusal::Funds);
        }
        self.held += amount;
        Ok(())
    }

    /// Pays what was set aside, or a part of it.
    pub fn settle(&mut self, amount: i64) -> Result<(), Refusal> {
        if amount <= 0 {
            return Err(Refusal::Amount);
        }
        if amount > self.held {
            return Err(Refusal::Payment);
        }
        self.held -= amount;
        self.balance -= amount;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_aside_cannot_be_withdrawn() {
        let mut account = Account::new(100);
        assert_eq!(account.deposit(1_000), Ok(()));
        assert_eq!(account.authorise(800), Ok(()));
        assert_eq!(account.available(), 300);
        assert_eq!(account.withdraw(301), Err(Refusal::Funds));
        assert_eq!(account.settle(800), Ok(()));
        assert_eq!(account.balance(), 200);
    }

    #[test]
    fn an_overdraft_can_be_used() {
        let mut account = Account::new(100);
        assert_eq!(account.withdraw(60), Ok(()));
        assert_eq!(account.balance(), -60);
        assert_eq!(account.withdraw(0), Err(Refusal::Amount));
    }
}
