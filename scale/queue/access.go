package queue

// Permissions at the server of this process. The coordinator may do all. A worker is one
// that knows the token of the job: it takes pieces, reads what they need, and gives results.
// Anybody else gets nothing.

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// An access lets the coordinator and the workers of one job in.
type access struct {
	id                   string // of the job
	coordinator, workers string // tokens
}

// inbox is where answers to a connection come: nobody else may listen there.
const inbox = "_INBOX."

// inboxName is the name of an inbox. It is long enough that nobody guesses it.
var inboxName = regexp.MustCompile(`^[A-Z2-7]{26,64}$`)

// credentialsWith returns the options of a connection that tells a token, and has an inbox of its own.
func credentialsWith(token string) []nats.Option {
	own := rand.Text()
	return []nats.Option{nats.UserInfo(own, ""), nats.Token(token), nats.CustomInboxPrefix(inbox + own)}
}

// Check says whether a client is let in, and what it may do.
func (a *access) Check(c server.ClientAuthentication) bool {
	told := c.GetOpts()
	is := func(token string) bool { return subtle.ConstantTimeCompare([]byte(told.Token), []byte(token)) == 1 }
	switch {
	case is(a.coordinator):
		return true
	case !is(a.workers) || !inboxName.MatchString(told.Username):
		return false
	}
	work, results, job, large := workStream+short(a.id), resultStream+short(a.id), "OBJ_"+store+short(a.id), "OBJ_"+largeStore+short(a.id)
	var may []string
	for _, subject := range []string{
		"STREAM.NAMES", "STREAM.INFO." + work, "STREAM.INFO." + results, "STREAM.INFO." + job, "STREAM.INFO." + large,
		"CONSUMER.INFO." + work + "." + workers, "CONSUMER.MSG.NEXT." + work + "." + workers,
		"DIRECT.GET." + job, "DIRECT.GET." + job + ".>", "DIRECT.GET." + large + ".>",
	} {
		may = append(may, "$JS.API."+subject)
	}
	may = append(may, "$JS.ACK."+work+"."+workers+".>", resultSubject(a.id, "*"), "$O."+largeStore+short(a.id)+".>")
	c.RegisterUser(&server.User{Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: may},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox + told.Username + ".>"}},
	}})
	return true
}

// tokenIn returns the token that a folder keeps, so that workers find their job again when its
// coordinator was killed. It makes one where there is none.
func tokenIn(folder string) (string, error) {
	name := filepath.Join(folder, "token")
	text, err := os.ReadFile(name)
	if token := strings.TrimSpace(string(text)); err == nil && len(token) >= 16 {
		return token, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	token := rand.Text()
	return token, os.WriteFile(name, []byte(token+"\n"), 0o600)
}
