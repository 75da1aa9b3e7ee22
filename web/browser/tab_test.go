package browser

// A tab is where tests act and wait.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The two widths at which everything is tested: a desk and a telephone.
const (
	desk      = 1200
	telephone = 390
)

var widths = []int64{desk, telephone}

// patience is far above what anything takes on any machine; a test that waits so long
// waits for what never comes.
const patience = 90 * time.Second

// A tab is a page in a profile of its own. A test fails where the page writes an error to
// the console that the test did not expect.
type tab struct {
	*testing.T
	ctx   context.Context
	width int64
	frame runtime.ExecutionContextID // that expressions are evaluated in; 0 for the page itself

	mu     sync.Mutex
	errors []string
	expect []string // parts of errors that may come
}

// slow is how many times slower the page runs than this machine: GRUNDY_SLOW=6 finds tests that
// depend on its speed.
var slow, _ = strconv.ParseFloat(os.Getenv("GRUNDY_SLOW"), 64)

// beside lets a test, of one width or whole, run beside others, once.
func beside(t *testing.T) {
	if _, is := parallel.LoadOrStore(t, true); !is {
		t.Parallel()
	}
}

var parallel sync.Map // of the tests that run beside others

// patient gives the opponent as long as a question may take, so that it moves also where the machine
// is busy. A test may set window.most.
const patient = `{
	const asked = fetch;
	window.fetch = (path, init) => asked(path, String(path).endsWith("/match") && init?.body?.includes?.('"reply":true')
		? {...init, body: init.body.replace("{", '{"max_time":"' + (window.most ?? "60s") + '",')} : init);
}`

// open opens a tab with an empty page.
func open(t *testing.T, width int64) *tab {
	t.Helper()
	if missing != "" {
		t.Skip(missing)
	}
	beside(t)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // opens the tab, which lives as long as ctx
		t.Fatal(err)
	}
	b := &tab{T: t, ctx: ctx, width: width}
	height, options := int64(900), []chromedp.EmulateViewportOption{}
	if width == telephone {
		height, options = 844, append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	b.do(chromedp.EmulateViewport(width, height, options...))
	b.theme("light")
	b.before(patient)
	if slow > 1 {
		b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
			_, err = chromedp.Call(ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slow})
			return v, err
		})
	}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, text := range b.errors {
			if !slices.ContainsFunc(b.expect, func(part string) bool { return strings.Contains(text, part) }) {
				t.Errorf("on the console: %s", text)
			}
		}
	})
	return b
}

// hear keeps the errors that the page writes.
func (b *tab) hear(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeWarning && e.Type != runtime.ConsoleAPICalledTypeAssert {
			return
		}
		for _, arg := range e.Args {
			text += " " + string(arg.Value) + arg.Description
		}
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelError && e.Entry.Level != log.EntryLevelWarning {
			return
		}
		text = e.Entry.Text + " " + e.Entry.URL
	default:
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors = append(b.errors, strings.TrimSpace(text))
}

// allow expects errors on the console that contain these parts.
func (b *tab) allow(parts ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expect = append(b.expect, parts...)
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// theme makes the system ask for light or dark colours.
func (b *tab) theme(scheme string) {
	b.Helper()
	b.do(func(ctx context.Context, t *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"},
			},
		})
		return v, err
	})
}

// get evaluates an expression, and waits for it if it is a promise.
func get[T any](b *tab, expression string, args ...any) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script(expression, args...), b.within))
	if err != nil {
		b.Fatalf("%s: %v", brief(expression), err)
	}
	return v
}

// within has an expression waited for, in the frame of the tab.
func (b *tab) within(p *runtime.EvaluateParams) {
	chromedp.EvalAwaitPromise(p)
	if b.frame != 0 {
		p.ContextID = b.frame
	}
}

// script puts arguments, as JSON, in the place of each %s.
func script(expression string, args ...any) string {
	encoded := make([]any, len(args))
	for i, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			panic(err) // the tests write them
		}
		encoded[i] = string(text)
	}
	if len(args) == 0 {
		return expression
	}
	return fmt.Sprintf(expression, encoded...)
}

func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return text
}

