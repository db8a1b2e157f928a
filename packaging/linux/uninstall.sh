#!/bin/sh
# Removes what install.sh installed: the program, and the files and folders that it noted. Nothing else.
#
#   uninstall.sh                all of it
#   uninstall.sh --files-only   all but the program itself (before a new version)
#   uninstall.sh --refresh      remove nothing; let the desktop look again
set -eu

folder=$(cd "$(dirname "$0")" && pwd)
list=$folder/installed-files
data=${XDG_DATA_HOME:-$HOME/.local/share}

# Each is there on a desktop, and missed by nobody where it is not.
refresh() {
    if [ -d "$data/mime/packages" ] && command -v update-mime-database >/dev/null; then
        update-mime-database "$data/mime" >/dev/null 2>&1 || true
    fi
    if [ -d "$data/applications" ] && command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$data/applications" 2>/dev/null || true
    fi
    if [ -d "$data/icons/hicolor" ]; then
        touch "$data/icons/hicolor"
        if [ -f "$data/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
            gtk-update-icon-cache -q -f -t "$data/icons/hicolor" 2>/dev/null || true
        fi
    fi
}

# Caches that were made for our files alone; a folder of somebody else's keeps its own.
forget_caches() {
    if [ -d "$data/mime" ] && [ -z "$(find "$data/mime/packages" -type f 2>/dev/null | head -n 1)" ]; then
        (cd "$data/mime" && rm -f XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache \
            subclasses treemagic types version)
        rmdir "$data/mime/application" 2>/dev/null || true
    fi
    if [ -d "$data/applications" ] && [ -z "$(find "$data/applications" -name '*.desktop' | head -n 1)" ]; then
        rm -f "$data/applications/mimeinfo.cache"
    fi
}

[ -f "$list" ] || {
    printf '%s\n' "There is no $list, so there is nothing to remove." >&2
    exit 1
}
if [ "${1:-}" = --refresh ]; then
    refresh
    exit 0
fi
if [ "${1:-}" != --files-only ]; then
    for process in /proc/[0-9]*; do
        case $(readlink "$process/exe" 2>/dev/null || true) in
            "$folder"/program/*)
                printf '%s\n' "The program is running (process ${process##*/}). Close it, then run this again." >&2
                exit 1
                ;;
        esac
    done
fi

sed -n 's/^file //p' "$list" | while IFS= read -r path; do rm -f "$path"; done
refresh
forget_caches
folders=$(sed -n 's/^folder //p' "$list" | sed '1!G;h;$!d') # the innermost were noted last
version=$(sed -n 's/^version //p' "$list")
if [ "${1:-}" != --files-only ]; then
    rm -rf "$folder/program" "$folder/doc"
    rm -f "$list" "$folder/uninstall.sh"
    rmdir "$folder" 2>/dev/null || true
fi
printf '%s\n' "$folders" | while IFS= read -r path; do
    rmdir "$path" 2>/dev/null || true # somebody else's files may be there by now
done
if [ "${1:-}" != --files-only ]; then
    said="Version $version is removed."
    for path in "${XDG_CONFIG_HOME:-$HOME/.config}" "$data" "${XDG_STATE_HOME:-$HOME/.local/state}"; do
        [ -d "$path/mcp-desktop-inspector" ] || continue
        case $said in *.) said="$said Your servers, settings and sessions are still there:" ;; esac
        said="$said
  $path/mcp-desktop-inspector"
    done
    printf '%s\n' "$said"
fi
