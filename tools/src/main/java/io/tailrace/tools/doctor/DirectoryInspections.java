/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.file.Ownership;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.doctor.Findings.Unknown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks whether the directory is safe, in memory, large enough, and permanent. */
final class DirectoryInspections {
    private static final int PERMISSIONS = 07777;
    private static final int STICKY = 01000;

    /** File systems of networks: other hosts see other memory and other locks. */
    private static final Pattern OF_NETWORKS =
            Pattern.compile("nfs4?|cifs|smb(3|fs)?|9p|afs|ceph|glusterfs|lustre|gpfs|ocfs2|gfs2|beegfs|virtiofs"
                    + "|fuse[.](sshfs|glusterfs|s3fs|ceph-fuse)");

    private static final long FEW = 4;
    /** The size that containers get by default. */
    private static final long OF_CONTAINERS = 64L << 20;

    /** In ascending precedence: a file in a later folder hides one of the same name in an earlier folder. */
    private static final List<String> FOLDERS = List.of(
            "/usr/lib/systemd/logind.conf.d",
            "/usr/local/lib/systemd/logind.conf.d",
            "/run/systemd/logind.conf.d",
            "/etc/systemd/logind.conf.d");

    private static final Pattern SETTING = Pattern.compile("\\s*RemoveIPC\\s*=\\s*(\\S*)\\s*");
    private static final Set<String> NO = Set.of("no", "false", "off", "0", "n", "f");
    private static final long LAST_SYSTEM_USER = 999;

    private DirectoryInspections() {}

