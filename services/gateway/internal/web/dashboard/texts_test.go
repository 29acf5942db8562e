package dashboard_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// Every text of the dashboard has a translation in every language, and every
// translation belongs to a text. "go test -run TestTexts -update ." adds missing texts
// to the language files, untranslated.
func TestTexts(t *testing.T) {
	t.Parallel()
	used := usedTexts(t)
	files, err := filepath.Glob("languages/*.txt")
	require.NoError(t, err, files)
	require.NotEqual(t, len(files), 0, files)
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		code := strings.TrimSuffix(filepath.Base(file), ".txt")
		entries := entriesOf(code, string(content))
		if *update {
			content = append(content, untranslated(code, used, entries)...)
			require.NoError(t, os.WriteFile(file, content, 0o600))
			entries = entriesOf(code, string(content))
		}
		for _, u := range used.order {
			if translated, ok := entries[u]; !ok || translated == "" {
				t.Errorf("%s lacks %q (%s)", file, u, used.from[u])
			} else if err := agree(u, translated); err != nil {
				t.Errorf("%s: %q: %v", file, u, err)
			}
		}
		for english := range entries {
			assert.NotEqual(t, used.from[english], "", file, "has", english, "which is not used")
		}
	}
}

// texts are the texts of pages with their files, in the order of discovery.
type texts struct {
	t     *testing.T
	order []string
	from  map[string]string
}

func (u *texts) add(from, text string) {
	if strings.TrimSpace(text) != text || text == "" || strings.Contains(text, "\n") {
		u.t.Errorf("%s: %q is empty or has space around it", from, text)
	}
	if u.from[text] == "" {
		u.order = append(u.order, text)
		u.from[text] = from
	}
}

func usedTexts(t *testing.T) *texts {
	t.Helper()
	u := &texts{t: t, from: map[string]string{}}
	for _, of := range []struct {
		glob string
		read func(file, content string)
	}{
		{"*/*.html", u.ofTemplate}, {"*/templates/*.html", u.ofTemplate}, {"site/static/*.js", u.ofScript},
		{"*.go", u.ofGo}, {"*/*.go", u.ofGo},
	} {
		files, err := filepath.Glob(of.glob)
		require.NoError(t, err, of.glob)
		require.NotEqual(t, len(files), 0, of.glob)
		for _, file := range files {
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			if !strings.HasSuffix(file, "_test.go") {
				of.read(file, string(content))
			}
		}
	}
	u.ofNames()
	for _, text := range languages.ServiceMessages() {
		u.add("languages/service_messages.go", text)
	}
	return u
}

// ofNames adds the titles of fields, types, checks, states and failures, and the descriptions of fields.
func (u *texts) ofNames() {
	const from = "engine/schema"
	for _, typ := range schema.FileTypes() {
		u.add(from, sheet.Title(string(typ.Name)))
	}
	for _, typ := range schema.All() {
		if typ.Name != schema.TypeAuto {
			u.add(from, sheet.Title(string(typ.Name)))
		}
		for _, f := range typ.Fields {
			u.add(from, sheet.Title(f.Name))
			if !f.IsList() && f.Name != schema.WholeText {
				u.add(from, f.Description)
			}
			for _, m := range f.Members {
				u.add(from, sheet.Title(m.Name))
			}
		}
	}
	for _, name := range []string{validate.Sum, validate.Taxes, validate.LineItems, validate.LineAmounts, validate.DateOrder,
		validate.IBAN, validate.TaxID, validate.Balance, validate.Due, validate.TypeMatches, validate.CodeMatchesPage,
		validate.XMLMatchesPage, validate.XMLReadable, validate.PagesRead} {
		u.add("engine/validate", sheet.Title(name))
	}
	for _, status := range []contract.Status{contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed} {
		u.add("libs/contract", sheet.Title(string(status)))
	}
	for _, code := range []contract.Code{contract.CodeCorruptFile, contract.CodeUnsupportedFormat,
		contract.CodePasswordProtected, contract.CodeTooManyPages, contract.CodeTooComplex, contract.CodeNoTextFound,
		contract.CodeTimedOut, contract.CodeInternalError} {
		u.add("libs/contract", sheet.Title(strings.ToLower(string(code))))
	}
}

// ofTemplate adds the arguments of tr, markup, trn and plural.
func (u *texts) ofTemplate(file, content string) {
	tree := parse.New(file)
	tree.Mode = parse.SkipFuncCheck
	set := map[string]*parse.Tree{}
	_, err := tree.Parse(content, "", "", set)
	require.NoError(u.t, err)
	for _, one := range set {
		u.ofNode(file, one.Root)
	}
}

func (u *texts) ofNode(file string, node parse.Node) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				u.ofNode(file, child)
			}
		}
	case *parse.ActionNode:
		u.ofNode(file, n.Pipe)
	case *parse.TemplateNode:
		u.ofNode(file, n.Pipe)
	case *parse.IfNode:
		u.ofBranch(file, &n.BranchNode)
	case *parse.RangeNode:
		u.ofBranch(file, &n.BranchNode)
	case *parse.WithNode:
		u.ofBranch(file, &n.BranchNode)
	case *parse.PipeNode:
		if n != nil {
			for _, command := range n.Cmds {
				u.ofCommand(file, command)
			}
		}
	}
}

func (u *texts) ofBranch(file string, n *parse.BranchNode) {
	u.ofNode(file, n.Pipe)
	u.ofNode(file, n.List)
	u.ofNode(file, n.ElseList)
}

