package browser

// This file starts the server and the browser that all tests share.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// All tests share these.
var (
	base    string          // the address of the server, without a slash at its end
	folders string          // where the folders are whose jobs the server shows; "" where it shows others
	browser context.Context // of the browser; each test opens tabs in it
	missing string          // why there is no browser
	command string          // the built command; "" where the server runs already
	scratch string          // a folder for what tests write
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	// The shell is Chromium without its windows, which take more time than the page in them.
	chromium := find("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
	if chromium == "" {
		missing = "no Chromium here: the tests of the page are skipped"
		fmt.Println(missing)
		return m.Run(), nil
	}
	dir, err := os.MkdirTemp("", "grundy-browser")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	scratch = dir
	if base = strings.TrimSuffix(os.Getenv("GRUNDY_SERVER"), "/"); base == "" {
		stop, err := serve(dir)
		if err != nil {
			return 0, err
		}
		defer stop()
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium),
		chromedp.NoSandbox, // the tests may run as root, and open nothing but the page
		chromedp.DisableGPU,
		chromedp.UserDataDir(filepath.Join(dir, "profile")),
		chromedp.Flag("disable-lcd-text", true),
		chromedp.Flag("font-render-hinting", "none"),
		chromedp.Flag("hide-scrollbars", true),
	)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		return 0, fmt.Errorf("%s does not start: %w", chromium, err)
	}
	browser = ctx
	return m.Run(), nil
}

func find(names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var link = regexp.MustCompile(`http://\S+`)

// serve builds the command and starts its server, which stop ends.
func serve(dir string) (stop func(), err error) {
	command = filepath.Join(dir, "grundy")
	build := exec.Command("go", "build", "-o", command, "./cmd/grundy")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build ./cmd/grundy: %w\n%s", err, out)
	}
	if err := makeJobs(dir); err != nil {
		return nil, err
	}
	tables, err := makeTable(command, dir)
	if err != nil {
		return nil, err
	}
	folders = dir
	base, stop, err = start(dir, slices.Concat(serveFlags, jobFlags(), tables)...)
	return stop, err
}

// start starts a server that works in a folder, and returns its address; stop ends it.
func start(dir string, flags ...string) (address string, stop func(), err error) {
	log, err := os.CreateTemp(dir, "server-*.log")
	if err != nil {
		return "", nil, err
	}
	server := exec.Command(command, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	server.Dir = dir
	server.Stderr = log
	out, err := server.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = server.Process.Signal(syscall.SIGINT)
		_ = server.Wait()
		_ = log.Close()
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	address = link.FindString(first)
	if err != nil || address == "" {
		stop()
		said, _ := os.ReadFile(log.Name())
		return "", nil, fmt.Errorf("grundy serve printed %q, which ends with no address\n%s", first, said)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return address, stop, nil
}

// serveFlags are the flags of the server: one client asks more here than a person does.
var serveFlags = []string{"--rate", "0", "--embed", "*"}
