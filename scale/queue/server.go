package queue

// The server may run in the coordinator's process.

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/grundy-games/grundy/internal/message"
)

// A Server is a server with streams in this process.
type Server struct {
	server *server.Server
	log    *serverLog
	own    []nats.Option // of the coordinator
	URL    string
}

// An AddressError says that an address cannot be listened at.
type AddressError struct {
	Address string
	Err     error
}

func (e *AddressError) Error() string {
	return fmt.Sprintf("cannot listen at %s: %v; want HOST:PORT, such as 0.0.0.0:4222, with a port that no other program has", message.Shown(e.Address), e.Err)
}

// Unwrap returns the reason.
func (e *AddressError) Unwrap() error { return e.Err }

// Start starts a server, whose streams are files in the folder. Where token is not empty,
// others have to know it, and may do all; otherwise everybody may. Port 0 takes a free one.
func Start(address, folder, token string) (*Server, error) {
	return launch(address, folder, func(o *server.Options) { o.Authorization = token })
}

// startFor starts a server for a job: workers that know the token may do its pieces.
func startFor(address, folder, id, token string) (*Server, error) {
	a := &access{id: id, coordinator: rand.Text(), workers: token}
	s, err := launch(address, folder, func(o *server.Options) { o.CustomClientAuthentication = a })
	if err == nil {
		s.own = append(credentialsWith(a.coordinator), nats.InProcessServer(s.server))
	}
	return s, err
}

func launch(address, folder string, let func(*server.Options)) (*Server, error) {
	host, port, err := net.SplitHostPort(address)
	var number uint64
	if err == nil {
		number, err = strconv.ParseUint(port, 10, 16)
	}
	if err == nil { // the server would only log that it cannot
		var l net.Listener
		if l, err = net.Listen("tcp", address); err == nil {
			number = uint64(l.Addr().(*net.TCPAddr).Port)
			err = l.Close()
		}
	}
	if err != nil {
		return nil, &AddressError{address, err}
	}
	log := &serverLog{}
	o := &server.Options{
		ServerName: "grundy", Host: host, Port: int(number),
		JetStream: true, StoreDir: folder, DisableJetStreamBanner: true, NoSigs: true,
	}
	let(o)
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.SetLogger(log, false, false)
	s.Start()
	const patience = time.Minute // many messages may have to be read
	if !s.ReadyForConnections(patience) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.Join(fmt.Errorf("the server at %s does not start, with its files in %s", address, message.Shown(folder)), log.err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return &Server{server: s, log: log, URL: "nats://" + net.JoinHostPort(host, strconv.FormatUint(number, 10))}, nil
}

// watch calls stop when the server cannot write its streams any more, as where its disk is full. Nobody
// gets an answer then. It returns when ctx ends.
func (s *Server) watch(ctx context.Context, stop func(error)) {
	for ctx.Err() == nil {
		broken, err := s.log.last()
		if broken || !s.server.JetStreamEnabled() {
			stop(fmt.Errorf("the server in this process has given up: %w", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(idle):
		}
	}
}

// Stop stops the server. Its files stay.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// serverLog keeps the last error of a server, and whether it was one that ends a stream.
type serverLog struct {
	mu     sync.Mutex
	err    error
	broken bool
}

func (l *serverLog) Errorf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.broken {
		l.err = fmt.Errorf(format, args...)
		l.broken = strings.Contains(strings.ToLower(format), "critical write error")
	}
}

// last says whether a stream cannot be written any more, and returns the last error.
func (l *serverLog) last() (broken bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.broken, cmp.Or(l.err, errors.New("it does not say why"))
}

func (l *serverLog) Fatalf(format string, args ...any) { l.Errorf(format, args...) }
func (*serverLog) Noticef(string, ...any)              {}
func (*serverLog) Warnf(string, ...any)                {}
func (*serverLog) Debugf(string, ...any)               {}
func (*serverLog) Tracef(string, ...any)               {}
