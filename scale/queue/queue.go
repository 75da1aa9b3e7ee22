// Package queue takes the pieces of a job to many machines, by the streams of NATS
// JetStream: a work queue of pieces, each of which goes to one worker, and again to another
// if that one dies or hangs; and a stream of results, which one coordinator keeps in the
// folder of the job.
//
// [Coordinate] is the coordinator, and [Work] a worker. [Start] is a server in this process;
// a server or cluster that stands already does as well. The results are the same bytes as
// those of [job.Run], whatever happens to the workers.
package queue

// Coordinator and workers agree on these names and messages.

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/units"
)

// A job has these on a server:
//
//	grundy-ID           an object store of the coordinator: the job, and results that later
//	                    tiers need
//	grundy-large-ID     an object store: results that are too large for a message
//	grundy-results-ID   a stream of results, deleted when they are kept
//	grundy-work-ID      a stream of pieces, deleted when their results are there
//
// where ID is the first part of the ID of the job. The streams are deleted when all is done.
const (
	idShown        = 16
	workStream     = "grundy-work-"
	resultStream   = "grundy-results-"
	store          = "grundy-"
	largeStore     = "grundy-large-"
	description    = "job"
	workers        = "workers"     // the consumer of pieces
	keeper         = "coordinator" // the consumer of results
	mostMessage    = 256 << 10     // bytes of a result in a message
	byHeader       = "Grundy-By"
	objectHeader   = "Grundy-Object"
	errorHeader    = "Grundy-Error"
	epochHeader    = "Grundy-Epoch"
	folderMetadata = "grundy-folder"

	// MostName is the number of bytes that the name of a worker may have.
	MostName = 64
)

func short(id string) string { return id[:min(idShown, len(id))] }

func workSubject(id string, piece any) string   { return fmt.Sprintf("grundy.%s.work.%v", id, piece) }
func resultSubject(id string, piece any) string { return fmt.Sprintf("grundy.%s.result.%v", id, piece) }

// A described job is what workers need to make it.
type described struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Version string `json:"version"`
	Spec    []byte `json:"spec"`
}

// Means say how a coordinator or a worker reaches the server.
type Means struct {
	// URL is where the server is; several are separated by commas.
	URL     string
	Options []nats.Option // such as credentials
	// Patience is how long a server may be away before that is an error; 0 for [DefaultPatience].
	Patience time.Duration
	// Note is told in a line what the user should know. It may be nil.
	Note func(line string)
}

// DefaultPatience is how long a server may be away where nobody says.
const DefaultPatience = 15 * time.Minute

// retryEvery is how long one waits before trying again.
const retryEvery = 200 * time.Millisecond

func (m Means) note(format string, args ...any) {
	if m.Note != nil {
		m.Note(fmt.Sprintf(format, args...))
	}
}

func (m Means) patience() time.Duration {
	if m.Patience == 0 {
		return DefaultPatience
	}
	return m.Patience
}

// connect connects, or begins to: a server that is not there yet is waited for.
func (m Means) connect(name string) (*nats.Conn, jetstream.JetStream, error) {
	var first sync.Once // before the first connection
	options := append([]nats.Option{
		nats.Name(name),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(retryEvery),
		nats.RetryOnFailedConnect(true),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			if in, ok := errors.AsType[*net.OpError](err); ok && in.Op == "dial" || errors.Is(err, nats.ErrNoServers) {
				first.Do(func() { m.note("there is no server at %s yet; waiting for it", m.URL) })
			}
		}),
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			first.Do(func() {})
			if err != nil && !c.IsClosed() {
				m.note("the server is away: %v; waiting for it", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { m.note("the server is there") }),
	}, m.Options...)
	err := checkAddresses(m.URL)
	var conn *nats.Conn
	if err == nil {
		conn, err = nats.Connect(m.URL, options...)
	}
	if err != nil { // of the options
		return nil, nil, &AccessError{m.URL, err}
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return conn, js, nil
}

// checkAddresses refuses text that cannot be a list of addresses: nobody would ever be found there.
func checkAddresses(list string) error {
	for address := range strings.SplitSeq(list, ",") {
		address = strings.TrimSpace(address)
		if !strings.Contains(address, "://") { // as in head:4222
			address = "nats://" + address
			if _, _, err := net.SplitHostPort(address[len("nats://"):]); err != nil {
				return errors.New("want an address such as nats://head:4222")
			}
		}
		u, err := url.Parse(address)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errors.New("want an address such as nats://head:4222")
		}
	}
	return nil
}

// An AccessError says that a server does not let this machine in, or that this machine does
// not trust the server. To try again does not help.
type AccessError struct {
	URL string
	Err error
}

func (e *AccessError) Error() string { return fmt.Sprintf("cannot connect to %s: %v", e.URL, e.Err) }

// Unwrap returns the reason.
func (e *AccessError) Unwrap() error { return e.Err }

// refused returns an [*AccessError] where that is why a connection is not there, or nil.
func (m Means) refused(conn *nats.Conn) error {
	err := conn.LastError()
	if err == nil || conn.IsConnected() {
		return nil
	}
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	isIn := func(all ...error) bool {
		return slices.ContainsFunc(all, func(one error) bool { return errors.Is(err, one) })
	}
	switch {
	case untrusted, strings.Contains(err.Error(), "remote error: tls:"), isIn(nats.ErrSecureConnWanted, nats.ErrSecureConnRequired):
	case conn.IsClosed() && isIn(nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrAccountAuthExpired): // it was tried twice
	default:
		return nil
	}
	return &AccessError{m.URL, err}
}

