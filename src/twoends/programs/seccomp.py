"""The seccomp filter for what Landlock leaves open: sockets, other processes, ways around its rules."""

from __future__ import annotations

import platform
import struct

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

NEW_NAMESPACES, THREAD, FILES = 0x7E020000, 0x10000, 0x400
"""Flags of clone(2)."""

SIGCHLD = 17
"""Its number on both architectures; the module signal of Windows has no such name."""

SHARED, ANONYMOUS = 0x1, 0x20
"""Flags of mmap(2)."""

_FORBIDDEN = {
    # Sockets of the network and of local services, which would act on a program's behalf.
    "socket": (41, 198), "io_uring_setup": (425, 425),
    # Open files on their way to another process, where their size cannot be counted.
    "sendmsg": (46, 211), "sendmmsg": (307, 269),
    # Files in memory, which stay after their pages have left the memory of every process.
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    # Other processes of the same user: their memory and descriptors.
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    # Objects that outlive a run and could pass something to the next one.
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # Ways around the file rules, and to more privileges.
    "open_by_handle_at": (304, 265), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    # Its own priority: a program that lets others go first is runnable without using time.
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
    "setpriority": (141, 140),
}  # fmt: skip
_ON_OTHERS = {
    # (numbers, the index of the argument that names another process; 0 names the caller)
    "prlimit64": ((302, 261), 0), "sched_setaffinity": ((203, 122), 0), "ioprio_set": ((251, 30), 1),
}  # fmt: skip
_ON_OWNERS = {
    # Landlock lets an owner change the mode of any file, which could lock others out.
    "truncate": (76, 45), "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, -1), "fchown": (93, 55), "lchown": (94, -1),
    "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "setxattrat": (463, 463), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "removexattrat": (466, 466), "utime": (132, -1), "utimes": (235, -1),
    "futimesat": (261, -1), "utimensat": (280, 88),
}  # fmt: skip

LOAD, EQUAL, AT_LEAST, ANY_OF, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOWED, REFUSED = 0x7FFF0000, 0x00050001  # EPERM
UNKNOWN = 0x00050000 | 38  # ENOSYS: libraries fall back to another call
NOTHING = 0x00050000  # success, without doing anything


def calls_filter(*, modes: bool) -> bytes:
    """The filter in the kernel's format (seccomp(2)); empty on processors whose call numbers are not listed.

    `modes` lets a program change the modes of files, as linkers do.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return b""
    at, architecture = _ARCHITECTURES[machine]
    code = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, REFUSED), (LOAD, 0, 0, 0)]
    if machine == "x86_64":  # the x32 calls, from here on, have other numbers
        code += [(AT_LEAST, 0, 1, 0x40000000), (RETURN, 0, 0, REFUSED)]
    forbidden = _FORBIDDEN if modes else _FORBIDDEN | _ON_OWNERS
    for numbers in forbidden.values():
        if numbers[at] >= 0:
            code += [(EQUAL, 0, 1, numbers[at]), (RETURN, 0, 0, REFUSED)]
    for numbers, argument in _ON_OTHERS.values():
        code += [(EQUAL, 0, 4, numbers[at]), (LOAD, 0, 0, 16 + 8 * argument), (EQUAL, 0, 1, 0)]
        code += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, REFUSED)]
    # kill(-1) kills every process that the user may kill.
    code += [(EQUAL, 0, 4, (62, 129)[at]), (LOAD, 0, 0, 16), (EQUAL, 0, 1, 0xFFFFFFFF)]
    code += [(RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
    # The system forgets the time of children whose ends are ignored, so nobody sets what SIGCHLD does; a
    # program that waits for its children needs no handler. It may ask: then the second argument is null.
    code += [(EQUAL, 0, 8, (13, 134)[at]), (LOAD, 0, 0, 16), (EQUAL, 0, 4, SIGCHLD)]
    code += [(LOAD, 0, 0, 24), (EQUAL, 0, 3, 0), (LOAD, 0, 0, 28), (EQUAL, 0, 1, 0)]
    code += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, NOTHING)]
    # Memory shared without a file is such a file, too.
    code += [(EQUAL, 0, 5, (9, 222)[at]), (LOAD, 0, 0, 40), (AND, 0, 0, SHARED | ANONYMOUS)]
    code += [(EQUAL, 0, 1, SHARED | ANONYMOUS), (RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
    # In a namespace of its own, a program would be root. A filter cannot see the flags of clone3: report it
    # as unknown, and libraries use clone.
    code += [(EQUAL, 0, 1, 435), (RETURN, 0, 0, UNKNOWN)]
    code += [(EQUAL, 0, 6, (56, 220)[at]), (LOAD, 0, 0, 16), (ANY_OF, 3, 0, NEW_NAMESPACES)]
    # A thread with open files of its own could hide them.
    code += [(AND, 0, 0, THREAD | FILES), (EQUAL, 1, 0, THREAD), (RETURN, 0, 0, ALLOWED)]
    code += [(RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
    return b"".join(struct.pack("HBBI", *each) for each in code)
