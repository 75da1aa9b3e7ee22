package main

// How flags are made, from the table in words.go; the values that no flag takes; and the
// message for a wrong flag.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/table"
	"github.com/grundy-games/grundy/position"
)

// flagsOf returns what adds flags to a command: one of the table by its name, whose value goes
// to target, a pointer or a [pflag.Value]. Help says what it means everywhere, the choices, and
// then detail.
func flagsOf(cmd *cobra.Command) (add func(name string, target any, detail string, choices ...string)) {
	flags := cmd.Flags()
	return func(name string, target any, detail string, choices ...string) {
		w := wordOf(name)
		usage := w.means
		if len(choices) > 0 {
			usage += ": " + strings.Join(choices, ", ")
		}
		usage += detail
		switch target := target.(type) {
		case *bool:
			flags.BoolVarP(target, name, w.letter, *target, usage)
		case *string:
			flags.StringVarP(target, name, w.letter, *target, usage)
		case *[]string:
			if w.holds == byCommas {
				flags.StringSliceVarP(target, name, w.letter, nil, usage)
			} else {
				flags.StringArrayVarP(target, name, w.letter, nil, usage)
			}
		case *time.Duration:
			flags.DurationVarP(target, name, w.letter, *target, usage)
		case *uint64:
			flags.Uint64VarP(target, name, w.letter, *target, usage)
		case *int:
			flags.IntVarP(target, name, w.letter, *target, usage)
		case *float64:
			flags.Float64VarP(target, name, w.letter, *target, usage)
		case pflag.Value:
			flags.VarP(target, name, w.letter, usage)
		default:
			panic(fmt.Sprintf("--%s: no flag is a %T", name, target))
		}
		if w.holds == inFolder {
			_ = cmd.MarkFlagDirname(name)
		}
		if len(choices) > 0 {
			_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// wordOf returns the entry of a flag in the table.
func wordOf(name string) flagWord {
	for _, w := range flagWords {
		if w.name == name {
			return w
		}
	}
	panic(fmt.Sprintf("--%s is not in the table of flags", name))
}

// takeOldNames has a command and those below it take the names that their flags had.
func takeOldNames(cmd *cobra.Command) {
	if names := oldNames[cmd.CommandPath()]; names != nil {
		cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			return pflag.NormalizedName(cmp.Or(names[name], name))
		})
	}
	for _, sub := range cmd.Commands() {
		takeOldNames(sub)
	}
}

// flagOf returns the flag of a command for the field of a question, as it was typed, or as
// users type it.
func flagOf(cmd *cobra.Command, field string) string {
	f := cmd.Flags().Lookup(field)
	if f == nil && len(field) == 1 {
		f = cmd.Flags().ShorthandLookup(field)
	}
	if f == nil {
		return "--" + field
	}
	usual := "--" + f.Name
	if f.Shorthand != "" {
		usual = "-" + f.Shorthand
	}
	return cmp.Or(typedAs(cmd, f, func(string) bool { return true }), usual)
}

// typedAs returns the name under which a flag was typed last with such a value, "" for none.
func typedAs(cmd *cobra.Command, f *pflag.Flag, such func(value string) bool) (name string) {
	typed, _ := cmd.Context().Value(typedKey{}).([]string)
	for i, arg := range typed {
		as, value, joined := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(as, "--") && len(as) > 2 && cmd.Flags().Lookup(as[2:]) == f:
		case f.Shorthand != "" && strings.HasPrefix(as, "-"+f.Shorthand):
			if as = as[:2]; !joined && len(arg) > 2 {
				value, joined = arg[2:], true
			}
		default:
			continue
		}
		if !joined && i+1 < len(typed) {
			value = typed[i+1]
		}
		if such(value) {
			name = as
		}
	}
	return name
}

// typedKey is the key of the command line in a context.
type typedKey struct{}

// addJSON adds the flags --json and --format of a command that prints an answer: as text, or
// as JSON. Where --format meant something else before, old takes what it takes, and goes on working.
func addJSON(cmd *cobra.Command, asJSON *bool, detail string, old ...func(text string) bool) {
	add := flagsOf(cmd)
	add("json", asJSON, detail)
	add("format", &parsedFlag{"string", "text", func(text string) error {
		switch is := text == "json"; {
		case is, text == "text":
			*asJSON = is
		case len(old) == 0 || !old[0](text):
			return errors.New("want text or json")
		}
		return nil
	}}, "", "text", "json")
}

// completing completes an argument with one of some words, and tells the shell what to do otherwise.
func completing(words func() []string, otherwise cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) { return words(), otherwise }
}

// completeGames completes the name of a game without a position.
var completeGames = completing(position.NamesAlone, cobra.ShellCompDirectiveNoFileComp)

// setAs returns what sets a field to one of some words, and reports whether it has.
func setAs(words []string, field *string) func(text string) bool {
	return func(text string) bool {
		is := slices.Contains(words, text)
		if is {
			*field = text
		}
		return is
	}
}

