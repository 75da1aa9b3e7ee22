package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/scale/queue"
)

// scale runs a command, and returns what it printed.
func scale(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	status = run(t.Context(), args, strings.NewReader(""), &out, &problems)
	return status, out.String(), problems.String()
}

// A server that does not let anybody in is told at once.
func TestNotLetIn(t *testing.T) {
	s, err := queue.Start("127.0.0.1:0", t.TempDir(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	spec, ca := filepath.Join(t.TempDir(), "spec.json"), filepath.Join(t.TempDir(), "ca.pem")
	for name, text := range map[string]string{spec: `{"positions":["nim(1)"]}`, ca: "-----BEGIN CERTIFICATE-----\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"work --join " + s.URL:                                                             "uthorization",
		"work --tlsca " + ca + " --join " + s.URL:                                          "failed to parse root certificate",
		"work --creds " + ca + " --join " + s.URL:                                          "holds no credentials",
		"work --tlscert " + ca + " --join " + s.URL:                                        "want both or neither",
		"work --creds " + ca + ".none --join " + s.URL:                                     "no such file",
		"work --join bogus":                                                                "cannot connect to bogus: want an address such as nats://head:4222",
		"work --join http://head:80":                                                       "cannot connect to http://head:80: want an address such as nats://head:4222",
		"job run solve " + spec + " --dir " + t.TempDir() + "/a --nats " + s.URL:           "uthorization",
		"job run solve " + spec + " --dir " + t.TempDir() + "/b --nats nats://user@a:b:c/": "cannot connect to",
	} {
		if status, _, stderr := scale(t, strings.Fields(line)...); status != exitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s; want %s", line, status, stderr, want)
		}
	}
}

func TestUsage(t *testing.T) {
	for line, want := range map[string]string{
		"jobs":   `there is no command "jobs"`,
		"--fast": "unknown flag: --fast",

		"job stop": `there is no command "stop"; grundy-scale job --help lists them`,
		"job run --dir x --listen :0 --replicas 3":                "--replicas=3: the server of --listen is one",
		"job run solve --dir x --listen :0":                       "1 argument: want KIND and SPEC, or neither",
		"work more --join head:4222":                              `"more": grundy-scale work takes flags alone`,
		"work --join head:4222 --cache 9007199254740993":          "--cache=9007199254740993: want a number of MiB",
		"work --join head:4222 --name " + strings.Repeat("w", 65): "--name: it has 65 bytes, and may have 64",

		"rows":                     "want the folder of a sweep",
		"rows none":                "-o: want a file that ends in .sqlite or .parquet",
		"rows none -o rows.sqlite": `there is no folder "none"`,
		"rows . -o rows.parquet":   "it holds no sweep",
	} {
		if status, _, stderr := scale(t, strings.Fields(line)...); status != exitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s; want %s", line, status, stderr, want)
		}
	}
	if status, stdout, _ := scale(t, "--help"); status != exitAnswered || !strings.Contains(stdout, "Usage:") {
		t.Errorf("help: status %d, %s", status, stdout)
	}
}
