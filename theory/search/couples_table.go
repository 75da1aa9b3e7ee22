package search

// What is left to do for couples that are not decided is kept in a table of its own. It may be
// lost: then it is found again.

// efforts remember the effort of couples, four to a bucket. Where a bucket is full and the table
// may not grow, the least effort gives way.
type efforts struct {
	buckets []bucket
	used    uint64
	limit   uint64 // of bytes; 0 for none
}

// A bucket holds couples that come to the same place, those with efforts above 0.
type bucket [4]struct {
	couple
	effort
}

const (
	bucketBytes  = 64
	firstBuckets = 1 << 8
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

func (t *efforts) bucketOf(x couple) *bucket {
	return &t.buckets[slotOf(mix((uint64(x.node)<<32|uint64(x.heap))^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9), uint64(len(t.buckets)))]
}

func (t *efforts) get(x couple) (effort, bool) {
	b := t.bucketOf(x)
	for i := range b {
		if e := &b[i]; e.couple == x && e.effort != (effort{}) {
			return e.effort, true
		}
	}
	return effort{}, false
}

// put remembers an effort, which is above 0.
func (t *efforts) put(x couple, e effort) {
	b := t.bucketOf(x)
	least := 0
	for i := range b {
		if b[i].effort == (effort{}) {
			b[i].couple, b[i].effort = x, e
			t.used++
			return
		}
		if b[i].couple == x {
			b[i].effort = e
			return
		}
		if b[i].win+b[i].lose < b[least].win+b[least].lose {
			least = i
		}
	}
	if grown := 2 * len(t.buckets); t.used >= uint64(grown) && (t.limit == 0 || uint64(grown)*bucketBytes <= t.limit) {
		t.resize(grown)
		t.put(x, e)
		return
	}
	b[least].couple, b[least].effort = x, e
}

// resize makes a table of so many buckets.
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
