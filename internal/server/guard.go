package server

// Every request passes here: how often somebody may ask, headers for the safety of the page, logs
// and metrics.

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"golang.org/x/time/rate"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/web"
)

// framedPrefix is the path of the screens that other sites may show in a frame.
const framedPrefix = "/embed/"

// isFramed reports whether a request is for a screen that some site may show in a frame.
func (s *Server) isFramed(r *http.Request) bool {
	return len(s.options.Frames) > 0 && strings.HasPrefix(r.URL.Path, framedPrefix)
}

// secure sets the headers that all answers have. A browser shows a screen in a frame of the
// sites alone that the policy names.
func (s *Server) secure(header http.Header, r *http.Request) {
	ancestors := "'none'"
	if s.isFramed(r) {
		ancestors = strings.Join(s.options.Frames, " ")
	}
	header.Set("Content-Security-Policy", web.Policy+"script-src 'self'; frame-ancestors "+ancestors)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
}

// counts are what is counted, by the names that Prometheus reads.
type counts struct {
	set    *metrics.Set
	inside *metrics.Gauge // requests that are being answered
}

func newCounts(s *schedule) *counts {
	set := metrics.NewSet()
	set.NewGauge("grundy_questions_waiting", func() float64 { return float64(s.waits()) })
	set.NewGauge("grundy_memory_reserved_bytes", func() float64 { return float64(s.reserved()) })
	return &counts{set: set, inside: set.NewGauge("grundy_requests_in_flight", nil)}
}

// bounds tell times apart, in seconds.
var bounds = metrics.ExponentialBuckets(0.0005, 4, 10)

// note counts a request, by operation and status.
func (c *counts) note(operation string, status int, took time.Duration) {
	c.set.GetOrCreateCounter(fmt.Sprintf("grundy_requests_total{operation=%q,status=\"%d\"}", operation, status)).Inc()
	c.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("grundy_request_seconds{operation=%q}", operation), bounds).Update(took.Seconds())
}

// ServeHTTP writes all that is counted, with what the runtime and the process say of themselves.
func (c *counts) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	c.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// A noted response remembers its status, and which operation it answers.
type noted struct {
	http.ResponseWriter
	status    int
	bytes     int64
	operation string
}

func (n *noted) Unwrap() http.ResponseWriter { return n.ResponseWriter }

func (n *noted) WriteHeader(status int) {
	if n.status == 0 {
		n.status = status
	}
	n.ResponseWriter.WriteHeader(status)
}

func (n *noted) Write(p []byte) (int, error) {
	if n.status == 0 {
		n.status = http.StatusOK
	}
	written, err := n.ResponseWriter.Write(p)
	n.bytes += int64(written)
	return written, err
}

// gone is the status that is noted where the client left before its answer.
const gone = 499

// guard lets requests pass to next, and notes them.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		n := &noted{ResponseWriter: w, operation: "page"}
		s.counts.inside.Inc()
		defer func() {
			failed := recover()
			aborted := isAbort(failed)
			if failed != nil && !aborted {
				s.log.Error("panic", "address", r.URL.Path, "error", failed, "stack", string(debug.Stack()))
				if n.status == 0 {
					writeProblem(n, api.NewProblem("internal", "the server has failed; this is an error of the program"))
				} else {
					aborted = true
				}
			}
			if n.status == 0 {
				n.status = http.StatusOK
				if r.Context().Err() != nil {
					n.status = gone
				}
			}
			took := time.Since(began)
			s.counts.inside.Dec()
			s.counts.note(n.operation, n.status, took)
			s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("address", r.URL.Path), slog.String("operation", n.operation),
				slog.Int("status", n.status), slog.Int64("bytes", n.bytes), slog.Duration("took", took))
			if aborted {
				panic(http.ErrAbortHandler)
			}
		}()
		s.secure(n.Header(), r)
		extend(n)
		if p := s.foreign(r); p != nil {
			writeProblem(n, p)
			return
		}
		if r.ContentLength != 0 {
			_ = http.NewResponseController(n).SetReadDeadline(time.Now().Add(patience))
		}
		next.ServeHTTP(n, r)
	})
}

// isAbort reports whether a handler ended so that its client sees an answer that is not
// whole.
func isAbort(failed any) bool {
	err, ok := failed.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}

// rates bound the questions from each address.
type rates struct {
	mu     sync.Mutex
	each   rate.Limit
	burst  int
	by     map[string]*rate.Limiter
	before map[string]*rate.Limiter // those of the time before, which are forgotten next
	since  time.Time
}

// forgotten is after how long an address that asks nothing is forgotten.
const forgotten = time.Minute

// mostAddresses bounds the addresses that are remembered.
const mostAddresses = 1 << 16

func newRates(each float64, burst int) *rates {
	return &rates{each: rate.Limit(each), burst: max(burst, 1), by: map[string]*rate.Limiter{}, since: time.Now()}
}

// wait returns how long the address of a request has to wait before it may ask. This
// machine never has to.
func (l *rates) wait(r *http.Request) time.Duration {
	address, own := networkOf(r.RemoteAddr)
	if l.each == 0 || own {
		return 0
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.since) > forgotten || len(l.by) >= mostAddresses {
		l.before, l.by, l.since = l.by, map[string]*rate.Limiter{}, now
	}
	limiter := l.by[address]
	if limiter == nil {
		if limiter = l.before[address]; limiter == nil {
			limiter = rate.NewLimiter(l.each, l.burst)
		}
		l.by[address] = limiter
	}
	reserved := limiter.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// networkOf returns the address without its port; of IPv6 the network, as one person has
// many addresses of it. It also reports whether the address is this machine.
func networkOf(remote string) (network string, own bool) {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote, false
	}
	ip := net.ParseIP(host)
	if ip == nil || ip.To4() != nil {
		return host, ip.IsLoopback()
	}
	return ip.Mask(net.CIDRMask(64, 128)).String(), ip.IsLoopback()
}

// limited refuses questions that come too often.
func (s *Server) limited(w http.ResponseWriter, r *http.Request) bool {
	wait := s.rates.wait(r)
	if wait == 0 {
		return false
	}
	p := api.NewProblem("too-many", "more than %v questions a second from this address; try again in %v", s.options.Limits.Rate, wait.Round(time.Millisecond))
	p.Retry = wait
	writeProblem(w, p)
	return true
}

// route passes requests on to the operations, or to the page.
func (s *Server) route(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		if allowed := methodsFor(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			writeProblem(w, api.NewProblem("wrong-method", "%s is not for this address; want %s", r.Method, strings.Join(allowed, " or ")))
			return
		}
		switch isRead := r.Method == http.MethodGet || r.Method == http.MethodHead; {
		case s.page != nil && isRead:
			s.page.ServeHTTP(w, r)
		default:
			writeProblem(w, nothing(r))
		}
	})
}

// methodsFor returns the methods that an address has.
func methodsFor(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// A bounded listener closes connections at once that are too many.
type bounded struct {
	net.Listener
	places chan struct{}
}

func newBounded(l net.Listener, most int) net.Listener {
	if most == 0 {
		return l
	}
	return &bounded{l, make(chan struct{}, most)}
}

// Accept waits for a connection for which there is a place.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case b.places <- struct{}{}:
			return &placed{Conn: c, leave: sync.OnceFunc(func() { <-b.places })}, nil
		default:
			if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
				continue // it is gone
			}
		}
	}
}

// A placed connection gives its place back.
type placed struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (p *placed) Close() error {
	defer p.leave()
	return p.Conn.Close()
}
