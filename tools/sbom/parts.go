package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"golang.org/x/mod/module"
)

const own = "github.com/docmill/docmill"

// partsOf describes an executable with its linked and embedded components.
func partsOf(root, bin string, p program) (app cdx.Component, parts []cdx.Component, err error) {
	path := filepath.Join(bin, p.name)
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return app, nil, err
	}
	sum, err := sha256Of(path)
	if err != nil {
		return app, nil, err
	}
	app = cdx.Component{
		BOMRef: "program:" + p.name, Type: cdx.ComponentTypeApplication, Name: p.name, Version: versionOf(info),
		Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: sum}}, Licenses: license("Apache-2.0"),
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	parts = append(parts, cdx.Component{
		BOMRef: "pkg:golang/std@" + version, Type: cdx.ComponentTypeLibrary, Name: "std", Version: version,
		PackageURL: "pkg:golang/std@" + version, Licenses: license("BSD-3-Clause"),
	})
	cache, err := output("go", "env", "GOMODCACHE")
	if err != nil {
		return app, nil, err
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if strings.HasPrefix(m.Path, own) || strings.HasPrefix(m.Path, ".") {
			continue // part of the executable's own source
		}
		parts = append(parts, moduleOf(m, strings.TrimSpace(string(cache))))
	}
	embedded, err := embeddedIn(root, p)
	return app, append(parts, embedded...), err
}

func moduleOf(m *debug.Module, cache string) cdx.Component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := cdx.Component{
		BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl,
		Properties: &[]cdx.Property{{Name: "go:sum", Value: m.Sum}},
	}
	path, err := module.EscapePath(m.Path)
	if err != nil {
		return c
	}
	version, err := module.EscapeVersion(m.Version)
	if err != nil {
		return c
	}
	if id := licenseIn(filepath.Join(cache, path+"@"+version)); id != "" {
		c.Licenses = license(id)
	}
	return c
}

// versionOf returns the version of an executable, or its revision.
func versionOf(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return info.Main.Version
}

// embeddedIn lists the embedded files of the engine: PDFium and trained models.
func embeddedIn(root string, p program) ([]cdx.Component, error) {
	list := exec.Command("go", "list", "-deps", "-json=Dir,ImportPath,EmbedFiles", p.pkg)
	list.Dir = filepath.Join(root, p.module)
	list.Env = append(os.Environ(), "GOWORK=off")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var parts []cdx.Component
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			Dir, ImportPath string
			EmbedFiles      []string
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return parts, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for _, name := range pkg.EmbedFiles {
			if !strings.HasPrefix(pkg.ImportPath, own+"/engine/") {
				continue // pages, migrations and documents of docmill itself
			}
			c, err := fileOf(pkg.Dir, strings.TrimPrefix(pkg.ImportPath, own+"/"), name)
			if err != nil {
				return nil, err
			}
			parts = append(parts, c)
		}
	}
}

// fileOf describes an embedded file by its hash, which is its version.
func fileOf(dir, folder, name string) (cdx.Component, error) {
	sum, err := sha256Of(filepath.Join(dir, name))
	if err != nil {
		return cdx.Component{}, err
	}
	c := cdx.Component{
		BOMRef: "file:" + folder + "/" + name, Type: cdx.ComponentTypeFile, Name: folder + "/" + name,
		Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: sum}}, Licenses: license("Apache-2.0"),
	}
	switch {
	case name == "pdfium.wasm":
		return pdfium(c, dir, sum)
	case filepath.Ext(name) == ".json":
		c.Type = cdx.ComponentTypeMachineLearningModel
	}
	return c, nil
}

// pdfium reads the origin from the notice beside the file, which must contain the file's hash.
func pdfium(c cdx.Component, dir, sum string) (cdx.Component, error) {
	notice, err := os.ReadFile(filepath.Join(dir, "NOTICE"))
	if err != nil {
		return c, err
	}
	if !strings.Contains(string(notice), sum) {
		return c, fmt.Errorf("pdfium.wasm is not the file that NOTICE describes: its SHA-256 is %s", sum)
	}
	from := regexp.MustCompile(`(github\.com/\S+) (v[0-9.]+[0-9])`).FindStringSubmatch(string(notice))
	if from == nil {
		return c, errors.New("NOTICE does not name where pdfium.wasm comes from")
	}
	c.Type, c.Version, c.Description = cdx.ComponentTypeLibrary, from[2], "PDFium, as WebAssembly, from "+from[1]
	c.Licenses = license("BSD-3-Clause")
	return c, nil
}

func license(id string) *cdx.Licenses {
	return &cdx.Licenses{{License: &cdx.License{ID: id}}}
}

func sha256Of(path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}

func output(name string, args ...string) ([]byte, error) { return exec.Command(name, args...).Output() }
