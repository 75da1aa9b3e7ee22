package sequence

// The block engine shares the work on one strip among cores.
//
// While rare heaps are frequent, verifying ahead of time (block_ahead.go) would
// be in vain most of the time: a rare heap changes what comes after it. But what
// a strip costs can be divided, since codes and lanes do not depend on each
// other: where common options are cleared each core takes some of the groups of
// codes, where candidates are probed some of the lanes, and where witnesses are
// scanned for some of the wants. The outcome is the same as on one core.

import "sync"

// mostCores is how many cores work on a strip at most, the number of parts in which
// its candidates are probed.
const mostCores = strip / 32

// share does the work of cores, numbered from 0 on, and waits for it.
func share(cores int, work func(core int)) {
	var others sync.WaitGroup
	for core := 1; core < cores; core++ {
		others.Go(func() { work(core) })
	}
	work(0)
	others.Wait()
}

// clear is the kernel of that name, for some of the sets on each core.
func (e *blockEngine) clear(left []stripSet, budgets []int, few, at int, p *pairing) {
	if e.cores == 1 {
		e.kernels.clear(left, budgets, few, &e.table, at, p, e.order)
		return
	}
	share(e.cores, func(core int) {
		own := make([]int, len(left)) // the kernel passes over sets without a budget
		some := false
		for t := core; t < len(left); t += e.cores {
			own[t] = budgets[t]
			some = some || own[t] > 0
		}
		if !some {
			return
		}
		e.kernels.clear(left, own, few, &e.table, at, p, e.order)
		for t := core; t < len(left); t += e.cores {
			budgets[t] = own[t]
		}
	})
}
