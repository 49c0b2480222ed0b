# Common code of the commands in the root, which source this file: finds a JDK and Maven, builds a jar if it is missing or
# older than the sources, and runs it. The command first sets:
#   name     its name, for messages
#   root     the folder of the project
#   module   the module whose jar is built
#   jar      that jar
#   modules  all modules whose sources are in it; empty where the jar is installed: then it is not built
# and, if the JVM should start quickly:
#   brief    commands that finish at once, or do little
# TAILRACE_OPTS gives options for the JVM, not for the build; then the JVM gets no other options.
# The exit code is 69 if there is no JDK or no Maven, 70 if the build fails, else that of the command.

say() {
    printf '%s: %s\n' "$name" "$*" >&2
}

# Sets $resolved to a path in which each symbolic link in the last part is followed.
resolve() {
    resolved=$1
    while [ -h "$resolved" ]; do
        link=$(readlink "$resolved")
        case $link in
            /*) resolved=$link ;;
            *) resolved=$(dirname -- "$resolved")/$link ;;
        esac
    done
}

# Sets the feature version of the Java in a folder, and the name of its exact build if known. Reads the file "release" if
# possible: starting a JVM to ask takes longer.
version_of() {
    version=
    java_build=
    if [ -r "$1/release" ]; then
        while IFS= read -r line || [ -n "$line" ]; do
            case $line in
                JAVA_VERSION=*)
                    version=${line#*=\"}
                    version=${version%%[!0-9]*}
                    ;;
                JAVA_RUNTIME_VERSION=*)
                    java_build=${line#*=\"}
                    java_build=${java_build%\"*}
                    ;;
            esac
        done <"$1/release"
    fi
    if [ -z "$version" ]; then
        version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    fi
}

# Checks whether a folder has a Java 17 or newer with the given programs; if so, it becomes $java_home.
accept() {
    for program in $2; do
        [ -x "$1/bin/$program" ] || return 1
    done
    version_of "$1"
    [ "${version:-0}" -ge 17 ] || return 1
    java_home=$1
}

# Finds a Java with the given programs: first JAVA_HOME, then the one on the path, then installed ones.
find_java() {
    if [ -n "${JAVA_HOME:-}" ] && accept "$JAVA_HOME" "$1"; then
        return
    fi
    if on_path=$(command -v java); then
        resolve "$on_path"
        if accept "${resolved%/bin/java}" "$1"; then
            return
        fi
    fi
    for home in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*; do
        if accept "$home" "$1"; then
            return
        fi
    done
    say 'found no JDK 17 or newer: install one, or set JAVA_HOME to it'
    exit 69
}

# Prints why the jar must be built; nothing if it is up to date.
reason_to_build() {
    [ -n "$modules" ] || return 0
    if [ ! -f "$jar" ]; then
        echo "missing"
        return
    fi
    newer=$(
        for part in $modules; do
            set -- "$@" "$root/$part/pom.xml" "$root/$part/src/main"
        done
        find "$root/pom.xml" "$@" -newer "$jar" 2>/dev/null | head -n 1
    )
    if [ -n "$newer" ]; then
        echo "older than ${newer#"$root"/}"
    fi
}

# Waits until no other process builds here. Without flock(1), the lock is a symbolic link that names its holder.
lock() {
    if command -v flock >/dev/null; then
        exec 9<"$root/pom.xml"
        flock 9
        return
    fi
    mkdir -p "$root/target"
    until ln -s "$$" "$root/target/build.lock" 2>/dev/null; do
        holder=$(readlink "$root/target/build.lock") || continue
        if kill -0 "$holder" 2>/dev/null; then
            sleep 1
        else
            rm -f "$root/target/build.lock"
        fi
    done
    link_held=yes
}

unlock() {
    if [ "$link_held" = yes ]; then
        rm -f "$root/target/build.lock"
        link_held=no
    fi
    exec 9<&-
}

clean_up() {
    [ -z "$maven" ] || kill "$maven" 2>/dev/null || :
    [ -z "$scratch" ] || rm -rf "$scratch"
    unlock
}

# Builds the jar. Maven gets no standard input, and its output is shown only if it fails.
build() {
    find_java 'java javac'
    maven_home=${MAVEN_HOME:-${M2_HOME:-}}
    if ! mvn=$(command -v mvn || command -v "${maven_home:-/nonexistent}/bin/mvn"); then
        say "found no Maven to build $jar: install Maven 3.8 or newer"
        exit 69
    fi
    say "building $jar, which is $why"
    scratch=$(mktemp -d)
    : >"$scratch/started"
    # In the background, so that a signal ends the wait, and then Maven.
    (
        cd "$root"
        JAVA_HOME=$java_home
        export JAVA_HOME
        exec "$mvn" -B -q -pl "$module" -am package -Dmaven.test.skip=true -DfailOnWarning=false
    ) </dev/null >"$scratch/log" 2>&1 &
    maven=$!
    status=0
    wait "$maven" || status=$?
    maven=
    if [ "$status" -ne 0 ]; then
        cat "$scratch/log" >&2
        say "the build failed"
        exit 70
    fi
    # A source that changes during the build must be newer than the jar. Where the build makes an archive of classes, it
    # sets that time itself, because the archive is for a jar of that time.
    [ -n "${brief:-}" ] || touch -r "$scratch/started" "$jar"
}

# Builds the jar if necessary, and becomes its command.
launch() {
    scratch=
    maven=
    link_held=no
    if [ -n "$(reason_to_build)" ]; then
        trap clean_up EXIT
        trap 'exit 130' INT
        trap 'exit 143' TERM
        lock
        why=$(reason_to_build)
        if [ -n "$why" ]; then
            build
        fi
        clean_up
        scratch=
        trap - EXIT INT TERM
    fi
    find_java java
    # Services and containers run in the locale "C", in which the JVM turns all bytes of arguments but ASCII into question marks.
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C | POSIX)
            LC_ALL=C.UTF-8
            export LC_ALL
            ;;
    esac
    if [ -n "${TAILRACE_OPTS:-}" ]; then
        # The options are split into words, but are not patterns.
        set -f
        # shellcheck disable=SC2086
        exec "$java_home/bin/java" $TAILRACE_OPTS -jar "$jar" "$@"
    fi
    if [ -n "${brief:-}" ]; then
        # The build has made it for the Java that ran Maven. The JVM passes over one that does not fit the jar.
        archive=${jar%.jar}-$java_build.jsa
        case " $brief " in
            *" ${1:---help} "*) set -- -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$jar" "$@" ;;
            *) set -- -jar "$jar" "$@" ;;
        esac
        if [ -r "$archive" ]; then
            # Messages of the JVM go to the standard error: the standard output is for data.
            set -- -XX:SharedArchiveFile="$archive" -Xlog:disable -Xlog:all=warning,cds*=off:stderr "$@"
        fi
        exec "$java_home/bin/java" "$@"
    fi
    exec "$java_home/bin/java" -jar "$jar" "$@"
}
