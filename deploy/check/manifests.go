package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"        // registers its types
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install" // registers its types
	_ "k8s.io/kubernetes/pkg/apis/batch/install"       // registers its types
	_ "k8s.io/kubernetes/pkg/apis/core/install"        // registers its types
	_ "k8s.io/kubernetes/pkg/apis/networking/install"  // registers its types
	_ "k8s.io/kubernetes/pkg/apis/policy/install"      // registers its types
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"  // registers its types
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// BuildKustomization returns the output of `kubectl kustomize dir`.
func BuildKustomization(dir string) ([]byte, error) {
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		return nil, fmt.Errorf("kustomize %s: %w", dir, err)
	}
	return resources.AsYaml()
}

// DecodeManifests decodes a stream of manifests to the types of k8s.io/api, with the API server's defaults.
// Unknown and repeated fields are errors. Objects of operators (customKinds) stay untyped.
func DecodeManifests(stream []byte) ([]runtime.Object, error) {
	decoder := serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream)))
	var objects []runtime.Object
	var errs []error
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return objects, errors.Join(errs...)
		}
		if err != nil {
			return nil, err
		}
		if custom, ok := decodeCustom(document); ok {
			objects = append(objects, custom)
			continue
		}
		object, kind, err := decoder.Decode(document, nil, nil)
		if err != nil {
			errs = append(errs, fmt.Errorf("%v: %w", kind, err))
			continue
		}
		legacyscheme.Scheme.Default(object)
		objects = append(objects, object)
	}
}
