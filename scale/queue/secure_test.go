package queue

// This file tests servers that stand already: with TLS, with accounts, and in a cluster.

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/grundy-games/grundy/internal/job"
)

// must returns a value that is there.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // of a test
	}
	return v
}

// stand starts a server with these options, and returns its address.
func stand(t *testing.T, o *server.Options) (s *server.Server, address string) {
	t.Helper()
	o.Host, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", true, t.TempDir(), true, true
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	for !s.ReadyForConnections(time.Second) && s.Running() {
	}
	return s, s.Addr().String()
}

// An authority vouches for certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{key: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))}
	template := certificateOf("authority")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der := must(x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key))
	a.certificate = must(x509.ParseCertificate(der))
	a.file = written(t, "CERTIFICATE", der)
	return a
}

func certificateOf(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(int64(len(name))), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
}

// written writes a file of PEM.
func written(t *testing.T, kind string, der []byte) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "file.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// certify returns the files of a certificate and its key.
func (a *authority) certify(t *testing.T, name string) (certificate, key string) {
	t.Helper()
	k := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	der := must(x509.CreateCertificate(rand.Reader, certificateOf(name), a.certificate, &k.PublicKey, a.key))
	return written(t, "CERTIFICATE", der), written(t, "EC PRIVATE KEY", must(x509.MarshalECPrivateKey(k)))
}

// means returns how a server is reached, by the names of files, which may be "".
func means(t *testing.T, url, credentials, certificate, key, authorities string) Means {
	t.Helper()
	options, err := Credentials("", credentials, certificate, key, authorities)
	if err != nil {
		t.Fatal(err)
	}
	return Means{URL: url, Options: options}
}

// run runs a coordinator.
func (m Means) run(t *testing.T, l lines, replicas int) *running {
	t.Helper()
	r := &running{dir: filepath.Join(t.TempDir(), "job"), err: make(chan error, 1), progress: make(chan job.Status, 1<<16)}
	m.Note = r.note
	go func() {
		r.err <- Coordinate(t.Context(), Coordinator{Means: m, Job: l.job(), Dir: r.dir, AckWait: ackWait, Replicas: replicas, Shared: true})
	}()
	return r
}

// work runs a worker, which calls before with each piece. It returns the channel of its end.
func (m Means) work(t *testing.T, name string, before func(piece int)) (end chan error) {
	end = make(chan error, 1)
	w := Worker{Means: m, Name: name, Workers: 1, Make: func(kind string, spec json.RawMessage) (job.Job, error) {
		j, err := makeLines(kind, spec)
		do := j.Do
		j.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
			before(piece)
			return do(ctx, piece, earlier)
		}
		return j, err
	}}
	go func() { end <- Work(t.Context(), w) }()
	return end
}

// small is a job for these tests, whose results go by the object store.
var small = lines{Lines: 8, Piece: 1, Bytes: mostMessage}

