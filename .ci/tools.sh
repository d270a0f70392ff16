# What the slow lane needs beside Node, put into the folder $1 or, where Debian has it, into the system. In CI the absence of any
# of it is a failure of the tests that need it, not of this file: each line says what could not be installed.
tools=$1

# Command and package: a browser for the reports, shells for completion, what a finding says in curl, TLS of foreign deployments,
# one such deployment in Go and k6, the queue of sweeps, and the image (where a machine permits no builder, its test is skipped).
missing=()
while read -r command package; do
  command -v "$command" >/dev/null || missing+=("$package")
done <<'PACKAGES'
chromium chromium
zsh zsh
fish fish
jq jq
curl curl
openssl openssl
python3 python3
go golang-go
redis-server redis-server
buildah buildah
PACKAGES
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
if [ "${#missing[@]}" -gt 0 ]; then
  apt-get update -qq
  # All at once, or, where one of them is not to be had, each of the others.
  apt-get install -y -qq "${missing[@]}" >/dev/null ||
    for package in "${missing[@]}"; do
      apt-get install -y -qq "$package" >/dev/null || echo "$package could not be installed"
    done
fi

# Plans are replayed by the real k6.
{
  command -v k6 >/dev/null || GOBIN="$tools" go install go.k6.io/k6@v1.8.1 || echo "k6 could not be installed"
} &

# The OpenAPI document is tried out by schemathesis, MCP by its Python client.
{
  { command -v schemathesis >/dev/null && python3 -c 'import mcp' 2>/dev/null; } ||
    { python3 -m venv "$tools/venv" && "$tools/venv/bin/pip" install -q 'schemathesis==4.32.5' 'mcp==2.3.0'; } ||
    echo "schemathesis and mcp could not be installed"
} &

# One digest everywhere: the other Nodes that Orrery supports.
machine=$(node -p '`${process.platform}-${process.arch}`')
for version in 22 24 26; do
  {
    command -v "node$version" >/dev/null ||
      { npm install --no-save --silent --prefix "$tools/nodes/$version" "node-$machine@$version" >/dev/null &&
        ln -s "$tools/nodes/$version/node_modules/node-$machine/bin/node" "$tools/node$version"; } ||
      echo "Node $version could not be installed"
  } &
done
wait
