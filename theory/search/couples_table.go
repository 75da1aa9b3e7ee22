package search

// What is left to do for couples that are not decided is kept in a table of its own. It may be
// lost: then it is found again.

// efforts remember the effort of couples, four to a bucket. What does not fit into its bucket goes into
// one of the next. A table that may not grow forgets: the least effort of a bucket gives way.
type efforts struct {
	buckets []bucket
	used    uint64
	limit   uint64 // of bytes; 0 for none
	forgets bool   // it has forgotten some
}

// A bucket holds couples that come to the same place, those with efforts above 0.
type bucket [4]struct {
	couple
	effort
}

// least returns the place of the least effort.
func (b *bucket) least() (i int) {
	for j := range b {
		if b[j].win+b[j].lose < b[i].win+b[i].lose {
			i = j
		}
	}
	return i
}

const (
	bucketBytes  = 64
	firstBuckets = 1 << 8
	// fullBucket is how many couples a bucket holds on average before the table grows.
	fullBucket = 3
)

func newEfforts() efforts { return efforts{buckets: make([]bucket, firstBuckets)} }

func (t *efforts) bytes() uint64 { return uint64(len(t.buckets)) * bucketBytes }

// cap bounds the bytes from now on.
func (t *efforts) cap(bytes uint64) {
	t.limit = max(bytes, bucketBytes)
	n := len(t.buckets)
	for n > 1 && uint64(n)*bucketBytes > t.limit {
		n /= 2
	}
	t.resize(n)
}

// uncap lets the table grow again. Couples that were forgotten are looked at again.
func (t *efforts) uncap() { t.limit, t.forgets = 0, false }

// home returns the bucket in which a couple belongs.
func (t *efforts) home(x couple) uint64 {
	return slotOf(mix((uint64(x.node)<<32|uint64(x.heap))^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9), uint64(len(t.buckets)))
}

// find returns the place of a couple, or a free one where it is not there.
func (t *efforts) find(x couple) (at uint64, i int, found bool) {
	for at = t.home(x); ; {
		b := &t.buckets[at]
		for i := range b {
			if b[i].effort == (effort{}) {
				return at, i, false
			}
			if b[i].couple == x {
				return at, i, true
			}
		}
		if at++; at == uint64(len(t.buckets)) {
			at = 0
		}
	}
}

func (t *efforts) get(x couple) (effort, bool) {
	at, i, found := t.find(x)
	return t.buckets[at][i].effort, found
}

// put remembers an effort, which is above 0.
func (t *efforts) put(x couple, e effort) {
	at, i, found := t.find(x)
	if !found && t.used >= fullBucket*uint64(len(t.buckets)) {
		if grown := 2 * len(t.buckets); t.limit == 0 || uint64(grown)*bucketBytes <= t.limit {
			t.resize(grown)
			t.put(x, e)
			return
		}
		home := t.home(x)
		if at != home || t.used+1 == 4*uint64(len(t.buckets)) { // one place stays free
			at, i, t.forgets = home, t.buckets[home].least(), true
			if t.buckets[at][i].effort == (effort{}) {
				return
			}
		}
	}
	slot := &t.buckets[at][i]
	if slot.effort == (effort{}) {
		t.used++
	}
	slot.couple, slot.effort = x, e
}

// resize makes a table of n buckets.
func (t *efforts) resize(n int) {
	if n == len(t.buckets) {
		return
	}
	old := t.buckets
	t.buckets, t.used = make([]bucket, n), 0
	for i := range old {
		for _, e := range old[i] {
			if e.effort != (effort{}) {
				t.put(e.couple, e.effort)
			}
		}
	}
}
