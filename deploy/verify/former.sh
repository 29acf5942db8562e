#!/usr/bin/env bash
# Builds the images of the release before this one, with the tag `former`, unless the
# engine has them: the last tag, or the commit that stands for it (tests/instance).
# Its sources are built as this release builds its own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/settings.sh"

commit=$(git -C "$source" describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null ||
	sed -n 's/^const FormerCommit = "\(.*\)"$/\1/p' "$source/tests/instance/release.go")
commit=$(git -C "$source" rev-parse "$commit^{commit}")
for service in gateway auth quota notifier extractor docmill; do
	[[ $(docker image inspect --format '{{index .Config.Labels "org.opencontainers.image.revision"}}' "docmill/$service:former" 2>/dev/null) == "$commit" ]] || missing=1
done
[[ -n ${missing:-} ]] || exit 0
say "building the images of $commit"
mkdir -p "$state/former"
git -C "$source" archive "$commit" | tar -x -C "$state/former"
cp "$source"/deploy/docker/{Dockerfile,build.sh} "$state/former/deploy/docker/"
in_machine sh -c "cd /var/verify/former && COMMIT=$commit TAG=former nice deploy/docker/build.sh"
rm -rf "$state/former"