    /**
     * Checks whether this user may use the directory, and whether other users cannot harm it. Inspects the directory
     * itself.
     */
    static void directory(Subject subject, Findings findings) {
        Path directory = subject.directory();
        try {
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                there(directory, Ownership.of(directory), findings);
            } else {
                missing(directory, findings);
            }
            parent(directory.getParent(), findings);
        } catch (IOException | UnsupportedOperationException e) {
            throw new Unknown("path=" + directory + " cannot be read: " + e.getMessage());
        }
    }

    private static void missing(Path directory, Findings findings) {
        Path parent = directory.getParent();
        if (parent != null && Files.isWritable(parent)) {
            findings.ok("path=" + directory + " does not exist yet; a driver can create it");
        } else {
            findings.crit(
                    "path=" + directory + " does not exist, and this user cannot create it: parent=" + parent,
                    "create the parent, let this user write there, or give another --dir");
        }
    }

    private static void there(Path directory, Ownership found, Findings findings) throws IOException {
        String text = "path=" + directory + ", owner=" + found.owner() + ", group="
                + found.group().getName() + ", mode=" + Integer.toOctalString(found.mode() & PERMISSIONS);
        if (!found.isDirectory()) {
            findings.crit(text + ": not a directory", "remove it, or give another --dir; no link is followed");
        } else if (found.othersMayWrite()) {
            findings.crit(
                    text + ": every user may write there, and so forge messages",
                    "end driver and clients, chmod o-w " + directory + ", start them again");
        } else if (!mayUse(directory)) {
            findings.crit(
                    text + ": this user may not connect",
                    "run as " + found.owner() + ", or share it: tailrace driver --group NAME, with a group of this "
                            + "user's, and clients with --group NAME");
        } else if (found.isOwn() || found.isRoots()) {
            findings.ok(text + ": this user may connect");
        } else {
            findings.warn(
                    text + ": another user's; this user may connect with --group",
                    "clients with --group " + found.group().getName());
        }
    }

    /** Each client makes a directory of its own in there. */
    private static boolean mayUse(Path directory) {
        Path clients = directory.resolve("clients");
        return Files.isReadable(directory)
                && Files.isExecutable(directory)
                && Files.isWritable(Files.exists(clients) ? clients : directory);
    }

    private static void parent(@Nullable Path parent, Findings findings) throws IOException {
        if (parent != null && Files.exists(parent)) {
            Ownership found = Ownership.of(parent.toRealPath());
            if (found.othersMayWrite() && (found.mode() & STICKY) == 0) {
                findings.crit(
                        "parent=" + parent + ", mode=" + Integer.toOctalString(found.mode() & PERMISSIONS)
                                + ": every user can replace the directory",
                        "chmod +t " + parent);
            }
        }
    }

    /** Checks whether the directory is in memory of this host. */
    static void fileSystem(Subject subject, Findings findings) {
        String type = subject.storage().type();
        String text = "type=" + type;
        String fix = "give --dir, or TAILRACE_DIR, in /dev/shm";
        if (type.isEmpty()) {
            throw new Unknown("unknown type of file system: path=" + subject.directory());
        } else if (subject.isInMemory()) {
            findings.ok(text + ", in memory");
        } else if (OF_NETWORKS.matcher(type).matches()) {
            findings.crit(text + ": a network file system; mapped files and locks work on one host only", fix);
        } else {
            findings.warn(text + ": not in memory; the kernel writes messages to it", fix);
        }
    }

    /** Checks whether there is space for more streams, in files and in the memory that they take. */
    static void space(Subject subject, Findings findings) {
        long total = subject.storage().totalBytes();
        if (total == 0) {
            throw new Unknown("unknown size of the file system: path=" + subject.directory());
        }
        long more = subject.storage().logs(subject.termLength());
        String text = "size=" + Quantity.shortBytes(total) + ", free="
                + Quantity.shortBytes(subject.storage().usableBytes())
                + subject.storage().describeInodes(subject.termLength()) + ", streams here="
                + Quantity.shortBytes(subject.bytesOfLogs()) + ", one more="
                + Quantity.shortBytes(subject.bytesOfLog()) + " (term length "
                + Quantity.shortBytes(subject.termLength()) + "), room for " + more + " more";
        String fix = subject.storage().isShortOfInodes(subject.termLength())
                ? "delete files there, or mount -o remount,nr_inodes=1m on the file system"
                : "mount -o remount,size=" + suggestion(subject) + " on the file system; docker run --shm-size="
                        + suggestion(subject)
                        + "; Kubernetes: emptyDir {medium: Memory, sizeLimit}; or a smaller --term-length";
        findings.judge(more < 1, more < FEW, text, fix);
    }

    /** Checks whether the file system is larger than containers get by default, and whether it uses huge pages. */
    static void wholeSpace(Subject subject, Findings findings) {
        long total = subject.storage().totalBytes();
        if (total > 0 && total <= OF_CONTAINERS) {
            findings.warn(
                    "size=" + Quantity.shortBytes(total) + ": containers get that by default",
                    "docker run --shm-size=" + suggestion(subject));
        }
        if (subject.storage().fileUnit() > 1) {
            findings.warn(
                    "each file in the directory takes a multiple of "
                            + Quantity.shortBytes(subject.storage().fileUnit()) + ", one more stream="
                            + Quantity.shortBytes(subject.bytesOfLog()),
                    "mount -o remount,huge=never on the file system");
        }
    }

    /** {@return twice the size of the present logs, and some more} */
    private static String suggestion(Subject subject) {
        long wanted = 2 * (subject.bytesOfLogs() + FEW * subject.bytesOfLog());
        long atLeast = Math.max(wanted, 2 * subject.storage().totalBytes());
        return Math.max(1, (atLeast + (1 << 20) - 1) >> 20) + "m";
    }

    /**
     * Checks whether systemd removes the files when their owner logs out ({@code RemoveIPC}): it removes those in
     * {@code /dev/shm} whose owner is not a system user. It never removes root's.
     */
    static void removal(Subject subject, Findings findings) {
        HostFiles host = subject.host();
        if (!subject.directory().startsWith("/dev/shm") || !host.exists("/run/systemd/seats")) {
            findings.ok("systemd removes nothing there at logout");
            return;
        }
        try {
            Ownership owner =
                    Ownership.of(Files.exists(subject.directory()) ? subject.directory() : Path.of("/proc/self"));
            removal(host, owner.uid(), owner.owner(), findings);
        } catch (IOException e) {
            throw new Unknown("unknown owner of the files");
        }
    }

    static void removal(HostFiles host, int uid, String user, Findings findings) {
        String text = "RemoveIPC=" + setting(host) + ", owner=" + user + ", uid=" + uid;
        if (NO.contains(setting(host).toLowerCase(Locale.ROOT))) {
            findings.ok(text);
        } else if (uid <= lastSystemUser(host)) {
            findings.ok(text + ": a system user, whose files stay");
        } else if (host.exists("/var/lib/systemd/linger/" + user)) {
            findings.ok(text + ": lingers, so the files stay");
        } else {
            findings.crit(
                    text + ": systemd removes the files when that user logs out, even of a living driver",
                    "run the driver as a system user, or loginctl enable-linger " + user
                            + ", or RemoveIPC=no in /etc/systemd/logind.conf");
        }
    }

    /** {@return the effective setting; {@code yes} if there is none} */
    private static String setting(HostFiles host) {
        List<String> files = new ArrayList<>(List.of("/usr/lib/systemd/logind.conf", "/etc/systemd/logind.conf"));
        Map<String, String> dropIns = new TreeMap<>();
        for (String folder : FOLDERS) {
            for (String name : host.names(folder)) {
                if (name.endsWith(".conf")) {
                    dropIns.put(name, folder + '/' + name);
                }
            }
        }
        files.addAll(dropIns.values());
        String setting = "yes";
        for (String file : files) {
            for (String line : host.lines(file)) {
                Matcher found = SETTING.matcher(line);
                if (found.matches()) {
                    setting = found.group(1).isEmpty() ? "yes" : found.group(1);
                }
            }
        }
        return setting;
    }

    private static long lastSystemUser(HostFiles host) {
        for (String line : host.lines("/etc/login.defs")) {
            String[] words = line.split("\\s+", -1);
            if (words[0].equals("SYS_UID_MAX") && words.length > 1) {
                return HostFiles.parse(words[1]);
            }
        }
        return LAST_SYSTEM_USER;
    }
}
