"""The seccomp filter, for what Landlock leaves open: sockets, other processes, ways around the folders."""

from __future__ import annotations

import platform
import struct

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

NEW_NAMESPACES = 0x7E020000

_FORBIDDEN = {
    # Sockets of the network and of services on this machine, which would work on a program's behalf.
    "socket": (41, 198), "io_uring_setup": (425, 425),
    # Other processes of the same user: their memory, their limits, their share of the processor.
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    # What outlives a run, and would carry something into the next one.
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # Ways around the folders, and to more rights.
    "open_by_handle_at": (304, 265), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
}  # fmt: skip
_ON_OTHERS = {
    # (numbers, which argument names another process, where 0 is oneself)
    "prlimit64": ((302, 261), 0), "sched_setaffinity": ((203, 122), 0), "sched_setparam": ((142, 118), 0),
    "sched_setscheduler": ((144, 119), 0), "sched_setattr": ((314, 274), 0),
    "setpriority": ((141, 140), 1), "ioprio_set": ((251, 30), 1),
}  # fmt: skip
_ON_OWNERS = {
    # Landlock lets an owner change the mode of any file: they would lock everybody else out.
    "truncate": (76, 45), "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, -1), "fchown": (93, 55), "lchown": (94, -1),
    "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "setxattrat": (463, 463), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "removexattrat": (466, 466), "utime": (132, -1), "utimes": (235, -1),
    "futimesat": (261, -1), "utimensat": (280, 88),
}  # fmt: skip

LOAD, EQUAL, AT_LEAST, ANY_OF, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOWED, REFUSED, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050000 | 38  # EPERM; ENOSYS, and libraries go on


def calls_filter(*, modes: bool) -> bytes:
    """The filter as the kernel reads it (seccomp(2)); empty on a processor whose numbers are not known here.

    `modes` lets a program change the modes of files, as linkers do.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return b""
    at, architecture = _ARCHITECTURES[machine]
    code = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, REFUSED), (LOAD, 0, 0, 0)]
    if machine == "x86_64":  # the same calls have other numbers above here
        code += [(AT_LEAST, 0, 1, 0x40000000), (RETURN, 0, 0, REFUSED)]
    forbidden = _FORBIDDEN if modes else _FORBIDDEN | _ON_OWNERS
    for numbers in forbidden.values():
        if numbers[at] >= 0:
            code += [(EQUAL, 0, 1, numbers[at]), (RETURN, 0, 0, REFUSED)]
    for numbers, argument in _ON_OTHERS.values():
        code += [(EQUAL, 0, 4, numbers[at]), (LOAD, 0, 0, 16 + 8 * argument), (EQUAL, 0, 1, 0)]
        code += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, REFUSED)]
    # To kill -1 is to kill everything that the user may kill.
    code += [(EQUAL, 0, 4, (62, 129)[at]), (LOAD, 0, 0, 16), (EQUAL, 0, 1, 0xFFFFFFFF)]
    code += [(RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
    # A namespace of its own would make a program its root. clone3 hides its flags: libraries then use clone.
    code += [(EQUAL, 0, 1, 435), (RETURN, 0, 0, UNKNOWN)]
    code += [(EQUAL, 0, 3, (56, 220)[at]), (LOAD, 0, 0, 16), (ANY_OF, 0, 1, NEW_NAMESPACES)]
    code += [(RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)]
    return b"".join(struct.pack("HBBI", *each) for each in code)
