// Package completion completes docmill's command line in shells: a short script
// asks the program itself, which knows its commands and flags.
package completion

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Asked is the first argument of a script's question; the shell and the words
// behind docmill follow, the one under the cursor last.
const Asked = "__complete"

// Command is `docmill completion`. Tags are kong's.
type Command struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown below the usage.
func (Command) Help() string {
	return `Activate it for a session:

    bash:  source <(docmill completion bash)
    zsh:   source <(docmill completion zsh)
    fish:  docmill completion fish | source

For good, write what it prints to ~/.local/share/bash-completion/completions/docmill, to a file _docmill
in a folder of zsh's fpath, or to ~/.config/fish/completions/docmill.fish.`
}

// Run prints the script.
func (c Command) Run(k *kong.Kong) error {
	script := map[string]string{"bash": bash, "zsh": zsh, "fish": fish}[c.Shell]
	_, err := io.WriteString(k.Stdout, script)
	return err
}

// Candidate is a word that may stand where the cursor is.
type Candidate struct{ Word, Help string }

// Values are the words that a flag or an argument of a name takes, beside those
// that the command line itself lists.
type Values map[string][]string

// Answer writes the candidates as the shell's script reads them, one a line. No
// line leaves it to the shell, which offers files.
func Answer(w io.Writer, app *kong.Application, values Values, args []string) error {
	if len(args) < 2 {
		return nil
	}
	shell, words := args[0], args[1:]
	words, cut := joined(words)
	for _, c := range Candidates(app, values, words) {
		word, help := strings.TrimPrefix(c.Word, cut), strings.Join(strings.Fields(c.Help), " ")
		line := word
		switch {
		case help == "" || shell == "bash":
		case shell == "zsh":
			line = strings.ReplaceAll(word, ":", `\:`) + ":" + help
		default:
			line = word + "\t" + help
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// joined puts together what bash takes apart: "--format", "=", "js". cut is what of
// the last word is not under the cursor then.
func joined(words []string) (whole []string, cut string) {
	for i := 0; i < len(words); i++ {
		cut = ""
		if words[i] == "=" && len(whole) > 0 && strings.HasPrefix(whole[len(whole)-1], "--") {
			last := &whole[len(whole)-1]
			*last += "="
			cut = *last
			if i+1 < len(words) {
				i++
				*last += words[i]
			}
			continue
		}
		whole = append(whole, words[i])
	}
	return whole, cut
}

// Candidates returns what may stand in place of the last word.
func Candidates(app *kong.Application, values Values, words []string) []Candidate {
	var topics []Candidate
	if len(words) > 1 && words[0] == "help" { // it takes what it explains
		if words = words[1:]; len(words) == 1 {
			topics = matching(wordsOf(values["topic"], ""), words[0])
		}
	}
	at := position{node: app.Node}
	for _, word := range words[:len(words)-1] {
		at.pass(word)
	}
	begun := words[len(words)-1]
	return append(matching(at.candidates(values, begun), begun), topics...)
}

func matching(all []Candidate, begun string) []Candidate {
	all = slices.DeleteFunc(all, func(c Candidate) bool { return !strings.HasPrefix(c.Word, begun) })
	slices.SortFunc(all, func(a, b Candidate) int { return strings.Compare(a.Word, b.Word) })
	return all
}

// position is how far the words lead.
type position struct {
	node      *kong.Node
	arguments int        // that the command has already
	flag      *kong.Flag // that waits for its value
	noFlags   bool       // behind "--"
}

func (p *position) pass(word string) {
	switch {
	case p.flag != nil:
		p.flag = nil
	case p.noFlags || word == "-" || !strings.HasPrefix(word, "-"):
		p.passArgument(word)
	case word == "--":
		p.noFlags = true
	case strings.HasPrefix(word, "--"):
		if name, _, valued := strings.Cut(word[2:], "="); !valued {
			p.await(p.find(named(name)))
		}
	default: // the last of several short flags may take a value
		runes := []rune(word)
		p.await(p.find(func(f *kong.Flag) bool { return f.Short == runes[len(runes)-1] }))
	}
}

func named(name string) func(*kong.Flag) bool {
	return func(f *kong.Flag) bool { return f.Name == name || slices.Contains(f.Aliases, name) }
}

func (p *position) passArgument(word string) {
	for _, child := range p.node.Children {
		if child.Type == kong.CommandNode && (child.Name == word || slices.Contains(child.Aliases, word)) {
			p.node, p.arguments = child, 0
			return
		}
	}
	p.arguments++
}

func (p *position) await(f *kong.Flag) {
	if f != nil && !f.IsBool() && !f.IsCounter() {
		p.flag = f
	}
}

func (p *position) flags() (all []*kong.Flag) {
	node := p.node
	if node.DefaultCmd != nil { // whose name can be left out
		node = node.DefaultCmd
	}
	for _, group := range node.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

func (p *position) find(is func(*kong.Flag) bool) *kong.Flag {
	if i := slices.IndexFunc(p.flags(), is); i >= 0 {
		return p.flags()[i]
	}
	return nil
}

func (p *position) candidates(values Values, begun string) (all []Candidate) {
	if p.flag != nil {
		return valuesOf(p.flag.Value, values, "")
	}
	if name, _, valued := strings.Cut(begun, "="); valued && strings.HasPrefix(begun, "--") && !p.noFlags {
		if f := p.find(named(name[2:])); f != nil {
			return valuesOf(f.Value, values, name+"=")
		}
		return nil
	}
	if strings.HasPrefix(begun, "-") && !p.noFlags {
		for _, f := range p.flags() {
			all = append(all, Candidate{"--" + f.Name, f.Help})
		}
		return all
	}
	for _, child := range p.node.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			all = append(all, Candidate{child.Name, child.Help})
		}
	}
	if at := p.node.Positional; len(at) > 0 {
		all = append(all, valuesOf(at[min(p.arguments, len(at)-1)], values, "")...)
	}
	return all
}

// valuesOf lists the values of a flag or an argument that has a fixed set of them.
func valuesOf(v *kong.Value, values Values, prefix string) []Candidate {
	if v.Enum != "" {
		return wordsOf(strings.Split(v.Enum, ","), prefix)
	}
	return wordsOf(values[v.Name], prefix)
}

func wordsOf(words []string, prefix string) (all []Candidate) {
	for _, word := range words {
		if word != "" {
			all = append(all, Candidate{prefix + word, ""})
		}
	}
	return all
}
