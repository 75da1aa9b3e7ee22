package main

// This file holds the kinds of flags, the values that no flag takes, and the message
// for a wrong flag.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grundy-games/grundy/internal/message"
)

// mayBeEmpty marks a flag that may be set to nothing.
const mayBeEmpty = "may be empty"

// checkFlags refuses what no flag of the kind takes, for all commands: words
// that are empty, as of a variable that is not set, and times below 0.
func checkFlags(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		switch {
		case err != nil:
		case f.Value.Type() == "string" && value == "" && f.Annotations[mayBeEmpty] == nil:
			err = usagef("--%s=%q: want a value (%s)", f.Name, value, f.Usage)
		case f.Value.Type() == "duration" && strings.HasPrefix(value, "-"):
			err = usagef("--%s=%s: want a time that is not below 0", f.Name, value)
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

// flagError makes a wrong flag among args a usage error, and says which was meant.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f, cause := invalid.GetFlag(), invalid.Unwrap()
		wanted := map[string]string{"int": "a whole number, in digits such as 1000000", "bool": "true or false", "duration": "a time such as 30s or 5m", "bytes": "an amount of memory such as 500MB or 4GiB"}
		want, ok := wanted[f.Value.Type()]
		if ok && errors.Is(cause, strconv.ErrRange) {
			want = "a number of at most 18 digits"
		}
		written := asWritten(f, invalid.GetValue(), args)
		switch {
		case f.Value.Type() == "uint64":
			return usagef("%s: %w", written, cause)
		case ok:
			return usagef("%s: want %s", written, want)
		}
		return usagef("--%s: %w", f.Name, cause)
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
	if len(name) == 1 { // and so no letter of another alphabet
		if short := cmd.Flags().ShorthandLookup(strings.ToLower(name)); short != nil {
			return usagef("%w; did you mean \"-%s\"?", err, short.Shorthand)
		}
	}
	return usagef("%w%s", err, message.DidYouMean("--"+name, names))
}

// asWritten returns the flag with its value as it stands in args.
func asWritten(f *pflag.Flag, value string, args []string) string {
	long := "--" + f.Name
	for i, arg := range args {
		if arg == long+"="+value || arg == long && i+1 < len(args) && args[i+1] == value {
			return long + "=" + message.Shown(value)
		}
	}
	if f.Shorthand != "" {
		return "-" + f.Shorthand + " " + message.Shown(value)
	}
	return long + "=" + message.Shown(value)
}
