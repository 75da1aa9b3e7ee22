package main

// `grundy serve` serves the page and the HTTP API.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/server"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/web"
)

// serveFlags are the flags of `grundy serve`.
type serveFlags struct {
	address    string
	open, logs bool
	memory     uint64 // 0 for half of the machine's
	limits     server.Limits
	table      string
	jobs       []string // folders
	hosts      []string // names
	frames     []string // sites
	language   string
}

func newServe() *cobra.Command {
	f := serveFlags{limits: server.DefaultLimits(0)}
	cmd := described("serve", &cobra.Command{
		Args: wantArgs(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	})
	f.address = "127.0.0.1:8080"
	add := flagsOf(cmd)
	add("host", &f.hosts, "")
	add("embed", &f.frames, "")
	add("language", &f.language, " (default what each browser prefers)", web.Languages()...)
	add("grace", &f.limits.Grace, "")
	add("addr", &f.address, "")
	add("open", &f.open, "")
	addLookup(cmd, &f.table)
	add("dir", &f.jobs, ": show on the page how far the job there is; may be repeated")
	add("log", &f.logs, "")
	add("all-memory", bytesFlag(&f.memory), " (default half of the machine's)")
	add("max-memory", bytesFlag(&f.limits.MostMemory), ", of questions that ask for it (default a quarter of all)")
	add("max-time", &f.limits.MostTime, ", of questions that ask for it")
	add("rate", &f.limits.Rate, "")
	add("max-connections", &f.limits.Connections, "")
	return cmd
}

// run serves until the context ends.
func (f *serveFlags) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	watchOf(ctx).slow.Store(true)
	if f.memory == 0 {
		f.memory = machineMemory() / 2
	}
	for _, site := range f.frames {
		if !isSite(site) {
			return usagef("--embed=%s: want a site, such as https://school.example, or * for all", message.Shown(site))
		}
	}
	limits := server.DefaultLimits(f.memory)
	if f.limits.MostMemory > f.memory {
		return usagef("--max-memory=%s: want at most the memory of all questions, %s", units.Bytes(f.limits.MostMemory), units.Bytes(f.memory))
	}
	if f.limits.MostMemory > 0 {
		limits.MostMemory = f.limits.MostMemory
		limits.UsualMemory = min(limits.UsualMemory, limits.MostMemory)
	}
	switch {
	case f.limits.MostTime <= 0:
		return usagef("--max-time=%v: want a time above 0", f.limits.MostTime)
	case f.limits.Rate < 0:
		return usagef("--rate=%v: want a number that is not below 0", f.limits.Rate)
	case f.limits.Connections < 0:
		return usagef("--max-connections=%d: want a number that is not below 0", f.limits.Connections)
	case f.limits.Grace <= 0:
		return usagef("--grace=%v: want a time above 0", f.limits.Grace)
	case slices.ContainsFunc(f.hosts, func(name string) bool { return name == "" || strings.ContainsAny(name, "/:*[] ") }):
		return usagef("--host: want a name without a port, such as grundy.example.org")
	case f.language != "" && !slices.Contains(web.Languages(), f.language):
		return usagef("--language=%s: want %s", message.Shown(f.language), strings.Join(web.Languages(), ", "))
	case slices.Contains(f.jobs, ""):
		return usagef(`--dir="": want the folder of a job`)
	}
	limits.MostTime, limits.UsualTime = f.limits.MostTime, min(limits.UsualTime, f.limits.MostTime)
	limits.Rate, limits.Connections = f.limits.Rate, f.limits.Connections
	limits.Grace = f.limits.Grace
	listener, err := net.Listen("tcp", f.address)
	if err != nil {
		if address, ok := errors.AsType[*net.AddrError](err); ok {
			return usagef("--addr=%s: %s; want HOST:PORT, such as 127.0.0.1:8080", f.address, address.Err)
		}
		return fmt.Errorf("--addr=%s: %w; another program may have the port: --addr 127.0.0.1:0 takes a free one", f.address, err)
	}
	debug.SetMemoryLimit(min(int64(f.memory+f.memory/8+processMemory), debug.SetMemoryLimit(-1)))
	o := server.Options{Limits: limits, Version: build.Version(), Page: web.Files(), Jobs: f.jobs, Hosts: f.hosts, Frames: f.frames, Language: f.language}
	means := ask.Means{Open: openFile}
	closed, err := openTable(cmd, f.table, &means)
	if err != nil {
		return errors.Join(inFlags(cmd, err), listener.Close())
	}
	defer closed()
	if o.Table = means.Table; o.Table != nil {
		o.Table.Lax = true
		o.Table.Damaged = func(err error) {
			fmt.Fprintf(cmd.ErrOrStderr(), "grundy: %s; its values are searched for\n", message.Line(err))
		}
	}
	if f.logs {
		o.Log = slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
	}
	s := server.New(o)
	at := "http://" + reachable(listener.Addr())
	fmt.Fprintf(cmd.OutOrStdout(), "grundy serves its page and its API, until Ctrl-C, at %s\n", at)
	if len(f.jobs) > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "how far the jobs are: %s/jobs\n", at)
	}
	if f.open {
		openPage(ctx, at)
	}
	if err := s.Serve(ctx, listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// isSite reports whether a text is a site as a policy of frames names it: its scheme and host,
// or * for all. Nothing in it may end the policy.
func isSite(text string) bool {
	at, err := url.Parse(text)
	return text == "*" || err == nil && (at.Scheme == "https" || at.Scheme == "http") && at.Host != "" && text == at.Scheme+"://"+at.Host && !strings.ContainsAny(text, ";, '\"")
}

// reachable returns an address at which this machine reaches the listener.
func reachable(address net.Addr) string {
	at := address.(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", at.Port)
	}
	return at.String()
}

// openPage opens an address in the browser. Where there is none, nothing happens.
func openPage(ctx context.Context, address string) {
	command := "xdg-open"
	switch runtime.GOOS {
	case "darwin":
		command = "open"
	case "windows":
		command = "explorer"
	}
	_ = exec.CommandContext(ctx, command, address).Start()
}
