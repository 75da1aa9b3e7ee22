package main

// This file holds the bar that shows how far long work has come.

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"grundy"
	"grundy/internal/units"
)

// progressOf returns a bar on w if that is a terminal, and a function that takes the
// bar away. Where the work is counted in something, such as cells, the bar shows how
// many of them are done a second.
func progressOf(w io.Writer, counted string) (show grundy.Progress, done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	var (
		start = time.Now()
		first uint64 // what was done when the clock began
		bar   *progressbar.ProgressBar
		began bool
		told  time.Time
	)
	show = func(done, total uint64) {
		done, total = min(done, math.MaxInt64), min(total, math.MaxInt64)
		if !began {
			began, start, first = true, time.Now(), done
		}
		now := time.Now()
		if now.Sub(start) < time.Second/2 || now.Sub(told) < time.Second/10 {
			return // most work is done before anybody could read
		}
		told = now
		if bar == nil {
			bar = progressbar.NewOptions64(mostOf(total),
				progressbar.OptionSetWriter(file),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionSetPredictTime(false), // it takes the first half second for no time
				progressbar.OptionSetElapsedTime(false),
				progressbar.OptionShowDescriptionAtLineEnd(),
				progressbar.OptionShowCount())
		}
		if mostOf(total) != bar.GetMax64() {
			bar.ChangeMax64(mostOf(total))
		}
		rest := total - min(done, total)
		if total == 0 {
			rest = unknown
		}
		bar.Describe(speedText(done-min(first, done), rest, now.Sub(start), counted))
		_ = bar.Set64(int64(done))
	}
	return show, func() {
		if bar != nil {
			_ = bar.Clear()
			fmt.Fprint(file, "\r")
		}
	}
}

// unknown stands for work that is left, nobody knows how much: its total is told as 0.
const unknown = math.MaxUint64

// mostOf returns a total as a bar takes it: -1 for one that is not known.
func mostOf(total uint64) int64 {
	if total == 0 {
		return -1
	}
	return int64(total)
}

// speedText says how much is done a second, if it is counted in something, and
// how long the rest takes, unless that is unknown.
func speedText(done, rest uint64, took time.Duration, counted string) string {
	rate := float64(done) / took.Seconds()
	if done == 0 || took <= 0 {
		return ""
	}
	left := time.Duration(min(float64(rest)/rate, 1e9) * float64(time.Second))
	text := units.Time(max(left.Round(time.Second), time.Second)) + " left"
	if rest == unknown {
		return units.Grouped(uint64(rate)) + " " + counted + "/s"
	}
	if counted != "" {
		text = units.Grouped(uint64(rate)) + " " + counted + "/s, " + text
	}
	return text
}

// bars are the bars of work in parts, one after the other.
type bars struct {
	w    io.Writer
	done func()
}

// next takes the bar away and returns the next one, of work that is counted in
// something, or in nothing that has a name.
func (b *bars) next(counted string) (show grundy.Progress) {
	b.clear()
	show, b.done = progressOf(b.w, counted)
	return show
}

func (b *bars) clear() {
	b.done()
	b.done = func() {}
}
