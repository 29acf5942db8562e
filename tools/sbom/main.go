// Command sbom writes the components of docmill's executables and images as CycloneDX documents: the Go
// modules and the version of Go from each executable's build information, the embedded files, and for
// images the base image and the Debian packages in the Dockerfile. Equal inputs give equal documents.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// program is an executable of the repository, with the image that holds it.
type program struct {
	name   string
	module string // folder of its module, from the root
	pkg    string // of its main package, from the module
	target string // of the Dockerfile
}

func programs() []program {
	all := []program{{name: "docmill", module: "cmd/docmill", pkg: ".", target: "tool"}}
	for _, name := range []string{"auth", "extractor", "gateway", "notifier", "quota"} {
		target := "service"
		if name == "extractor" {
			target = "extractor"
		}
		all = append(all, program{name: name, module: "services/" + name, pkg: "./cmd/" + name, target: target})
	}
	return all
}

func main() {
	root := flag.String("root", ".", "root of the repository")
	bin := flag.String("bin", "bin", "folder of the executables")
	out := flag.String("out", "bin/sbom", "folder for the documents")
	flag.Parse()
	if err := run(*root, *bin, *out); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(root, bin, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	docker, err := readDockerfile(filepath.Join(root, "deploy/docker/Dockerfile"))
	if err != nil {
		return err
	}
	for _, p := range programs() {
		app, parts, err := partsOf(root, bin, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := write(filepath.Join(out, p.name+".cdx.json"), app, parts); err != nil {
			return err
		}
		image := cdx.Component{BOMRef: "image:" + p.name, Type: cdx.ComponentTypeContainer, Name: "docmill/" + p.name,
			Version: app.Version}
		layers := append([]cdx.Component{app}, docker.layers(p.target)...)
		if err := write(filepath.Join(out, "image-"+p.name+".cdx.json"), image, append(layers, parts...)); err != nil {
			return err
		}
		fmt.Printf("%-10s %3d parts, image %d more, %d without a known license\n", p.name, len(parts), len(layers),
			unlicensed(parts))
	}
	return nil
}

func unlicensed(parts []cdx.Component) (n int) {
	for _, c := range parts {
		if c.Licenses == nil {
			n++
		}
	}
	return n
}

// write saves a document without time and serial number, so that it changes only with its content.
func write(path string, subject cdx.Component, parts []cdx.Component) error {
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &subject}
	bom.Components = &parts
	refs := []string{}
	for _, c := range parts {
		refs = append(refs, c.BOMRef)
	}
	bom.Dependencies = &[]cdx.Dependency{{Ref: subject.BOMRef, Dependencies: &refs}}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	e := cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true)
	if err := e.EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		_ = f.Close() // the first error matters more
		return err
	}
	return f.Close()
}
