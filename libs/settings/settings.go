// Package settings reads a program's settings from flags and environment
// variables into a struct, by the tags of its fields. A flag wins over the
// variable, the variable over the default.
//
//	name       the flag, without dashes
//	env        the environment variable
//	default    the value where neither is given
//	help       what --help prints
//	enum       the only values, separated by commas
//	negatable  --no-NAME is the same as --NAME=false
//	embed      the fields of this struct are settings, too, as those of an embedded one are
//	prefix     stands before the flags of such fields
//	kong:"-"   the field is no setting
//
// The tags and what values look like are those of the library kong, with which
// cmd/docmill reads the same structs. Services do without it: it looks methods up
// by name, and an executable that does so keeps every exported method of its
// types, used or not, which makes services larger by a quarter.
package settings

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// What Parse returns where a program prints something and ends. WriteHelp prints
// the help.
var (
	ErrHelp    = errors.New("the help is asked for")
	ErrVersion = errors.New("the version is asked for")
)

// Program is what the command line and the help need to know beside the settings.
type Program struct {
	Name     string
	Help     string
	Commands []Command // the first one is the default; may be empty
	// Versioned programs have a flag --version.
	Versioned bool
}

// Command is a word that may stand before, between or after the flags.
type Command struct{ Name, Help string }

// Parse reads settings into target, a pointer to a struct, and returns the name of
// the command, empty where the program has none. It reports every value that it
// cannot read and, with them, what target's Validate reports: the field of a value
// that is wrong keeps its default. What is wrong with the command line itself is
// reported without Validate.
func (p Program) Parse(target any, args []string) (command string, err error) {
	all, err := collect(target)
	if err != nil {
		return "", err
	}
	var wrong violations
	for _, s := range all {
		wrong.note(s.start())
	}
	command, err = p.parse(p.flags(all, &wrong), args)
	switch {
	case errors.Is(err, ErrHelp), errors.Is(err, ErrVersion):
		return "", err
	case err != nil:
		wrong.note(err)
	default:
		if checked, ok := target.(interface{ Validate() error }); ok {
			wrong.note(checked.Validate())
		}
	}
	return command, errors.Join(wrong.errs...)
}

// Defaults sets every field that is zero to its default. It does not look at the
// environment.
func Defaults(target any) error {
	all, err := collect(target)
	if err != nil {
		return err
	}
	var wrong violations
	for _, s := range all {
		if s.field.IsZero() && s.hasDefault {
			wrong.note(s.set(s.initial))
		}
	}
	return errors.Join(wrong.errs...)
}

// violations collects what is wrong.
type violations struct{ errs []error }

func (v *violations) note(err error) {
	if err != nil {
		v.errs = append(v.errs, err)
	}
}

// start sets the field to what it is without flags.
func (s setting) start() error {
	s.field.SetZero()
	var wrong violations
	if s.hasDefault {
		wrong.note(s.set(s.initial))
	}
	// A variable that is there and empty is a value, as an empty flag is.
	if value, ok := os.LookupEnv(s.env); ok && s.env != "" {
		wrong.note(s.set(value))
	}
	return errors.Join(wrong.errs...)
}

func (p Program) flags(all []setting, wrong *violations) *flag.FlagSet {
	set := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard) // the caller prints errors
	for _, s := range all {
		set.Var(&flagValue{setting: s, wrong: wrong}, s.name, "")
		if s.negatable {
			set.Var(&flagValue{setting: s, wrong: wrong, negated: true}, "no-"+s.name, "")
		}
	}
	if p.Versioned {
		set.Bool("version", false, "")
	}
	return set
}

// parse reads flags and the command among them.
func (p Program) parse(flags *flag.FlagSet, args []string) (command string, err error) {
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return "", ErrHelp
		} else if err != nil {
			return "", inWords(flags, err)
		}
		args = flags.Args()
		if len(args) == 0 {
			break
		}
		if command != "" {
			return "", fmt.Errorf("unexpected argument %s", args[0])
		}
		if !slices.Contains(p.commands(), args[0]) {
			return "", fmt.Errorf("unexpected argument %s%s", args[0], suggestion(args[0], p.commands()))
		}
		command, args = args[0], args[1:]
	}
	if p.Versioned && flags.Lookup("version").Value.String() == "true" {
		return "", ErrVersion
	}
	if command == "" && len(p.Commands) > 0 {
		command = p.Commands[0].Name
	}
	return command, nil
}

func (p Program) commands() (names []string) {
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return names
}

// inWords says with two dashes what package flag says with one.
func inWords(flags *flag.FlagSet, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		var known []string
		flags.VisitAll(func(f *flag.Flag) { known = append(known, "--"+f.Name) })
		return fmt.Errorf("unknown flag --%s%s", name, suggestion("--"+name, known))
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return fmt.Errorf("--%s: the value is missing", name)
	}
	return err
}
