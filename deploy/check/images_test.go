package check_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

func TestImmutableImageTags(t *testing.T) {
	t.Parallel()
	images := check.ComposeImages(mustLoad(t, "minio"))
	images = append(images, check.ComposeImages(mustLoad(t, "versitygw"))...)
	images = append(images, mustCluster(t, mustBuild(t)).Images()...)
	bases := mustDockerfile(t).BaseImages()
	if len(images) < 18 || len(bases) != 4 {
		t.Errorf("images %q on %q", images, bases)
	}
	none(t, check.ImageProblems(append(images, bases...)...))
}

func TestMutableImageTags(t *testing.T) {
	t.Parallel()
	digest := "@sha256:" + strings.Repeat("0a", 32)
	none(t, check.ImageProblems("postgres:17-bookworm", "postgres"+digest, "postgres:17"+digest,
		"registry.example:5000/a/b:1"))
	for name, want := range map[string]string{
		"postgres":                    "neither tag nor digest",
		"registry.example:5000/a/b":   "neither tag nor digest",
		"postgres:latest":             "latest",
		"postgres:latest" + digest:    "latest",
		"postgres:17@sha256:0a0a0a0a": "invalid",
	} {
		mention(t, check.ImageProblems(name), want)
	}
}
