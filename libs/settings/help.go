package settings

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// helpWidth is the maximum line length of the help.
const helpWidth = 80

// WriteHelp prints how the program with the settings of target is called.
func (p Program) WriteHelp(w io.Writer, target any) error {
	all, err := collect(target)
	if err != nil {
		return err
	}
	var b strings.Builder
	command := ""
	if len(p.Commands) > 0 {
		command = " [" + strings.Join(p.commands(), "|") + "]"
	}
	fmt.Fprintf(&b, "Usage: %s%s [flags]\n\n", p.Name, command)
	wrapped(&b, "", p.Help)
	if len(p.Commands) > 0 {
		b.WriteString("\nCommands, anywhere among the flags:\n")
		for _, c := range p.Commands {
			described(&b, c.Name, c.Help)
		}
	}
	b.WriteString("\nFlags, with the environment variable that each one wins over:\n")
	described(&b, "-h, --help", "Print this help and exit.")
	if p.Versioned {
		described(&b, "--version", "Print the version and exit.")
	}
	for _, s := range all {
		described(&b, s.usage(), s.help)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// usage returns the flag with its variable and default.
func (s setting) usage() string {
	flag := "--" + s.name
	if s.negatable {
		flag = "--[no-]" + s.name
	}
	if s.field.Kind() != reflect.Bool {
		flag += "=" + placeholder(s)
	}
	var more []string
	if s.env != "" {
		more = append(more, "$"+s.env)
	}
	if s.initial != "" {
		more = append(more, "default "+s.initial)
	}
	if len(more) == 0 {
		return flag
	}
	return flag + "  (" + strings.Join(more, ", ") + ")"
}

func placeholder(s setting) string {
	t, more := s.field.Type(), ""
	if t.Kind() == reflect.Slice {
		t, more = t.Elem(), ",..."
	}
	switch {
	case len(s.enum) > 0:
		return strings.Join(s.enum, "|") + more
	case t == reflect.TypeFor[time.Duration]():
		return "DURATION" + more
	case isNumber(t):
		return "NUMBER" + more
	}
	return "STRING" + more
}

func described(b *strings.Builder, what, help string) {
	fmt.Fprintf(b, "  %s\n", what)
	wrapped(b, "        ", help)
}

func wrapped(b *strings.Builder, indent, text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(indent)+len(line)+1+len(word) > helpWidth {
			fmt.Fprintf(b, "%s%s\n", indent, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		fmt.Fprintf(b, "%s%s\n", indent, line)
	}
}
