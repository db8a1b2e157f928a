"""How much memory this process takes: a limit for it, and giving back what is not needed any more."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["give_back", "limit_memory"]


def give_back() -> None:
    """Hand freed memory to the system, where the C library keeps it otherwise (glibc). Takes milliseconds."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def limit_memory(most_bytes: int) -> None:
    """Address space (Linux, macOS as far as it cares) or committed memory (Windows) of this process.

    A stricter limit of the system stays; where none can be set, none is.
    """
    if sys.platform == "win32":
        _limit_job(most_bytes)
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
    from typing import Final

    _EXTENDED_LIMITS: Final = 9  # JobObjectExtendedLimitInformation
    _PROCESS_MEMORY: Final = 0x100  # JOB_OBJECT_LIMIT_PROCESS_MEMORY

    class _BasicLimits(ctypes.Structure):
        """JOBOBJECT_BASIC_LIMIT_INFORMATION"""

        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION"""

        _fields_ = (
            ("BasicLimitInformation", _BasicLimits),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    def _limit_job(most_bytes: int) -> None:
        """Put this process into a job of its own; the handle stays open as long as the process lives."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetInformationJobObject.argtypes = (
            wintypes.HANDLE,
            ctypes.c_int,
            ctypes.c_void_p,
            wintypes.DWORD,
        )
        kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        limits = _Limits()
        limits.BasicLimitInformation.LimitFlags = _PROCESS_MEMORY
        limits.ProcessMemoryLimit = most_bytes
        job = kernel.CreateJobObjectW(None, None)
        if job and kernel.SetInformationJobObject(
            job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ):
            kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess())
