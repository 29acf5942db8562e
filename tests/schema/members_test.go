package schema_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// declared are the packages' names of an API schema.
type declared struct {
	schema string // its name, or that of several, joined by " + "
	python string
	// typescript are interfaces that together have the members, or nil.
	typescript []string
}

func declarations() []declared {
	return []declared{
		{"CompletedRecord + OpenRecord + FailedRecord", "Record", nil},
		{"CompletedRecord", "", []string{"RecordMembers", "CompletedRecordOf"}},
		{"OpenRecord", "", []string{"RecordMembers", "OpenRecord"}},
		{"FailedRecord", "", []string{"RecordMembers", "FailedRecord"}},
		{"Memory", "Memory", []string{"Memory"}},
		{"Learned", "Learned", []string{"Learned"}},
		{"FoundField + CorrectedField", "Field", []string{"Field"}},
		{"Check", "Check", []string{"Check"}},
		{"Review", "Review", []string{"Review"}},
		{"Metadata", "Metadata", []string{"Metadata"}},
		{"Failure", "Failure", []string{"Failure"}},
		{"RecordList", "Page", []string{"Page"}},
		{"Batch", "Batch", []string{"Batch"}},
		{
			"BatchEntryAccepted + BatchEntryFailed + BatchEntryRejected + BatchEntryDeleted",
			"BatchEntry", []string{"BatchEntry"},
		},
		{"PageWords", "PageWords", []string{"PageWords"}},
		{"PageWord", "PageWord", []string{"PageWord"}},
		{"Usage", "Usage", []string{"Usage"}},
		{"Period", "Period", []string{"Period"}},
		{"DocumentType", "DocumentType", []string{"DocumentType"}},
		{"DocumentField", "FieldType", []string{"FieldType"}},
		{"MadeKey", "NewKey", []string{"NewKey"}},
		{"MadeSubscription", "Webhook", []string{"Webhook"}},
		{"Corrections", "", []string{"Change"}},
	}
}

// The packages' response types match the API's description.
func TestPackagesMembers(t *testing.T) {
	t.Parallel()
	description := openAPI(t)
	python := members(t, "python/src/docmill/*.py", pythonClass, pythonMember, camel)
	typescript := members(t, "typescript/src/*.ts", typescriptDeclaration, typescriptMember, strings.Clone)
	for _, d := range declarations() {
		want := map[string]bool{}
		for name := range strings.SplitSeq(d.schema, " + ") {
			description.collect(t, name, want)
		}
		got := map[string]bool{}
		for _, name := range d.typescript {
			maps.Copy(got, typescript[name])
		}
		if d.typescript != nil {
			compareMembers(t, "clients/typescript: "+strings.Join(d.typescript, " and "), d.schema, got, want)
		}
		if d.python != "" {
			compareMembers(t, "clients/python: "+d.python, d.schema, python[d.python], want)
		}
	}
}

// compareMembers ignores the members that a package adds to responses.
func compareMembers(t *testing.T, where, schema string, got, want map[string]bool) {
	t.Helper()
	for name := range want {
		assert.True(t, got[name], where, "lacks", name, "of", schema)
	}
	for name := range got {
		if !want[name] && name != "replayed" && name != "etag" {
			t.Errorf("%s has %q, which %s does not", where, name, schema)
		}
	}
}

// collect adds the properties of a schema and its parts.
func (d description) collect(t *testing.T, name string, into map[string]bool) {
	t.Helper()
	schema, ok := d.schemas[name].(node)
	require.True(t, ok, d.file, "has no schema", name)
	properties, _ := schema["properties"].(node)
	for property := range properties {
		into[property] = true
	}
	parts, _ := schema["allOf"].([]any)
	for _, part := range parts {
		if reference, ok := part.(node)["$ref"].(string); ok {
			d.collect(t, strings.TrimPrefix(reference, d.prefix), into)
		}
	}
}

var (
	pythonClass           = regexp.MustCompile(`(?m)^class (\w+)`)
	pythonMember          = regexp.MustCompile(`^    (\w+): (.*)$`)
	typescriptDeclaration = regexp.MustCompile(`(?m)^(?:export )?interface (\w+)`)
	typescriptMember      = regexp.MustCompile(`^  (\w+)\??: (.*)$`)
	capital               = regexp.MustCompile(`_[a-z0-9]`)
)

// members are the JSON members of each class or interface of a package's files.
func members(
	t *testing.T, files string, class, member *regexp.Regexp, called func(string) string,
) map[string]map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(packages, files))
	require.NoError(t, err, files)
	require.NotEqual(t, len(paths), 0, files, "files")
	found := map[string]map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		name := ""
		for line := range strings.Lines(string(text)) {
			if m := class.FindStringSubmatch(line); m != nil {
				name = m[1]
				found[name] = map[string]bool{}
			}
			m := member.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if name != "" && m != nil && !strings.Contains(m[2], "renamed(None") {
				found[name][called(m[1])] = true
			}
		}
	}
	return found
}

func camel(name string) string {
	return capital.ReplaceAllStringFunc(name, func(s string) string { return strings.ToUpper(s[1:]) })
}

var contractCode = regexp.MustCompile(`Code += ("[A-Z_]+")`)

func TestPackagesCodes(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../libs/contract/code.go")
	require.NoError(t, err)
	codes := contractCode.FindAllStringSubmatch(string(source), -1)
	assert.True(t, len(codes) >= 25, len(codes), "codes in the contract")
	for _, file := range []string{"python/src/docmill/errors.py", "typescript/src/errors.ts"} {
		text, err := os.ReadFile(filepath.Join(packages, file))
		require.NoError(t, err)
		for _, code := range codes {
			assert.Contains(t, string(text), code[1], "clients/", file)
		}
	}
}

// The packages have the list filters of the API's description.
func TestPackagesFilters(t *testing.T) {
	t.Parallel()
	want := listParameters(t)
	assert.True(t, want["limit"] && want["cursor"], "lists have the parameters", want)
	delete(want, "limit")
	delete(want, "cursor")
	python := members(t, "python/src/docmill/*.py", pythonClass, pythonMember, camel)
	typescript := members(t, "typescript/src/*.ts", typescriptDeclaration, typescriptMember, strings.Clone)
	for _, filter := range []map[string]bool{python["Filter"], typescript["Filter"]} {
		if !maps.Equal(filter, want) {
			t.Errorf("filters are %v, want %v", slices.Sorted(maps.Keys(filter)), slices.Sorted(maps.Keys(want)))
		}
	}
}

// listParameters are those of GET /api/v1/documents, as camelCase.
func listParameters(t *testing.T) map[string]bool {
	t.Helper()
	type parameter struct {
		Reference string `yaml:"$ref"`
		Name      string
	}
	var root struct {
		Paths map[string]struct {
			Get struct{ Parameters []parameter }
		}
		Components struct{ Parameters map[string]parameter }
	}
	require.NoError(t, yaml.Unmarshal(api.OpenAPI(), &root))
	names := map[string]bool{}
	for _, p := range root.Paths["/api/v1/documents"].Get.Parameters {
		if p.Reference != "" {
			p = root.Components.Parameters[strings.TrimPrefix(p.Reference, "#/components/parameters/")]
		}
		names[camel(p.Name)] = true
	}
	return names
}
