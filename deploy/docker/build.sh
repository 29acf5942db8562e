#!/bin/sh
# Builds every image of docmill and says for each whether its provenance and SBOM
# are kept with it: `make images`. Settings, all optional, from the environment:
#
#   TAG       dev
#   REGISTRY  docmill: what stands before /gateway and the others
#   PUSH      1 pushes them, which is how attestations reach a registry
#   COMMIT, DATE  of the sources
#   DOCKER    docker
set -eu
cd "$(dirname "$0")/../.."
docker=${DOCKER:-docker} tag=${TAG:-dev} registry=${REGISTRY:-docmill}
version=$(sed -n 's/^const Number = "\(.*\)"$/\1/p' libs/version/version.go)

# The Dockerfile needs BuildKit (cache mounts), which is what buildx speaks to.
"$docker" buildx version >/dev/null 2>&1 || {
	echo "images: docker buildx is missing (Debian: docker-buildx)" >&2
	exit 1
}

# Attestations are an index beside the image. Docker's classic image store cannot
# keep one; a registry can, and so can the containerd image store.
attest="--sbom=true --provenance=mode=max"
if [ -z "${PUSH:-}" ] && ! "$docker" info --format '{{.DriverStatus}}' 2>/dev/null | grep -q containerd; then
	attest="--provenance=false"
	echo "images: this image store keeps no SBOM and no provenance; PUSH=1 makes them" >&2
fi

out=--load
[ -z "${PUSH:-}" ] || out=--push
for service in gateway auth quota notifier extractor docmill; do
	case $service in
	extractor) target=extractor ;;
	docmill) target=tool ;;
	*) target=service ;;
	esac
	# shellcheck disable=SC2086 # attest is a list of flags
	"$docker" buildx build $attest "$out" -f deploy/docker/Dockerfile --target "$target" \
		--build-arg SERVICE="$service" --build-arg VERSION="$version" \
		--build-arg COMMIT="${COMMIT:-}" --build-arg DATE="${DATE:-}" \
		-t "$registry/$service:$tag" .
done
