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

	"grundy/internal/message"
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

// A numberFlag is a whole number from 0 to most.
type numberFlag struct {
	value *uint64
	most  uint64
}

func (n *numberFlag) String() string {
	if n.value == nil { // as of the zero value, which pflag asks
		return "0"
	}
	return strconv.FormatUint(*n.value, 10)
}

// Type implements [pflag.Value].
func (n *numberFlag) Type() string { return "uint64" }

// Set implements [pflag.Value].
func (n *numberFlag) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && value > n.most:
		return fmt.Errorf("want a number of at most %d", n.most)
	case err != nil:
		return errors.New("want a whole number that is not below 0, in digits such as 1000000")
	}
	*n.value = value
	return nil
}

// An intFlag is a whole number that may be negative, so that whoever reads it can say
// from where on it is right.
type intFlag int

func (n *intFlag) String() string { return strconv.Itoa(int(*n)) }

// Type implements [pflag.Value].
func (n *intFlag) Type() string { return "int" }

// Set implements [pflag.Value].
func (n *intFlag) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err == nil {
		*n = intFlag(value)
	}
	return err
}

// flagError makes a wrong flag among args a usage error, and says which was meant.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f, cause := invalid.GetFlag(), invalid.Unwrap()
		wanted := map[string]string{"int": "a whole number, in digits such as 1000000", "bool": "true or false", "duration": "a time such as 30s or 5m"}
		want, ok := wanted[f.Value.Type()]
		if ok && errors.Is(cause, strconv.ErrRange) {
			want = "a number of at most 18 digits"
		}
		written := asWritten(f, invalid.GetValue(), args)
		if _, number := f.Value.(*numberFlag); number {
			return usagef("%s: %w", written, cause)
		}
		if ok {
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
	name := "--" + strings.TrimLeft(unknown.GetSpecifiedName(), "-")
	return usagef("%w%s", err, message.DidYouMean(name, names))
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
