package pgtest

import "syscall"

// endWithParent has the process signaled when the one that starts it dies.
func endWithParent(attr *syscall.SysProcAttr, sig syscall.Signal) { attr.Pdeathsig = sig }
