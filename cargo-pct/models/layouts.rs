//! Types of the standard library with public variants or fields. Only their declarations are read.

pub mod option {
    pub enum Option<T> {
        None,
        Some(T),
    }
}

pub mod result {
    pub enum Result<T, E> {
        Ok(T),
        Err(E),
    }
}

pub mod cmp {
    pub enum Ordering {
        Less = -1,
        Equal = 0,
        Greater = 1,
    }
    pub struct Reverse<T>(pub T);
}

pub mod convert {
    pub enum Infallible {}
}

pub mod borrow {
    pub enum Cow<'a, B: ?Sized + std::borrow::ToOwned> {
        Borrowed(&'a B),
        Owned(<B as std::borrow::ToOwned>::Owned),
    }
}

pub mod env {
    pub enum VarError {
        NotPresent,
        NotUnicode(std::ffi::OsString),
    }
}

pub mod ffi {
    pub enum FromBytesWithNulError {
        InteriorNul { position: usize },
        NotNulTerminated,
    }
}

pub mod fmt {
    pub struct Error;
}

pub mod io {
    pub enum SeekFrom {
        Start(u64),
        End(i64),
        Current(i64),
    }
}

pub mod net {
    pub enum IpAddr {
        V4(std::net::Ipv4Addr),
        V6(std::net::Ipv6Addr),
    }
    pub enum SocketAddr {
        V4(std::net::SocketAddrV4),
        V6(std::net::SocketAddrV6),
    }
}

pub mod ops {
    pub enum ControlFlow<B, C> {
        Continue(C),
        Break(B),
    }
    pub enum Bound<T> {
        Included(T),
        Excluded(T),
        Unbounded,
    }
    pub struct Range<Idx> {
        pub start: Idx,
        pub end: Idx,
    }
    pub struct RangeFrom<Idx> {
        pub start: Idx,
    }
    pub struct RangeTo<Idx> {
        pub end: Idx,
    }
    pub struct RangeToInclusive<Idx> {
        pub end: Idx,
    }
    pub struct RangeFull;
}

pub mod collections {
    /// As the compiler prints it.
    pub enum Bound<T> {
        Included(T),
        Excluded(T),
        Unbounded,
    }
}

pub mod sync {
    pub mod atomic {
        pub enum Ordering {
            Relaxed,
            Release,
            Acquire,
            AcqRel,
            SeqCst,
        }
    }
}

pub mod path {
    pub enum Component<'a> {
        Prefix(std::path::PrefixComponent<'a>),
        RootDir,
        CurDir,
        ParentDir,
        Normal(&'a std::ffi::OsStr),
    }
}

pub mod task {
    pub enum Poll<T> {
        Ready(T),
        Pending,
    }
}

pub mod num {
    pub struct Wrapping<T>(pub T);
    pub struct Saturating<T>(pub T);
}

pub mod marker {
    pub struct PhantomData<T>;
    pub struct PhantomPinned;
}

pub mod panicking {
    pub enum AssertKind {
        Eq,
        Ne,
        Match,
    }
}