func (u *texts) ofCommand(file string, command *parse.CommandNode) {
	literal := func(i int) string {
		if i < len(command.Args) {
			if s, ok := command.Args[i].(*parse.StringNode); ok {
				return s.Text
			}
		}
		u.t.Errorf("%s: {{%s}} has no text as its argument %d", file, command, i)
		return "?"
	}
	if name, ok := command.Args[0].(*parse.IdentifierNode); ok {
		switch name.Ident {
		case "tr", "markup":
			u.add(file, literal(1))
		case "trn":
			u.add(file, languages.Key(literal(2), literal(3)))
		case "plural":
			u.add(file, languages.Key("%s "+literal(2), "%s "+literal(2)+"s"))
		}
	}
	for _, argument := range command.Args {
		u.ofNode(file, argument)
	}
}

var scriptUse = regexp.MustCompile(`\btrn?\(`)

func (u *texts) ofScript(file, content string) {
	found := site.ScriptTexts(content)
	uses := len(scriptUse.FindAllString(content, -1)) - len(regexp.MustCompile(`function trn?\(`).FindAllString(content, -1))
	assert.Equal(u.t, len(found), uses, file, "calls of tr and trn have their texts as literals")
	for _, text := range found {
		u.add(file, text)
	}
}

// ofGo adds the arguments of a language's methods, and the public messages of errors, which pages translate.
func (u *texts) ofGo(file, content string) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, content, 0)
	require.NoError(u.t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
			if x, ok := f.X.(*ast.Ident); ok && x.Name == "apierror" {
				name = "apierror." + name
			}
		case *ast.Ident:
			name = f.Name
		}
		var literals []string
		for _, argument := range call.Args {
			if text, ok := literal(parsed, argument); ok {
				literals = append(literals, text)
			}
		}
		switch {
		case (name == "Tr" || name == "tr" || name == "HTML") && len(literals) > 0:
			u.add(file, literals[0])
		case name == "Count" && len(literals) == 2:
			u.add(file, languages.Key(literals[0], literals[1]))
		case name == "Things" && len(literals) == 1:
			u.add(file, languages.Key("%s "+literals[0], "%s "+literals[0]+"s"))
		case (name == "apierror.New" || name == "apierror.Wrap") && len(literals) == 1 && !verb.MatchString(literals[0]):
			u.add(file, literals[0])
		}
		return true
	})
}

// literal evaluates string literals, their concatenation, and constants of the file.
func literal(file *ast.File, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := literal(file, e.X)
		right, also := literal(file, e.Y)
		return left + right, ok && also
	case *ast.Ident:
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					if v := s.(*ast.ValueSpec); v.Names[0].Name == e.Name && len(v.Values) == 1 {
						return literal(file, v.Values[0])
					}
				}
			}
		}
	}
	return "", false
}

// Each message in languages.ServiceMessages still exists in the source of a service.
func TestServiceMessages(t *testing.T) {
	t.Parallel()
	root := os.DirFS("../../../../..")
	joined := regexp.MustCompile(`"\s*\+\s*"`)
	var all strings.Builder
	for _, dir := range []string{"services/auth", "services/notifier", "services/gateway/internal", "services/extractor",
		"libs/apierror", "engine"} {
		err := fs.WalkDir(root, dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasSuffix(path, "languages/service_messages.go") {
				return err
			}
			content, err := fs.ReadFile(root, path)
			all.Write(joined.ReplaceAll(content, nil))
			return err
		})
		require.NoError(t, err)
	}
	kind := regexp.MustCompile(`^This [\w ]+ does not exist`) // of notFound
	for _, text := range languages.ServiceMessages() {
		for _, part := range verb.Split(kind.ReplaceAllString(text, "This %s does not exist"), -1) {
			assert.Contains(t, all.String(), part, "nobody", "of", text)
		}
	}
}

// entriesOf reads a language file, untranslated entries included.
func entriesOf(code, content string) map[string]string {
	entries, english := map[string]string{}, ""
	for line := range strings.SplitSeq(content, "\n") {
		if text, ok := strings.CutPrefix(line, "en:"); ok {
			english = strings.TrimSpace(text)
		} else if text, ok := strings.CutPrefix(line, code+":"); ok {
			entries[english] = strings.TrimSpace(text)
		}
	}
	return entries
}

func untranslated(code string, used *texts, entries map[string]string) []byte {
	var lines strings.Builder
	last := ""
	for _, text := range used.order {
		if _, ok := entries[text]; ok {
			continue
		}
		if from := used.from[text]; from != last {
			fmt.Fprintf(&lines, "\n# %s\n", from)
			last = from
		}
		fmt.Fprintf(&lines, "\nen: %s\n%s:\n", text, code)
	}
	return []byte(lines.String())
}

var (
	verb    = regexp.MustCompile(`%(?:\[(\d)\])?(?:\.\d+)?[sdqv]|\{\d\}`)
	element = regexp.MustCompile(`<[^>]*>`)
)

// agree checks that a translation has the placeholders and elements of its text, in each plural form.
func agree(english, translated string) error {
	of, forms := strings.Split(english, " | "), strings.Split(translated, " | ")
	if len(of) != len(forms) {
		return fmt.Errorf("%d forms, want %d", len(forms), len(of))
	}
	for i := range of {
		for _, marks := range []func(string) []string{places, elements} {
			if want, got := marks(of[i]), marks(forms[i]); !slices.Equal(want, got) {
				return fmt.Errorf("%q has %q, want %q", forms[i], got, want)
			}
		}
	}
	return nil
}

func places(text string) []string {
	var all []string
	for i, found := range verb.FindAllStringSubmatch(text, -1) {
		switch {
		case strings.HasPrefix(found[0], "{"):
			all = append(all, found[0])
		case found[1] != "":
			all = append(all, found[1])
		default:
			all = append(all, strconv.Itoa(i+1))
		}
	}
	slices.Sort(all)
	return all
}

func elements(text string) []string {
	all := element.FindAllString(text, -1)
	slices.Sort(all)
	return all
}
