//! The filter of system calls, and how it is set. The runtime has it for tests, and the engine of exploration, which is compiled by itself, for its process.
//!
//! Linux on x86-64 alone. What is allowed computes, allocates, waits, tells the time, starts threads, reads what is open already, writes to the standard output and to one file, and, if that is
//! asked for, asks what files there are and opens them for reading. Any other call ends the process with `SIGSYS`. Over-approximates effects: what is not on the list is one.

/// Enters the sandbox, with all threads; nothing leads out of it. Returns whether the process is in it: never, where there is none.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) fn enter(_reads_files: bool, _written: Option<i32>) -> bool {
    false
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(crate) use linux::enter;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod linux {
    use std::ffi::{c_int, c_long, c_ulong};

    /// An instruction of the filter, as the system has it (`sock_filter`).
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Instruction {
        code: u16,
        if_true: u8,
        if_false: u8,
        value: u32,
    }

    /// `sock_fprog`
    #[repr(C)]
    struct Filter {
        length: u16,
        instructions: *const Instruction,
    }

    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
        fn syscall(number: c_long, ...) -> c_long;
    }

    const LOAD: u16 = 0x20;
    const IS_EQUAL: u16 = 0x15;
    const IS_AT_LEAST: u16 = 0x35;
    const HAS_BITS: u16 = 0x45;
    const RETURN: u16 = 0x06;

    const ALLOW: u32 = 0x7fff_0000;
    const REFUSE: u32 = 0x0003_0000;
    /// There is no such call: the C library takes an older one.
    const MISSING: u32 = 0x0005_0000 | 38;

    const X86_64: u32 = 0xc000_003e;
    /// Numbers from here on are those of another calling convention.
    const OTHER_CONVENTION: u32 = 0x4000_0000;

    /// Calls that are allowed whatever their arguments are.
    const ALLOWED: [u32; 51] = [
        0,   // read
        3,   // close
        5,   // fstat
        7,   // poll
        8,   // lseek
        10,  // mprotect
        11,  // munmap
        12,  // brk
        13,  // rt_sigaction
        14,  // rt_sigprocmask
        15,  // rt_sigreturn
        17,  // pread64
        19,  // readv
        24,  // sched_yield
        25,  // mremap
        28,  // madvise
        35,  // nanosleep
        39,  // getpid
        60,  // exit
        63,  // uname
        96,  // gettimeofday
        97,  // getrlimit
        98,  // getrusage
        99,  // sysinfo
        102, // getuid
        104, // getgid
        107, // geteuid
        108, // getegid
        110, // getppid
        131, // sigaltstack
        186, // gettid
        201, // time
        202, // futex
        204, // sched_getaffinity
        218, // set_tid_address
        219, // restart_syscall
        228, // clock_gettime
        229, // clock_getres
        230, // clock_nanosleep
        231, // exit_group
        232, // epoll_wait
        233, // epoll_ctl
        271, // ppoll
        273, // set_robust_list
        281, // epoll_pwait
        290, // eventfd2
        291, // epoll_create1
        293, // pipe2
        318, // getrandom
        324, // membarrier
        334, // rseq
    ];

    /// Calls that ask what files there are.
    const ASKING: [u32; 11] = [
        4,   // stat
        6,   // lstat
        21,  // access
        79,  // getcwd
        89,  // readlink
        217, // getdents64
        262, // newfstatat
        267, // readlinkat
        269, // faccessat
        332, // statx
        439, // faccessat2
    ];

    /// The bit of memory that others see.
    const MAP_SHARED: u32 = 1;

    /// Bits of how a file is opened that are refused: for writing, made, cut off, without a name.
    const OPENED_TO_WRITE: u32 = 3 | 0x40 | 0x200 | 0x40_0000;

    /// The offset of the low half of an argument of a call, by its number.
    const fn argument(number: u32) -> u32 {
        16 + 8 * number
    }

    const fn instruction(code: u16, value: u32, if_true: u8, if_false: u8) -> Instruction {
        Instruction { code, if_true, if_false, value }
    }

    const fn give(verdict: u32) -> Instruction {
        instruction(RETURN, verdict, 0, 0)
    }

    /// Allows a call if an argument has one of some values.
    fn allow_if(number: u32, of: u32, values: &[u32], filter: &mut Vec<Instruction>) {
        let rest = values.len() as u8 * 2 + 2;
        filter.push(instruction(IS_EQUAL, number, 0, rest));
        filter.push(instruction(LOAD, argument(of), 0, 0));
        for value in values {
            filter.push(instruction(IS_EQUAL, *value, 0, 1));
            filter.push(give(ALLOW));
        }
        filter.push(give(REFUSE));
    }

    /// Allows a call if an argument has some of these bits, or none of them.
    fn allow_by_bits(number: u32, of: u32, bits: u32, has_them: bool, filter: &mut Vec<Instruction>) {
        filter.push(instruction(IS_EQUAL, number, 0, 4));
        filter.push(instruction(LOAD, argument(of), 0, 0));
        filter.push(instruction(HAS_BITS, bits, 0, 1));
        filter.push(give(if has_them { ALLOW } else { REFUSE }));
        filter.push(give(if has_them { REFUSE } else { ALLOW }));
    }

    fn filter(reads_files: bool, written: Option<i32>) -> Vec<Instruction> {
        let mut filter = vec![
            instruction(LOAD, 4, 0, 0),
            instruction(IS_EQUAL, X86_64, 1, 0),
            give(REFUSE),
            instruction(LOAD, 0, 0, 0),
            instruction(IS_AT_LEAST, OTHER_CONVENTION, 0, 1),
            give(REFUSE),
        ];
        let asking = if reads_files { &ASKING[..] } else { &[] };
        for &number in ALLOWED.iter().chain(asking) {
            filter.push(instruction(IS_EQUAL, number, 0, 1));
            filter.push(give(ALLOW));
        }
        if reads_files {
            // open, openat
            allow_by_bits(2, 1, OPENED_TO_WRITE, false, &mut filter);
            allow_by_bits(257, 2, OPENED_TO_WRITE, false, &mut filter);
        }
        // clone: a thread
        allow_by_bits(56, 0, 0x1_0000, true, &mut filter);
        // clone3, whose arguments cannot be seen
        filter.push(instruction(IS_EQUAL, 435, 0, 1));
        filter.push(give(MISSING));
        // ioctl: is it a terminal?
        allow_if(16, 1, &[0x5401], &mut filter);
        // fcntl: F_GETFD, F_SETFD, F_GETFL
        allow_if(72, 1, &[1, 2, 3], &mut filter);
        // write, writev: to what is told; other files may be open that are somebody else's
        let mut told = vec![1, 2];
        told.extend(written.and_then(|file| u32::try_from(file).ok()));
        allow_if(1, 0, &told, &mut filter);
        allow_if(20, 0, &told, &mut filter);
        // mmap: of no file that others see
        allow_by_bits(9, 3, MAP_SHARED, false, &mut filter);
        // prctl: the name of a thread, and that of memory
        allow_if(157, 0, &[15, 0x5356_4d41], &mut filter);
        // tgkill: to this process
        allow_if(234, 0, &[std::process::id()], &mut filter);
        // prlimit64: of this process, by its number or 0. The limits of others stay
        allow_if(302, 0, &[0, std::process::id()], &mut filter);
        filter.push(give(REFUSE));
        filter
    }

    #[allow(unsafe_code)]
    pub(crate) fn enter(reads_files: bool, written: Option<i32>) -> bool {
        const NO_NEW_PRIVILEGES: c_int = 38;
        const SECCOMP: c_long = 317;
        const SET_FILTER: c_long = 1;
        const ALL_THREADS: c_long = 1;
        let instructions = filter(reads_files, written);
        let filter = Filter { length: instructions.len() as u16, instructions: instructions.as_ptr() };
        let (one, zero): (c_ulong, c_ulong) = (1, 0);
        // SAFETY: the numbers and types that the system documents; the filter lives until the call has returned.
        unsafe {
            prctl(NO_NEW_PRIVILEGES, one, zero, zero, zero) == 0
                && syscall(SECCOMP, SET_FILTER, ALL_THREADS, &raw const filter) == 0
        }
    }
}