// done does a small job with two workers in this process, and compares its results.
func done(t *testing.T, m Means) {
	t.Helper()
	r := m.run(t, small, 1)
	var both sync.WaitGroup // a worker that comes when the job has ended would wait for another
	both.Add(2)
	var ends []chan error
	for i := range 2 {
		var once sync.Once
		ends = append(ends, m.work(t, fmt.Sprint("worker-", i), func(int) {
			once.Do(both.Done)
			both.Wait()
		}))
	}
	r.ends(t, small, alone(t, small))
	for _, end := range ends {
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
}

// refused checks that neither a coordinator nor a worker gets in, and what they say.
func refused(t *testing.T, m Means, want string) {
	t.Helper()
	m.Note = func(line string) { t.Errorf("a line for who is refused: %s", line) }
	errs := []error{
		Coordinate(t.Context(), Coordinator{Means: m, Job: small.job(), Dir: filepath.Join(t.TempDir(), "job")}),
		Work(t.Context(), Worker{Means: m, Name: "w", Make: makeLines}),
	}
	for _, err := range errs {
		var access *AccessError
		if !errors.As(err, &access) || !strings.HasPrefix(err.Error(), "cannot connect to "+m.URL+": ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// A server that asks for certificates, and has one itself.
func TestTLS(t *testing.T) {
	ours, others := newAuthority(t), newAuthority(t)
	serverFile, serverKey := ours.certify(t, "server")
	config := &tls.Config{
		Certificates: []tls.Certificate{must(tls.LoadX509KeyPair(serverFile, serverKey))},
		ClientAuth:   tls.RequireAndVerifyClientCert, ClientCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS12,
	}
	config.ClientCAs.AddCert(ours.certificate)
	_, address := stand(t, &server.Options{TLS: true, TLSVerify: true, TLSConfig: config, TLSTimeout: time.Hour.Seconds()})
	url := "nats://" + address
	certificate, key := ours.certify(t, "client")
	foreign, foreignKey := others.certify(t, "foreigner")
	done(t, means(t, url, "", certificate, key, ours.file))
	refused(t, means(t, url, "", certificate, key, others.file), "certificate signed by unknown authority")
	refused(t, means(t, url, "", certificate, key, ""), "certificate signed by unknown authority")
	refused(t, means(t, url, "", "", "", ours.file), "remote error: tls: certificate required")
	refused(t, means(t, url, "", foreign, foreignKey, ours.file), "remote error: tls: ")
	_, plain := stand(t, &server.Options{})
	refused(t, means(t, "tls://"+plain, "", certificate, key, ours.file), "secure connection not available")
	if _, err := Credentials("", "", certificate, "", ours.file); err == nil || !strings.Contains(err.Error(), "want both or neither") {
		t.Errorf("a certificate without its key: %v", err)
	}
	if _, err := Credentials("", certificate, "", "", ""); err == nil || !strings.Contains(err.Error(), "holds no credentials") {
		t.Errorf("a certificate instead of credentials: %v", err)
	}
	refused(t, means(t, url, "", certificate, foreignKey, ours.file), "private key")
	refused(t, means(t, url, "", certificate, key, key), "root certificate")
}

// A key pair of an operator, an account or a user.
func keysOf(make func() (nkeys.KeyPair, error)) (pair nkeys.KeyPair, public string) {
	pair = must(make())
	return pair, must(pair.PublicKey())
}

// credentials returns the file of a new user of an account.
func credentials(t *testing.T, account nkeys.KeyPair) string {
	t.Helper()
	user, public := keysOf(nkeys.CreateUser)
	text := must(jwt.NewUserClaims(public).Encode(account))
	file := filepath.Join(t.TempDir(), "user.creds")
	if err := os.WriteFile(file, must(jwt.FormatUserConfig(text, must(user.Seed()))), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A server whose operator signs accounts, which sign users.
func TestAccounts(t *testing.T) {
	operator, trusted := keysOf(nkeys.CreateOperator)
	resolver := &server.MemAccResolver{}
	account := func() (pair nkeys.KeyPair, public string) {
		pair, public = keysOf(nkeys.CreateAccount)
		claims := jwt.NewAccountClaims(public)
		claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
		if err := resolver.Store(public, must(claims.Encode(operator))); err != nil {
			t.Fatal(err)
		}
		return pair, public
	}
	system, systemKey := keysOf(nkeys.CreateAccount)
	if err := resolver.Store(systemKey, must(jwt.NewAccountClaims(systemKey).Encode(operator))); err != nil {
		t.Fatal(err)
	}
	department, _ := account()
	neighbours, _ := account()
	stranger, _ := keysOf(nkeys.CreateAccount)
	_, address := stand(t, &server.Options{TrustedKeys: []string{trusted}, AccountResolver: resolver, SystemAccount: systemKey})
	url := "nats://" + address
	done(t, means(t, url, credentials(t, department), "", "", ""))
	done(t, means(t, url, credentials(t, neighbours), "", "", "")) // accounts do not see each other
	refused(t, means(t, url, credentials(t, stranger), "", "", ""), "uthorization")
	refused(t, means(t, url, "", "", "", ""), "uthorization")
	err := Work(t.Context(), Worker{Means: means(t, url, credentials(t, system), "", "", ""), Name: "w", Make: makeLines})
	if err == nil || !strings.Contains(err.Error(), "keeps no streams") {
		t.Errorf("an account without streams: %v", err)
	}
}

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// Three servers keep the queue; one of them is stopped in the middle.
func TestCluster(t *testing.T) {
	var routes []*url.URL
	var ports []int
	for range 3 {
		port := freePort(t)
		ports = append(ports, port)
		routes = append(routes, must(url.Parse(fmt.Sprint("nats-route://127.0.0.1:", port))))
	}
	var all []*server.Server
	var urls []string
	for i, port := range ports {
		s, address := stand(t, &server.Options{
			ServerName: fmt.Sprint("s", i), Routes: routes,
			Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: port},
		})
		all, urls = append(all, s), append(urls, "nats://"+address)
	}
	knowsAll := func() bool {
		for _, s := range all {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(all) {
				return true
			}
		}
		return false
	}
	for !knowsAll() {
		time.Sleep(retryEvery)
	}
	m := Means{URL: strings.Join(urls, ","), Options: []nats.Option{nats.DontRandomize()}}
	l := lines{Lines: 12, Piece: 1, Bytes: 5}
	r := m.run(t, l, 3)
	middle, goOn := make(chan bool, l.Lines), make(chan bool)
	end := m.work(t, "worker", func(piece int) {
		if piece >= l.Lines/2 {
			middle <- true
			<-goOn
		}
	})
	<-middle
	all[0].Shutdown() // all are connected with it
	all[0].WaitForShutdown()
	close(goOn)
	r.ends(t, l, alone(t, l))
	if err := <-end; err != nil {
		t.Error(err)
	}
}

// A worker that waits says for what.
func TestWaits(t *testing.T) {
	_, address := stand(t, &server.Options{})
	for address, want := range map[string]string{
		address:                               "there is no job at nats://" + address + " yet; waiting for one, at most 15m0s",
		fmt.Sprint("127.0.0.1:", freePort(t)): "there is no server at nats://127.0.0.1:",
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		w := Worker{Name: "w", Make: makeLines, Means: Means{URL: "nats://" + address, Note: func(line string) { cancel(errors.New(line)) }}}
		if err := Work(ctx, w); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// A worker that comes while the coordinator makes what a job needs waits for the rest.
func TestComesEarly(t *testing.T) {
	_, address := stand(t, &server.Options{})
	w := Worker{Means: Means{URL: "nats://" + address, Patience: time.Millisecond}, Name: "w", Make: makeLines}
	conn, js, err := w.connect("worker")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const id = "0123456789abcdef"
	l := &labour{Worker: w, conn: conn, js: js}
	if err := l.work(t.Context(), id); !errors.Is(err, errEnded) {
		t.Errorf("a job that is not there: %v", err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: workStream + id, Subjects: []string{workSubject(id, ">")}}); err != nil {
		t.Fatal(err)
	}
	if err := l.work(t.Context(), id); err == nil || errors.Is(err, errEnded) {
		t.Errorf("a job that is being made: %v", err)
	}
}
