package queue

// What those may do who know the token of a job, another one, or none.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker takes pieces and gives results, large ones too, and can do nothing else, whatever it
// tries. A client that does not know the token gets nothing. One process gives the same results.
func TestAccess(t *testing.T) {
	l := lines{Lines: 12, Piece: 1, Bytes: mostMessage, Tiers: 3}
	r := &running{dir: filepath.Join(t.TempDir(), "job"), err: make(chan error, 1)}
	type place struct{ url, token string }
	started := make(chan place, 1)
	go func() {
		r.err <- Coordinate(t.Context(), Coordinator{
			Means: Means{Note: r.note}, Job: l.job(), Dir: r.dir, AckWait: ackWait,
			Listen: "127.0.0.1:0", Started: func(url, made string) { started <- place{url, made} },
		})
	}()
	at := <-started
	kept, err := os.Stat(filepath.Join(r.dir, serverFiles, "token"))
	if err != nil || kept.Mode().Perm() != 0o600 || len(at.token) < 26 {
		t.Fatalf("%v, %v, %q", kept, err, at.token)
	}
	for _, options := range [][]nats.Option{nil, {nats.Token("")}, {nats.Token(at.token)}, {nats.Token(at.token), nats.UserInfo("*", "")}, {nats.UserInfo("grundy", at.token)}, credentialsWith(at.token + "x"), credentialsWith(at.token[1:])} {
		if conn, err := nats.Connect(at.url, options...); err == nil {
			t.Errorf("a stranger gets in: %v", conn.Opts.User)
			conn.Close()
		}
	}
	m := Means{URL: at.url, Options: credentialsWith(at.token)}
	took, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	end := m.work(t, "honest", func(int) {
		once.Do(func() {
			close(took)
			<-goOn
		})
	})
	<-took
	attack(t, at.url, at.token, l.job().ID())
	close(goOn)
	r.ends(t, l, alone(t, l))
	if err := <-end; err != nil {
		t.Error(err)
	}
}

// attack tries with the token of a worker what workers may not do.
func attack(t *testing.T, url, token, id string) {
	t.Helper()
	denied := make(chan string, 100)
	conn, err := nats.Connect(url, append(credentialsWith(token), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err.Error() }))...)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	refuses := func(what, subject string) {
		t.Helper()
		select {
		case said := <-denied:
			if !strings.Contains(said, subject) {
				t.Errorf("%s %s: refused is %s", what, subject, said)
			}
		case <-time.After(time.Minute):
			t.Errorf("a worker may %s %s", what, subject)
		}
	}
	for _, subject := range []string{">", "_INBOX.>", "_INBOX.*.>", "grundy.>", workSubject(id, ">"), resultSubject(id, ">"), "$JS.>", "$SYS.>", "$O.>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		refuses("listen to", subject)
	}
	work, results, job, large := workStream+short(id), resultStream+short(id), "OBJ_"+store+short(id), "OBJ_"+largeStore+short(id)
	subjects := []string{
		workSubject(id, 3), "grundy.other.result.3", "$O." + store + short(id) + ".M.am9i", "$O." + store + short(id) + ".C.x",
		"$JS.API.INFO", "$JS.API.STREAM.LIST", "$JS.API.STREAM.CREATE.mine", "$JS.API.CONSUMER.MSG.NEXT." + results + "." + keeper, "$JS.ACK." + results + "." + keeper + ".1.1.1.1.1",
		"$JS.API.CONSUMER.DELETE." + work + "." + workers, "$SYS.REQ.SERVER.PING", "$JS.API.CONSUMER.CREATE." + work, "$JS.API.CONSUMER.CREATE." + job + ".x.y",
		"_INBOX.ABC",
	}
	for _, stream := range []string{work, results, job, large} {
		for _, api := range []string{"STREAM.DELETE.", "STREAM.PURGE.", "STREAM.UPDATE.", "STREAM.MSG.DELETE.", "STREAM.MSG.GET.", "CONSUMER.CREATE.", "CONSUMER.LIST.", "CONSUMER.DURABLE.CREATE."} {
			subjects = append(subjects, "$JS.API."+api+stream)
		}
	}
	for _, subject := range subjects {
		if err := conn.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		refuses("publish to", subject)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if text, err := readObject(ctx, js, store+short(id), description); err != nil || !strings.Contains(string(text), id) {
		t.Errorf("a worker cannot read its job: %v", err)
	}
}

// The token of a folder stays where its coordinator is called again, so that its workers go on.
func TestTokenStays(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	first, err := tokenIn(folder)
	again, e := tokenIn(folder)
	if err != nil || e != nil || first != again || len(first) < 26 {
		t.Errorf("%q, %v; %q, %v", first, err, again, e)
	}
	if err := os.WriteFile(filepath.Join(folder, "token"), []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if short, err := tokenIn(folder); err != nil || len(short) < 26 {
		t.Errorf("an empty file gives %q, %v", short, err)
	}
}
