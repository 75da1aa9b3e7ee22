// Command mutants says how well the tests would notice a mistake. It changes one
// place of the code at a time (a mutant), and runs the short tests of the package,
// then those of the packages that use it most. A mutant that no test kills is
// printed:
//
//	go run -C tools ./mutants -n 60 theory/period games/heap
//
// Its arguments are folders, files ("games/heap/sequence/word_kernel.go") and lines
// ("theory/period/dividing.go:213"), as seen from the root of the repository. It
// works in copies of the files that git tracks, changes of yours included.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	if _, err := os.Stat("mutants"); err == nil {
		_ = os.Chdir("..") // started by go run -C tools
	}
	seed := flag.Uint64("seed", 1, "draws the sample")
	sample := flag.Int("n", 40, "mutants to try in each folder; 0 for all")
	workers := flag.Int("workers", 2, "mutants at a time")
	callers := flag.Int("callers", 2, "packages that use the changed one, whose tests run too")
	slow := flag.Float64("slow", 10, "a mutant is killed if its tests take this many times as long as without it")
	memory := flag.Int("memory", 8<<20, "memory of a test, in KiB")
	flag.Parse()
	r := &runner{slow: *slow, memory: *memory, callers: *callers, packages: map[string]*tested{}}
	status, err := r.run(flag.Args(), *seed, *sample, *workers)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		status = 2
	}
	os.Exit(status)
}

// A runner tries mutants.
type runner struct {
	slow     float64
	memory   int
	callers  int
	trees    chan string // copies of the repository that nobody uses
	packages map[string]*tested
}

// tested is a package whose tests kill mutants.
type tested struct {
	folder  string
	took    time.Duration // its short tests, without a mutant
	callers []string      // folders, the one that uses it most first
}

func (r *runner) run(args []string, seed uint64, sample, workers int) (status int, err error) {
	byFolder, err := sitesOf(args)
	if err != nil {
		return 2, err
	}
	if r.trees, err = copies(workers); err != nil {
		return 2, err
	}
	defer func() {
		for range workers {
			_ = os.RemoveAll(<-r.trees)
		}
	}()
	tried, killed := 0, 0
	for _, folder := range sortedKeys(byFolder) {
		sites := byFolder[folder]
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
		p, err := r.measure(folder)
		if err != nil {
			return 2, err
		}
		here, dead := r.try(p, sites, sample, workers)
		fmt.Printf("%s: %d of %d mutants killed (%d places)\n", folder, dead, here, len(sites))
		tried, killed = tried+here, killed+dead
	}
	fmt.Printf("%d of %d mutants killed, %.0f %%\n", killed, tried, 100*float64(killed)/max(1, float64(tried)))
	if killed < tried {
		return 1, nil
	}
	return 0, nil
}

// try tries the first mutants that compile, and returns how many it tried and how
// many were killed.
func (r *runner) try(p *tested, sites []site, sample, workers int) (tried, killed int) {
	var lock sync.Mutex
	var group sync.WaitGroup
	next := 0
	for range workers {
		group.Go(func() {
			for {
				lock.Lock()
				if next == len(sites) || sample > 0 && tried >= sample {
					lock.Unlock()
					return
				}
				s := sites[next]
				next++
				tried++ // unless it does not compile
				lock.Unlock()
				by, err := r.kill(p, s)
				lock.Lock()
				switch {
				case errors.Is(err, errDoesNotCompile):
					tried--
				case err != nil:
					tried--
					fmt.Printf("not tried: %v: %v\n", s, err)
				case by != "":
					killed++
				default:
					fmt.Printf("survived: %v\n", s)
				}
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return tried, killed
}

var errDoesNotCompile = errors.New("it does not compile")

// kill returns the folder whose tests kill a mutant, or "" if it survives.
func (r *runner) kill(p *tested, s site) (by string, err error) {
	tree := <-r.trees
	defer func() { r.trees <- tree }()
	file := filepath.Join(tree, s.file)
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.WriteFile(file, source, 0o644)) }()
	changed := slices.Concat(source[:s.from], []byte(s.to), source[s.end:])
	if err := os.WriteFile(file, changed, 0o644); err != nil {
		return "", err
	}
	for i, folder := range append([]string{p.folder}, p.callers...) {
		limit := 10 * time.Minute
		if i == 0 {
			limit = time.Duration(r.slow*float64(p.took)) + 30*time.Second
		}
		passed, err := r.test(tree, folder, limit)
		if err != nil {
			return "", err
		}
		if !passed {
			return folder, nil
		}
	}
	return "", nil
}

// measure runs the tests of a package without a mutant, and finds its callers.
func (r *runner) measure(folder string) (*tested, error) {
	p := &tested{folder: folder}
	tree := <-r.trees
	defer func() { r.trees <- tree }()
	began := time.Now()
	passed, err := r.test(tree, folder, time.Hour)
	if err != nil || !passed {
		return nil, fmt.Errorf("%s: its tests fail without a mutant: %v", folder, err)
	}
	p.took = time.Since(began)
	p.callers, err = callersOf(folder, r.callers)
	return p, err
}

// test reports whether the short tests of a folder pass.
func (r *runner) test(tree, folder string, limit time.Duration) (passed bool, err error) {
	binary := filepath.Join(tree, "mutant.test")
	_ = os.Remove(binary)
	compile := exec.Command("go", "test", "-c", "-vet=off", "-o", binary, "./"+folder)
	compile.Dir = tree
	if out, err := compile.CombinedOutput(); err != nil {
		if bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("# ")) {
			return false, errDoesNotCompile
		}
		return false, fmt.Errorf("%w: %s", err, out)
	}
	if _, err := os.Stat(binary); err != nil {
		return true, nil // no tests
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	run := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, r.memory), binary, "-test.short", "-test.failfast", "-test.timeout=0")
	run.Dir = filepath.Join(tree, folder)
	run.WaitDelay = time.Second
	return run.Run() == nil, nil
}

// copies makes copies of the files that git tracks, as they are now.
func copies(count int) (chan string, error) {
	list, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	trees := make(chan string, count)
	for range count {
		tree, err := os.MkdirTemp("", "mutants")
		if err != nil {
			return nil, err
		}
		for _, file := range strings.Split(strings.TrimRight(string(list), "\x00"), "\x00") {
			content, err := os.ReadFile(file)
			if errors.Is(err, os.ErrNotExist) {
				continue // removed, but not yet from the index
			}
			if err == nil {
				err = os.MkdirAll(filepath.Dir(filepath.Join(tree, file)), 0o755)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(tree, file), content, 0o644)
			}
			if err != nil {
				return nil, err
			}
		}
		trees <- tree
	}
	return trees, nil
}

// callersOf returns the folders of the packages that use a package most.
func callersOf(folder string, most int) ([]string, error) {
	p, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("git", "grep", "-lF", "grundy/"+filepath.ToSlash(folder)+`"`, "--", "*.go").Output()
	if err != nil {
		return nil, nil // nobody imports it
	}
	uses := map[string]int{}
	for file := range strings.Lines(string(out)) {
		file = strings.TrimSpace(file)
		text, err := os.ReadFile(file)
		if dir := filepath.Dir(file); err == nil && dir != folder && !strings.HasPrefix(dir, "tools") {
			uses[dir] += bytes.Count(text, []byte(p.Name+"."))
		}
	}
	callers := sortedKeys(uses)
	slices.SortStableFunc(callers, func(a, b string) int { return uses[b] - uses[a] })
	return callers[:min(most, len(callers))], nil
}

func sortedKeys[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
