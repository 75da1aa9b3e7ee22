// Command load asks a running grundy serve many questions, and prints how soon it answers.
//
//	go run -C tools ./load -at http://127.0.0.1:8080 -n 100000 -connections 64
//
// It asks the question of -path again and again, over so many connections, and prints the
// requests a second and the latencies. With -beside another question is asked again and
// again meanwhile, over one more connection. With -idle it first opens connections that
// ask nothing.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	at := flag.String("at", "http://127.0.0.1:8080", "the address of the server")
	path := flag.String("path", "/api/v1/solve?position=knight(5,4)%2Bqueen(3,3)", "what is asked")
	beside := flag.String("beside", "", "what is asked beside it, one at a time")
	count := flag.Int("n", 10_000, "how many requests")
	connections := flag.Int("connections", 1, "over how many connections")
	idle := flag.Int("idle", 0, "how many more connections are open, and ask nothing")
	every := flag.Duration("every", 0, "the time between two requests of a connection; 0 for none")
	flag.Parse()
	if err := run(*at, *path, *beside, *count, *connections, *idle, *every); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(at, path, beside string, count, connections, idle int, every time.Duration) error {
	address, err := url.Parse(at)
	if err != nil {
		return err
	}
	for range idle {
		c, err := net.Dial("tcp", address.Host)
		if err != nil {
			return err
		}
		defer c.Close()
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections + 1, DisableCompression: true}}
	ask := func(path string) error {
		answer, err := client.Get(at + path)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, answer.Body)
		if answer.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %s", path, answer.Status)
		}
		_ = answer.Body.Close()
		return err
	}
	var failed, besides atomic.Int64
	var done atomic.Bool
	var heavy sync.WaitGroup
	if beside != "" {
		heavy.Go(func() {
			for !done.Load() {
				if err := ask(beside); err != nil {
					fmt.Println("beside:", err)
				}
				besides.Add(1)
			}
		})
		time.Sleep(time.Second) // so that it is under way
	}
	took := make([][]time.Duration, connections)
	var left atomic.Int64
	left.Store(int64(count))
	var all sync.WaitGroup
	began := time.Now()
	for i := range connections {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				since := time.Now()
				if err := ask(path); err != nil && failed.Add(1) == 1 {
					fmt.Println(err)
				}
				took[i] = append(took[i], time.Since(since))
				if every > 0 {
					time.Sleep(every - time.Since(since))
				}
			}
		})
	}
	all.Wait()
	span := time.Since(began)
	done.Store(true)
	heavy.Wait()
	sorted := slices.Concat(took...)
	slices.Sort(sorted)
	part := func(p float64) time.Duration { return sorted[int(p*float64(len(sorted)-1))] }
	fmt.Printf("%d requests, %d connections, %d idle, %d failed: %.0f/s; latency median %v, 99th percentile %v, largest %v",
		len(sorted), connections, idle, failed.Load(), float64(len(sorted))/span.Seconds(), part(0.5), part(0.99), part(1))
	if beside != "" {
		fmt.Printf("; beside: %d answers", besides.Load())
	}
	fmt.Println()
	return nil
}
