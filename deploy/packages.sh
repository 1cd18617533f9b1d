# Sourced by deploy/run and tests/run: installing what is missing, and only that (Debian 12).

# What it takes to build.
BUILD_PACKAGES="gcc libc6-dev meson ninja-build pkg-config libuv1-dev libjansson-dev libsqlite3-dev
    libsodium-dev libconfig-dev libcmocka-dev clang lld"

# Prints those of the given packages that are not installed.
missing_packages() {
    local package installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        sed -n 's/ installed$//p')
    for package in "$@"; do
        grep -qx -- "$package" <<<"$installed" || printf '%s\n' "$package"
    done
}

# Installs the given packages where they are missing; says so, or says what to do.
install_packages() {
    local missing root=()
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian: the following must be installed already: $*" >&2
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    missing=$(echo $missing)
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing, and neither root nor sudo is at hand." >&2
            echo "Have an administrator run: apt-get install $missing" >&2
            return 1
        fi
        root=(sudo)
    fi
    echo "Installing: $missing" >&2
    # shellcheck disable=SC2086
    "${root[@]}" apt-get update -qq </dev/null >&2 &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $missing </dev/null >&2 || {
        echo "apt-get could not install: $missing" >&2
        return 1
    }
}
