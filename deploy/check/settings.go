package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Setting is an environment variable that a program reads.
type Setting struct {
	Name     string
	Required bool // has no default and must be set
}

// Programs lists docmill's deployed programs: the services and the provisioning program.
func Programs() []string {
	return []string{"auth", "extractor", "gateway", "notifier", "provision", "quota"}
}

// optional settings have no default and may stay empty.
func optional() []string {
	return []string{
		"DOCMILL_OTLP_ENDPOINT", "DOCMILL_S3_SECURE", "DOCMILL_S3_STS_ENDPOINT", "DOCMILL_S3_CA_FILE", "DOCMILL_TLS_REQUIRED",
		"DOCMILL_NATS_CA_FILE", "DOCMILL_NATS_CERT_FILE", "DOCMILL_NATS_KEY_FILE", "DOCMILL_TLS_CERT_FILE",
		"DOCMILL_TLS_KEY_FILE", "DOCMILL_ENGINE_CACHE_DIR", "DOCMILL_BOOTSTRAP_API_KEY",
		"DOCMILL_WEBHOOKS_ALLOW_NETWORKS", "DOCMILL_WEBHOOKS_CA_FILE",
		"DOCMILL_TRUSTED_PROXIES", "DOCMILL_OIDC_DOMAINS", "DOCMILL_PUBLIC_URL",
		"DOCMILL_OIDC_ISSUER", "DOCMILL_OIDC_CLIENT_ID", "DOCMILL_OIDC_CLIENT_SECRET", "DOCMILL_LLM_URL", "DOCMILL_LLM_MODEL",
		"DOCMILL_LLM_API_KEY", "DOCMILL_SECOND_SECRET_KEY",
	}
}

// mustDiffer have defaults for local development only: loopback addresses, random ports.
func mustDiffer() []string {
	return []string{"DOCMILL_LISTEN", "DOCMILL_ADMIN_LISTEN", "DOCMILL_NATS_URL"}
}

// Settings reads a program's settings from the `env` tags of its sources under root, by name.
func Settings(root, program string) (map[string]Setting, error) {
	own := filepath.Join(root, "services", program, "*.go")
	shared := []string{"Settings", "Encryption", "Admin", "Logging"}
	if program == "provision" {
		own = filepath.Join(root, "cmd", "docmill", "internal", "provision", "*.go")
		shared = []string{"Encryption", "Logging"}
	}
	files, err := filepath.Glob(own)
	if err != nil {
		return nil, err
	}
	found := map[string]Setting{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if err := collect(file, nil, found); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 && program != "extractor" {
		return nil, fmt.Errorf("%s declares no settings", own)
	}
	return found, collect(filepath.Join(root, "libs", "process", "process.go"), shared, found)
}

// collect adds the settings of a file's structs, or of the named ones.
func collect(file string, structs []string, found map[string]Setting) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		typ, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		body, ok := typ.Type.(*ast.StructType)
		if !ok || structs != nil && !slices.Contains(structs, typ.Name.Name) {
			return false
		}
		for _, field := range body.Fields.List {
			if s, ok := settingOf(field); ok {
				found[s.Name] = s
			}
		}
		return false
	})
	return nil
}

func settingOf(field *ast.Field) (Setting, bool) {
	if field.Tag == nil {
		return Setting{}, false
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return Setting{}, false
	}
	tag := reflect.StructTag(text)
	name, ok := tag.Lookup("env")
	if !ok {
		return Setting{}, false
	}
	_, hasDefault := tag.Lookup("default")
	required := !hasDefault && !slices.Contains(optional(), name) || slices.Contains(mustDiffer(), name)
	return Setting{Name: name, Required: required}, true
}

// staticKeys are optional if the platform provides credentials.
func staticKeys() []string { return []string{"DOCMILL_S3_ACCESS_KEY", "DOCMILL_S3_SECRET_KEY"} }

// Environment holds a program's variables and their values.
type Environment map[string]string

// SettingProblems compares a program's environment with its settings: unknown names, and missing or empty
// required ones.
func SettingProblems(program string, got Environment, reads map[string]Setting) []string {
	var problems []string
	for name := range got {
		if _, ok := reads[name]; strings.HasPrefix(name, "DOCMILL_") && !ok {
			problems = append(problems, fmt.Sprintf("%s gets %s, which it does not read", program, name))
		}
	}
	for name, setting := range reads {
		if got["DOCMILL_S3_CREDENTIALS"] == "workload-identity" && slices.Contains(staticKeys(), name) {
			if got[name] != "" {
				problems = append(problems, fmt.Sprintf("%s gets %s beside its workload's identity", program, name))
			}
			continue
		}
		if setting.Required && got[name] == "" {
			problems = append(problems, fmt.Sprintf("%s needs %s, which is not set", program, name))
		}
	}
	slices.Sort(problems)
	return problems
}
