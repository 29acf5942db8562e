// Package settings reads a program's settings from flags and environment variables into a struct, by the
// tags of its fields. A flag has priority over the variable, and the variable over the default.
//
//	name       the flag, without dashes
//	env        the environment variable
//	default    the value without flag and variable
//	help       the text for --help
//	enum       the allowed values, separated by commas
//	negatable  --no-NAME is the same as --NAME=false
//	embed      the fields of this struct are settings as well, as those of an embedded one are
//	prefix     begins the flags of such fields
//	kong:"-"   the field is not a setting
//
// The tags and the syntax of values are those of the library kong, with which cmd/docmill reads the same
// structs. Services do not use kong: it looks up methods by name, so that the linker keeps every exported
// method of all types, which makes services a quarter larger.
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

// Results of Parse if the program must print something and end. WriteHelp prints the help.
var (
	ErrHelp    = errors.New("the help is asked for")
	ErrVersion = errors.New("the version is asked for")
)

// Program holds the data for the command line and the help besides the settings.
type Program struct {
	Name     string
	Help     string
	Commands []Command // the first one is the default; may be empty
	// Versioned programs have a flag --version.
	Versioned bool
}

// Command is a word that may occur before, between or after the flags.
type Command struct{ Name, Help string }

// Parse reads settings into target, a pointer to a struct, and returns the name of the command, or "" if
// the program has none. It reports every unreadable value, whose field keeps its default, together with the
// errors of target's Validate. It reports errors of the command line itself without Validate.
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

// Defaults sets every zero field to its default. It ignores the environment.
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

// violations collects errors.
type violations struct{ errs []error }

func (v *violations) note(err error) {
	if err != nil {
		v.errs = append(v.errs, err)
	}
}

// start sets the field to its value without flags.
func (s setting) start() error {
	s.field.SetZero()
	var wrong violations
	if s.hasDefault {
		wrong.note(s.set(s.initial))
	}
	// An empty variable is a value, like an empty flag.
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

// inWords replaces package flag's single dashes by two.
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
