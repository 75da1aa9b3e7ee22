package server

// Which requests pages of other sites sent: a browser that shows such a page is made to ask
// the server of its own machine. They are refused before anything is read or computed.
//
// Three things tell them. A page can reach this machine under a name of its own (DNS
// rebinding), and then Host is that name. A browser sends Origin with whatever a script
// or a form posts, and Sec-Fetch-Site with everything. Programs send neither, so they may ask.

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/message"
)

// foreign returns why a request is refused, or nil.
func (s *Server) foreign(r *http.Request) *api.Problem {
	if !s.isOwn(r) {
		return api.NewProblem("misdirected", "the server does not have the name %s; want localhost, its address, or a name of --host", message.Quoted(r.Host))
	}
	for _, origin := range r.Header.Values("Origin") {
		at, err := url.Parse(origin)
		if err != nil || at.Host == "" || !strings.EqualFold(at.Host, r.Host) && !s.isNamed(hostOf(at.Host)) {
			return api.NewProblem("foreign", "Origin %s: a page of another site may not ask", message.Quoted(origin))
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	refused := func() *api.Problem {
		return api.NewProblem("foreign", "Sec-Fetch-Site %s: a page of another site may not ask", message.Quoted(site))
	}
	switch {
	case site == "" || site == "same-origin" || site == "none":
	case r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" || strings.HasPrefix(r.URL.Path, api.Prefix):
		return refused()
	case r.Header.Get("Sec-Fetch-Dest") == "document":
		// Somebody follows a link to a screen.
	case r.Header.Get("Sec-Fetch-Dest") == "iframe" && s.isFramed(r):
		// The policy of the answer says which sites may show it.
	default:
		return refused()
	}
	return nil
}

// isOwn reports whether Host names this server: the loopback, the address that the
// connection came to, or a name that it was given.
func (s *Server) isOwn(r *http.Request) bool {
	host := hostOf(r.Host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || s.isNamed(host) {
		return true
	}
	at, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return at.Unmap().IsLoopback() || local != nil && local.AddrPort().Addr().Unmap().WithZone("") == at.Unmap().WithZone("")
}

// isNamed reports whether the server was given the name.
func (s *Server) isNamed(host string) bool {
	return slices.ContainsFunc(s.options.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// hostOf returns the name or address in lower case, without the port, the brackets of IPv6,
// and the dot at the end of a full name.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