// checkFlags refuses what no flag of the kind takes, for all commands: words
// that are empty, as of a variable that is not set, and times below 0. It refuses two forms
// of one answer, too.
func checkFlags(cmd *cobra.Command) (err error) {
	flags := cmd.Flags()
	if format := flags.Lookup("format"); flags.Changed("json") && format != nil && format.Changed {
		if as := format.Value.String(); as != "json" && slices.Contains(append(table.Formats(), "jsonl"), as) {
			return usagef("--json and --format=%s: want one of them", as)
		}
	}
	flags.Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		switch {
		case err != nil:
		case f.Value.Type() == "string" && value == "" && wordOf(f.Name).holds != orNothing:
			name := flagOf(cmd, f.Name)
			if name == "-"+f.Shorthand {
				name = "--" + f.Name
			}
			_, usage := pflag.UnquoteUsage(f)
			err = usagef("%s=%q: want a value (%s)", name, value, usage)
		case f.Value.Type() == "duration" && strings.HasPrefix(value, "-"):
			err = usagef("%s: want a time that is not below 0", asWritten(cmd, f, value))
		}
	})
	return err
}

// A parsedFlag is a flag whose text is parsed into a field of a question.
type parsedFlag struct {
	kind, text string // text is the default until the flag is given
	parse      func(text string) error
}

func (f *parsedFlag) String() string { return f.text }

// Type implements [pflag.Value].
func (f *parsedFlag) Type() string { return f.kind }

// Set implements [pflag.Value].
func (f *parsedFlag) Set(text string) error {
	f.text = text
	return f.parse(text)
}

// optional keeps what is given in a field that is nil otherwise.
func optional[T any](field **T) (set func(T)) { return func(value T) { *field = &value } }

// always keeps what is given in a field.
func always[T any](field *T) (set func(T)) { return func(value T) { *field = value } }

// natural is a flag of a whole number from 0 to most.
func natural(set func(uint64), usual, most uint64) pflag.Value {
	return &parsedFlag{"uint64", strconv.FormatUint(usual, 10), func(text string) error {
		value, err := strconv.ParseUint(text, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange), err == nil && value > most:
			return fmt.Errorf("want a number of at most %d", most)
		case err != nil:
			return errors.New("want a whole number that is not below 0, in digits such as 1000000")
		}
		set(value)
		return nil
	}}
}

// notSize is a flag of a number, which says where the size of a board belongs.
func notSize(flag pflag.Value) pflag.Value {
	return &parsedFlag{flag.Type(), flag.String(), func(text string) error {
		if strings.Contains(text, "x") && !strings.HasPrefix(text, "0") && strings.Trim(text, "0123456789x") == "" {
			return fmt.Errorf("want one number; --size=%s says how many columns and rows a board has", text)
		}
		return flag.Set(text)
	}}
}

// integer is a flag of a whole number that may be negative, so that whoever reads it
// can say from where on it is right.
func integer(set func(int), usual int) pflag.Value {
	return &parsedFlag{"int", strconv.Itoa(usual), func(text string) error {
		value, err := strconv.Atoi(text)
		if err == nil {
			set(value)
		}
		return err
	}}
}

// numberOrAll is a flag of a whole number; all stands for the given one.
func numberOrAll(set func(int), usual, all int) pflag.Value {
	number := integer(set, usual)
	return &parsedFlag{number.Type(), number.String(), func(text string) error {
		if text == "all" {
			set(all)
			return nil
		}
		return number.Set(text)
	}}
}

// flagError makes a wrong flag a usage error, and says which was meant.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f, cause := invalid.GetFlag(), invalid.Unwrap()
		wanted := map[string]string{"int": "a whole number, in digits such as 1000000", "bool": "true or false", "duration": "a time such as 30s or 5m", "bytes": "an amount of memory such as 500MB or 4GiB"}
		want, ok := wanted[f.Value.Type()]
		if ok && errors.Is(cause, strconv.ErrRange) {
			want = "a number of at most 18 digits"
		}
		written := asWritten(cmd, f, invalid.GetValue())
		switch {
		case f.Value.Type() == "uint64":
			return usagef("%s: %w", written, cause)
		case ok:
			return usagef("%s: want %s", written, want)
		}
		return usagef("%s: %w", written, cause)
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	name := strings.TrimLeft(unknown.GetSpecifiedName(), "-")
	if word := unknown.GetSpecifiedShortnames(); len(word) > 1 { // as in -misere
		name = word
	}
	if '0' <= name[0] && name[0] <= '9' {
		return usagef("\"-%s\" begins as a flag does; an argument that begins with \"-\" comes after \"--\": %s -- '-%s'", name, cmd.CommandPath(), name)
	}
	if len(name) == 1 { // and so no letter of another alphabet
		if short := cmd.Flags().ShorthandLookup(strings.ToLower(name)); short != nil {
			return usagef("%w; did you mean \"-%s\"?", err, short.Shorthand)
		}
	}
	return usagef("%w%s", err, message.DidYouMean("--"+name, names))
}

// asWritten returns the flag with its value as it was typed.
func asWritten(cmd *cobra.Command, f *pflag.Flag, value string) string {
	name, between := cmp.Or(typedAs(cmd, f, func(v string) bool { return v == value }), flagOf(cmd, f.Name)), "="
	if !strings.HasPrefix(name, "--") {
		between = " "
	}
	return name + between + message.Shown(value)
}