// wait waits until an expression is true, and looks again whenever the page changes.
func (b *tab) wait(expression string, args ...any) {
	b.Helper()
	expression = script(expression, args...)
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`new Promise((done, fail) => {
		const holds = () => { try { return !!(`+expression+`) } catch (e) { return false } };
		if (holds()) return done(true);
		const see = () => { if (holds()) { look.disconnect(); clearInterval(again); done(true); } };
		const look = new MutationObserver(see);
		look.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
		const again = setInterval(see, 100); // an address may change alone
	})`, b.within))
	if err != nil {
		b.shot("failed")
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector("main").innerText`))
		b.Fatalf("waiting for %s: %v; the page shows: %s", brief(expression), err, brief(text))
	}
}

// settled is what holds when nothing is under way any more.
const settled = `document.documentElement.dataset.screen && (document.documentElement.dataset.pending ?? "0") === "0"
	&& !document.querySelector("[aria-busy=true]")`

// settle waits until nothing is under way, also after the next frame: what a screen asks for, it asks
// for once it has drawn.
func (b *tab) settle() {
	b.Helper()
	b.wait(settled)
	for !get[bool](b, `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(!!(`+settled+`)))))`) {
		b.wait(settled)
	}
}

// visit loads an address, and waits until its screen stands.
func (b *tab) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(base + path))
	b.settle()
}

// follow goes to an address as a link does, without loading the page again, and waits until its screen
// stands.
func (b *tab) follow(path string) {
	b.Helper()
	get[any](b, `(() => {
		const link = document.createElement("a");
		link.href = %s;
		document.querySelector("main").append(link);
		link.click();
		link.remove();
		return null;
	})()`, path)
	b.settle()
}

// click clicks, or taps on a telephone, in the middle of an element, which it scrolls into
// view. It fails where something else lies there. Where the element has moved away before the click
// came, the page does not hear of the click, and another one follows.
func (b *tab) click(selector string) {
	b.Helper()
	b.wait(`document.querySelector(%s)`, selector)
	for range 20 {
		at := get[[]float64](b, `(async () => {
			const frame = () => new Promise(requestAnimationFrame);
			for (let i = 0; i < 60; i++, await frame()) {
				const e = document.querySelector(%s);
				if (!e) continue;
				e.scrollIntoView({block: "center", inline: "center"});
				const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
				const meets = there => there && (e.contains(there) || there.contains(e) && there.matches("a, button, label"));
				if (!meets(document.elementFromPoint(x, y))) continue;
				removeEventListener("click", window.clicking, {capture: true});
				window.clicked = new Promise(done => addEventListener("click", window.clicking = event => {
					if (!event.isTrusted) return;
					removeEventListener("click", window.clicking, {capture: true});
					const hit = meets(event.composedPath()[0]) || meets(event.target);
					if (!hit) event.preventDefault(), event.stopImmediatePropagation();
					done(hit);
				}, {capture: true}));
				return [x, y];
			}
			return [];
		})()`, selector)
		if len(at) == 0 {
			b.Fatalf("%s is covered by something else, or has no size", selector)
		}
		if b.width == telephone {
			b.do(chromedp.TapXY(at[0], at[1]))
		} else {
			b.do(chromedp.MouseClickXY(at[0], at[1]))
		}
		// A finger's click comes after its touch, and that on what is disabled never: after a second the
		// test goes on. A link may load another page, where the promise is gone.
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		hit, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`Promise.race([window.clicked ?? true, new Promise(done => setTimeout(done, 1000, true))])`, b.within))
		cancel()
		if hit || err != nil {
			return
		}
		b.Logf("%s has moved away from a click", selector)
	}
	b.Fatalf("%s moves away from each click", selector)
}

// press presses keys; see package kb for those that write nothing.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

// tabTo presses the tabulator until the element that is selected has the focus.
func (b *tab) tabTo(selector string) {
	b.Helper()
	for range 400 {
		if get[bool](b, `document.activeElement?.matches(%s) ?? false`, selector) {
			return
		}
		b.press(kb.Tab)
	}
	b.Fatalf("the tabulator never comes to %s", selector)
}

// text returns what an element shows.
func (b *tab) text(selector string) string {
	b.Helper()
	return get[string](b, `document.querySelector(%s)?.innerText ?? "nothing at " + %s`, selector, selector)
}

// has reports whether there is such an element.
func (b *tab) has(selector string) bool {
	b.Helper()
	return get[bool](b, `document.querySelector(%s) !== null`, selector)
}

// data returns an attribute data-name of the first element that has it.
func (b *tab) data(name string) string {
	b.Helper()
	return get[string](b, `document.querySelector("[data-" + %s + "]")?.getAttribute("data-" + %s) ?? ""`, name, name)
}

// offline cuts the page off from the server, or joins it again.
func (b *tab) offline(off bool) {
	b.Helper()
	rules := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{}}
	if off {
		rules.MatchedNetworkConditions = append(rules.MatchedNetworkConditions, &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
	}
	b.do(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, network.EmulateNetworkConditionsByRule, rules)
		return v, err
	})
}
