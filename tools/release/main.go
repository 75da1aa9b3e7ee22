// Command release makes what a release has, with Go and git alone:
//
//	go run -C tools ./release [-o DIR] [OS/ARCH …]
//
// For each platform it builds grundy without cgo, and puts the program, its manual pages, the
// completions of shells, LICENSE, README.md and CHANGELOG.md into an archive. One more archive has
// the page without a server, ready for a host of files. SHA256SUMS has the hashes. The same commit and the same Go give the same bytes: the files have the time of the
// commit. One platform is built after the other. Files that are not committed are refused, as
// the version would not tell what was built.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

func main() {
	to := flag.String("o", "../dist", "the folder of the archives")
	flag.Parse()
	if err := release(*to, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A file of an archive.
type file struct {
	name    string
	text    []byte
	program bool
}

func release(to string, targets []string) error {
	if len(targets) == 0 {
		targets = platforms
	}
	for _, target := range targets {
		if !slices.Contains(platforms, target) {
			return fmt.Errorf("%q: want some of %s", target, strings.Join(platforms, ", "))
		}
	}
	if changed, err := run(nil, "git", "-C", "..", "status", "--porcelain"); err != nil || len(changed) > 0 {
		return errors.Join(err, fmt.Errorf("commit or remove these files first:\n%s", changed))
	}
	seconds, err := run(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(seconds)), 10, 64)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "grundy-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	own := filepath.Join(work, "own")
	if err := build(own, runtime.GOOS+"/"+runtime.GOARCH); err != nil {
		return err
	}
	version, err := versionOf(own)
	if err != nil {
		return err
	}
	shared, err := sharedFiles(own, filepath.Join(work, "man"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	var sums bytes.Buffer
	write := func(name string, archive []byte) error {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name)
		fmt.Printf("%s, %d bytes\n", name, len(archive))
		return os.WriteFile(filepath.Join(to, name), archive, 0o644)
	}
	site, err := siteFiles(own, filepath.Join(work, "site"))
	if err != nil {
		return err
	}
	name := "grundy_" + version + "_site"
	archive, err := zipped(name, site, time.Unix(n, 0).UTC())
	if err == nil {
		err = write(name+".zip", archive)
	}
	if err != nil {
		return err
	}
	for _, target := range targets {
		program := filepath.Join(work, "program")
		if err := build(program, target); err != nil {
			return err
		}
		text, err := os.ReadFile(program)
		if err != nil {
			return err
		}
		name := "grundy_" + version + "_" + strings.ReplaceAll(target, "/", "_")
		var archive []byte
		if strings.HasPrefix(target, "windows/") {
			archive, err = zipped(name, append([]file{{"grundy.exe", text, true}}, shared...), time.Unix(n, 0).UTC())
			name += ".zip"
		} else {
			archive, err = tarred(name, append([]file{{"grundy", text, true}}, shared...), time.Unix(n, 0).UTC())
			name += ".tar.gz"
		}
		if err == nil {
			err = write(name, archive)
		}
		if err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(to, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// build builds the command for a platform.
func build(to, target string) error {
	system, machine, _ := strings.Cut(target, "/")
	_, err := run([]string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + machine},
		"go", "-C", "..", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", to, "./cmd/grundy")
	return err
}

// versionOf returns the release that the program says, which CITATION.cff must name too.
func versionOf(program string) (string, error) {
	said, err := run(nil, program, "--version")
	if err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(string(said), "grundy ")), "+")
	citation, err := os.ReadFile("../CITATION.cff")
	if err == nil && !strings.Contains(string(citation), "\nversion: "+version+"\n") {
		err = fmt.Errorf("CITATION.cff does not have the line version: %s", version)
	}
	return version, err
}

// sharedFiles returns the files that are the same on all platforms.
func sharedFiles(program, man string) (files []file, err error) {
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, text: text})
	}
	for _, shell := range [][2]string{{"bash", "grundy.bash"}, {"fish", "grundy.fish"}, {"powershell", "grundy.ps1"}, {"zsh", "_grundy"}} {
		text, err := run(nil, program, "completion", shell[0])
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: path.Join("completions", shell[1]), text: text})
	}
	if _, err := run(nil, program, "man", man); err != nil {
		return nil, err
	}
	pages, err := os.ReadDir(man)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(man, page.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: path.Join("man", page.Name()), text: text})
	}
	return files, nil
}

// siteFiles returns the files of the page without a server, which the program writes from the source.
func siteFiles(program, to string) (files []file, err error) {
	command := exec.Command(program, "site", to)
	command.Dir, command.Stderr = "..", os.Stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("grundy site: %w", err)
	}
	folder := os.DirFS(to)
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		files = append(files, file{name: name, text: text})
		return err
	})
	return files, err
}

// run runs a command with more of an environment, and returns what it prints.
func run(env []string, name string, arguments ...string) ([]byte, error) {
	command := exec.Command(name, arguments...)
	command.Env, command.Stderr = append(os.Environ(), env...), os.Stderr
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, strings.Join(arguments, " "), err)
	}
	return out, err
}

func (f file) mode() os.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// tarred returns the files below a folder, as a tar that gzip has compressed.
func tarred(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode()), Size: int64(len(f.text)), ModTime: at})
		if err == nil {
			_, err = w.Write(f.text)
		}
		if err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), packed.Close())
	return out.Bytes(), err
}

// zipped returns the files below a folder, as a zip.
func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		header.SetMode(f.mode())
		to, err := w.CreateHeader(header)
		if err == nil {
			_, err = io.Copy(to, bytes.NewReader(f.text))
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
