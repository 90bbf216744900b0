#!/bin/sh
# Builds the container image: deploy/build-image.sh [tag]. Needs docker (or podman as DOCKER) and the two registries alone.
set -eu
cd "$(dirname "$0")/.."
exec "${DOCKER:-docker}" build --file deploy/Dockerfile --tag "${1:-keyan:latest}" .
