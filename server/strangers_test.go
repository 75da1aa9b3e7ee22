package server_test

import (
	"net/http"
	"strings"
	"testing"
)

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, http.ErrBodyReadAfterClose
}

func TestRefusedBeforeTheBody(t *testing.T) {
	s := newServer(nil)
	large := post("/api/v1/solve", "application/json", unread{t})
	large.ContentLength = 1 << 30
	if r := send(s, large); r.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 1 GiB: %d", r.Code)
	}
	packed := post("/api/v1/solve", "application/json", unread{t})
	packed.Header.Set("Content-Encoding", "gzip")
	if r := send(s, packed); r.Code != http.StatusUnsupportedMediaType || !strings.Contains(r.Body.String(), "gzip") {
		t.Errorf("a compressed body: %d", r.Code)
	}
}

// TestProblemsNameTheirField checks that the line says what is wrong where the text of a
// field has not been read yet.
func TestProblemsNameTheirField(t *testing.T) {
	s := newServer(nil)
	for _, c := range []struct {
		r    *http.Request
		want string
	}{
		{post("/api/v1/solve", "application/json", strings.NewReader(`{"position": 3}`)), `"detail":"position=3: want a text in quotes"`},
		{get("/api/v1/solve?position=nim(3)&position=nim(4)"), `"detail":"position=nim(4): it stands twice; want one"`},
		{get("/api/v1/games/..%2f"), `code \"../\", offset 0: want a digit`},
	} {
		r := send(s, c.r)
		if text := r.Body.String(); r.Code != http.StatusBadRequest || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %d\n%s\nwant %s", c.r.Method, c.r.URL, r.Code, text, c.want)
		}
	}
}
