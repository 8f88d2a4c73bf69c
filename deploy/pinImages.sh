#!/bin/sh
# Writes the digest of each image, as the registry gives it now, into Dockerfile and compose.yaml: every later build and start takes exactly
# these images. Run it again, and read the difference, to take newer ones. It needs docker with buildx, and the network.
set -eu
cd "$(dirname "$0")"
images=$(sed -nE 's/^(FROM|[[:space:]]+image:) ([^ @]+).*/\2/p' Dockerfile compose.yaml | sort -u)
script=
for image in $images; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  if ! printf '%s' "$digest" | grep -qE '^sha256:[0-9a-f]{64}$'; then
    echo "No digest of $image from the registry. Nothing was changed." >&2
    exit 1
  fi
  script="$script;s#^(FROM|[[:space:]]+image:) $image(@sha256:[0-9a-f]{64})?( |\$)#\\1 $image@$digest\\3#"
done
for file in Dockerfile compose.yaml; do
  sed -E "$script" "$file" >"$file.new"
  mv "$file.new" "$file"
done
