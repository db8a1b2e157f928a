#!/bin/sh
# Installs the program for the person who runs this, without root. Started by the .run file, in the folder that
# it was unpacked to. Where something can be refused it is refused before anything is changed.
set -eu

. ./about.sh # NAME TITLE VERSION MACHINE GLIBC LIBRARIES, written by linux/run.py

say() { printf '%s\n' "$*"; }
stop() {
    printf '%s\n' "$*" >&2
    rm -f "$unpacked"/data.tar.xz "$unpacked"/install.sh "$unpacked"/uninstall.sh "$unpacked"/about.sh
    rmdir "$unpacked" 2>/dev/null || true
    exit 1
}

unpacked=$(pwd)
case ${unpacked##*/} in
    selfgz[0-9]*) folder=$HOME/.local/lib/$NAME ;; # makeself's own: the usual place
    *) folder=$unpacked ;;                         # --target FOLDER
esac
data=${XDG_DATA_HOME:-$HOME/.local/share}
commands=$HOME/.local/bin
list=$folder/installed-files

# -- can it work here? ---------------------------------------------------------------------------------

machine=$(uname -m)
[ "$machine" = "$MACHINE" ] || stop "$TITLE is made for $MACHINE processors; this computer has $machine."
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p') || true
[ -n "$glibc" ] || stop "$TITLE needs the C library glibc $GLIBC or newer; this system has another one."
oldest=$(printf '%s\n%s\n' "$GLIBC" "$glibc" | sort -V | head -n 1)
[ "$oldest" = "$GLIBC" ] || stop "$TITLE needs glibc $GLIBC or newer (Debian 12, Ubuntu 22.04, Fedora 36 have it); \
this system has $glibc."
command -v xz >/dev/null || stop "xz is needed to unpack the program; it is in the package xz-utils (or xz)."
if [ ! -e "$list" ]; then
    for path in "$folder"/* "$folder"/.[!.]*; do
        case ${path##*/} in
            data.tar.xz | install.sh | uninstall.sh | about.sh | '*' | '.[!.]*') ;;
            *) stop "$folder is not empty and not an installation of $TITLE; choose another folder." ;;
        esac
    done
fi
for process in /proc/[0-9]*; do
    case $(readlink "$process/exe" 2>/dev/null || true) in
        "$folder"/program/*) stop "$TITLE is running (process ${process##*/}). Close it, then run this again." ;;
    esac
done

# missing_folders PATH: those above PATH that are not there, as lines of the list, outermost first
missing_folders() {
    above=$(dirname "$1")
    lines=
    while [ ! -d "$above" ]; do
        lines="folder $above
$lines"
        above=$(dirname "$above")
    done
    printf '%s' "$lines"
}

# -- unpack ---------------------------------------------------------------------------------------------

before=$(sed -n 's/^version //p' "$list" 2>/dev/null || true)
say "$TITLE $VERSION is installed for you alone${before:+, in place of $before}:"
say "  program      $folder"
say "  commands     $commands/mcpdi, $commands/$NAME"
say "  for the desktop: menu entry, file types, icons, manual pages in $data"
say "Your servers, settings and sessions are not touched."

noted= # what an older version noted: folders that were not there before it
[ ! -e "$list" ] || noted=$(sed -n '/^folder /p' "$list")
fresh=$(missing_folders "$folder/program")
mkdir -p "$folder"
new=$folder/new
trap 'rm -rf "$new"' EXIT
rm -rf "$new"
mkdir "$new"
tar -xJf "$unpacked/data.tar.xz" -C "$new"
if [ -e "$list" ]; then
    sh "$folder/uninstall.sh" --files-only
fi
rm -rf "$folder/program"
mv "$new/usr/lib/$NAME" "$folder/program"
[ "$folder" = "$unpacked" ] || cp "$unpacked/uninstall.sh" "$folder/uninstall.sh"
{
    printf 'version %s\n' "$VERSION"
    printf '%s\n' "$noted" "$fresh" | sed '/^$/d'
} >"$list"

# -- tell the desktop -----------------------------------------------------------------------------------

# folder_for PATH: make the folder of PATH, and note every one that was not there
folder_for() {
    missing_folders "$1" | sed -e '$a\' >>"$list"
    mkdir -p "$(dirname "$1")"
}
# place FILE PATH: put FILE there and note it
place() {
    folder_for "$2"
    mv -f "$1" "$2"
    printf 'file %s\n' "$2" >>"$list"
}
# link NAME: a command on the PATH, unless somebody else's is there
link() {
    path=$commands/$1
    if [ -e "$path" ] || [ -L "$path" ]; then
        say "Left alone: $path is there already and not ours; ours is $folder/program/$1"
        return
    fi
    folder_for "$path"
    ln -s "$folder/program/$1" "$path"
    printf 'file %s\n' "$path" >>"$list"
}

# A path in Exec= is quoted twice: for the command line, and as the value of a key.
quoted=$(printf '%s' "$folder/program/$NAME" | sed 's/[\\"`$]/\\&/g; s/%/%%/g; s/\\/\\\\/g')
plain=$(printf '%s' "$folder/program/$NAME" | sed 's/\\/\\\\/g')
entry=$new/usr/share/applications/$NAME.desktop
QUOTED=$quoted PLAIN=$plain awk '
    /^Exec=/ { sub(/^Exec=[^ ]*/, ""); print "Exec=\"" ENVIRON["QUOTED"] "\"" $0; next }
    /^TryExec=/ { print "TryExec=" ENVIRON["PLAIN"]; next }
    { print }' "$entry" >"$entry.new"
mv "$entry.new" "$entry"

(cd "$new/usr/share" && find applications icons mime metainfo man bash-completion fish -type f) | sort >"$new/files"
while IFS= read -r file; do
    place "$new/usr/share/$file" "$data/$file"
done <"$new/files"
mkdir -p "$folder/doc"
cp -R "$new/usr/share/doc/$NAME/." "$folder/doc"
link mcpdi
link "$NAME"
sh "$folder/uninstall.sh" --refresh
if [ "$folder" = "$unpacked" ]; then
    rm -f ./data.tar.xz ./install.sh ./about.sh
fi

# -- what is left to say --------------------------------------------------------------------------------

absent=
for pair in $LIBRARIES; do # library:package
    /sbin/ldconfig -p 2>/dev/null | grep -qF "	${pair%%:*} " || absent="$absent ${pair#*:}"
done
if [ -n "$absent" ]; then
    say "The window needs libraries that were not found. On Debian and Ubuntu install them with:"
    say "  sudo apt install$(printf '%s\n' $absent | sort -u | sed 's/^/ /' | tr -d '\n')"
fi
case :$PATH: in
    *:"$commands":*) start=$NAME ;;
    *)
        start="\"$commands/$NAME\""
        say "$commands is not on your PATH; until it is, type \"$commands/mcpdi\""
        ;;
esac
say "Done. Start it from the menu ($TITLE) or with: $start"
say "To remove it: sh \"$folder/uninstall.sh\""