// errEnded says that the streams of a job are deleted: it is done.
var errEnded = errors.New("the job has ended")

// persist calls try until it succeeds. It gives up when ctx ends, when the streams of a job
// are gone, and when the server has been away for too long.
func (m Means) persist(ctx context.Context, conn *nats.Conn, try func(ctx context.Context) error) error {
	const each = time.Minute // a call
	const noReplicas = 10074 // its error where it is not in a cluster
	since := time.Now()
	for {
		once, end := whileConnected(ctx, conn)
		err := context.Cause(once)
		if err == nil {
			once, cancel := context.WithTimeout(once, each)
			err = try(once)
			cancel()
		}
		if err != nil && errors.Is(context.Cause(once), nats.ErrDisconnected) {
			err = nats.ErrDisconnected
		}
		end()
		var api *jetstream.APIError
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted), errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, jetstream.ErrBucketNotFound):
			return fmt.Errorf("%w: %w", errEnded, err)
		case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			return fmt.Errorf("the server at %s keeps no streams: %w; start it with JetStream", m.URL, err)
		case errors.As(err, &api) && api.Code >= 400 && api.Code < 500 && api.Code != 408:
			return err
		case errors.As(err, &api) && api.ErrorCode == noReplicas:
			return fmt.Errorf("the server at %s is not in a cluster, and keeps no replicas: want 1", m.URL)
		}
		if refused := m.refused(conn); refused != nil {
			return refused
		}
		if last := conn.LastError(); last != nil && errors.Is(err, nats.ErrDisconnected) {
			err = last
		}
		switch {
		case conn.IsClosed():
			return fmt.Errorf("cannot reach %s: %w", m.URL, err)
		case time.Since(since) > m.patience():
			return fmt.Errorf("the server at %s has been away for %s: %w", m.URL, units.Time(m.patience()), err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryEvery):
		}
	}
}

// whileConnected returns a context that ends when the connection is lost: what was asked before
// is not answered behind that. To call end frees what it holds.
func whileConnected(ctx context.Context, conn *nats.Conn) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	lost := conn.StatusChanged(nats.RECONNECTING, nats.CLOSED)
	if !conn.IsConnected() {
		cancel(nats.ErrDisconnected)
	}
	go func() {
		if _, is := <-lost; is {
			cancel(nats.ErrDisconnected)
		}
	}()
	return ctx, func() {
		conn.RemoveStatusListener(lost)
		cancel(nil)
	}
}

// readObject reads an object of a store, piece by piece: so it needs no consumer, which a worker
// may not make.
func readObject(ctx context.Context, js jetstream.JetStream, bucket, name string) ([]byte, error) {
	objects, err := js.ObjectStore(ctx, bucket)
	if err != nil {
		return nil, err
	}
	info, err := objects.GetInfo(ctx, name)
	if err != nil {
		return nil, err
	}
	stream, err := js.Stream(ctx, "OBJ_"+bucket)
	if err != nil {
		return nil, err
	}
	var text []byte
	next := uint64(1)
	for range info.Chunks {
		chunk, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject("$O."+bucket+".C."+info.NUID))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, jetstream.ErrObjectNotFound
		}
		if err != nil {
			return nil, err
		}
		text, next = append(text, chunk.Data...), chunk.Sequence+1
	}
	hash := sha256.New()
	_, _ = hash.Write(text)
	if uint64(len(text)) != info.Size || jetstream.GetObjectDigestValue(hash) != info.Digest {
		return nil, jetstream.ErrDigestMismatch
	}
	return text, nil
}

// isFull reports whether a stream refused a message because there is one for that piece.
func isFull(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject")
}

// differs says in a line why a worker cannot do the job that is described.
func differs(d described, mine job.Job) error {
	if d.Version != job.Version() {
		return fmt.Errorf("the job %s is done by version %s, and this is %s: run the same version on all machines", short(d.ID), d.Version, job.Version())
	}
	return fmt.Errorf("the job %s is another one here, %s: its spec is read in another way; run the same program on all machines", short(d.ID), short(mine.ID()))
}

// checkCredentials reads what the server will be told.
func checkCredentials(option nats.Option) error {
	o := nats.GetDefaultOptions()
	err := option(&o)
	if err == nil {
		_, err = o.UserJWT()
	}
	if err == nil {
		_, err = o.SignatureCB(nil)
	}
	return err
}

// Credentials returns the options of a connection: a token, the file of credentials, and the
// files of TLS, each "" for none.
func Credentials(token, credentials, certificate, key, authorities string) (options []nats.Option, err error) {
	for _, name := range []string{credentials, certificate, key, authorities} {
		if name == "" {
			continue
		}
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
	}
	if (certificate == "") != (key == "") {
		return nil, errors.New("a certificate and its key: want both or neither")
	}
	if token != "" {
		options = append(options, credentialsWith(token)...)
	}
	if credentials != "" {
		option := nats.UserCredentials(credentials)
		if err := checkCredentials(option); err != nil {
			return nil, fmt.Errorf("%s holds no credentials, which nsc writes, for example: %w", message.Shown(credentials), err)
		}
		options = append(options, option)
	}
	if certificate != "" {
		options = append(options, nats.ClientCert(certificate, key))
	}
	if authorities != "" {
		options = append(options, nats.RootCAs(authorities))
	}
	return options, nil
}
