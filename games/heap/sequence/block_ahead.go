package sequence

// The block engine verifies on a second core.
//
// Some strips are computed as if all their rare values were options, while
// another goroutine verifies them in order. Where it finds a rare heap, what was
// computed after it is thrown away, so that the values, and all that a
// checkpoint holds, are the same as on one core. The goroutine ends with the step.
//
// The two share the history and the table. Strips are handed over when they are
// complete, a strip is verified by what is before its end, and the one that is
// being computed comes after it.

// calmSpan is how many n must have passed without a rare heap.
const calmSpan = 1 << 12

// calm reports whether rare heaps have become so seldom that it pays to verify
// on a second core.
func (e *blockEngine) calm() bool {
	return len(e.rare) == 0 || e.rare[len(e.rare)-1] < e.next-calmSpan
}

// A verdict is what check says of a strip.
type verdict struct {
	ok      bool
	lane    int    // the first that fails
	code    uint16 // of the least rare value that is not an option of it
	stopped bool   // it was interrupted, and knows of no such lane
}

// ahead computes strips until end, while another goroutine verifies them. It
// stops earlier, at the end of a verified strip, where one has a rare heap, or
// does not fit the table.
func (e *blockEngine) ahead(end int) stop {
	var verdicts [stepStrips]verdict
	work := make(chan *stripState, stepStrips)
	failed, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		k := 0
		for s := range work {
			e.begin()
			if verdicts[k] = e.check(s); !verdicts[k].ok {
				close(failed)
				return
			}
			k++
		}
	}()
	count, small, fits := 0, true, true
	for e.next < end && small && fits {
		select {
		case <-failed:
			end = e.next
			continue
		default:
		}
		s := &e.states[count]
		if small = e.compute(s); !small {
			break
		}
		if fits = e.fits(s); fits {
			e.finish(s)
		}
		work <- s
		count++
	}
	close(work)
	<-done
	for k := range count {
		s := &e.states[k]
		if v := verdicts[k]; !v.ok {
			e.next = s.base
			return e.mend(s, v)
		}
		if k == count-1 && !fits {
			e.finish(s)
		}
	}
	if !small {
		return tooLarge
	}
	return goesOn
}
