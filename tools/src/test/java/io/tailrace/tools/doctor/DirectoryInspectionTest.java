/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static io.tailrace.tools.doctor.Verdict.CRITICAL;
import static io.tailrace.tools.doctor.Verdict.OK;
import static io.tailrace.tools.doctor.Verdict.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.report.LinkFile;
import io.tailrace.tools.doctor.Findings.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The findings about the directory: who may use it, whose files are in it, who removes it, and its links. */
class DirectoryInspectionTest {
    @TempDir
    private Path parent;

    private void assertFinds(String name, Verdict verdict, String part) {
        Path path = parent.resolve(name);
        new FakeHost(parent).directory(path).assertFinds("directory", verdict, path.toString(), part);
    }

    @Test
    void oneThatThisUserAloneMayUseIsSafe() throws IOException {
        assertFinds("driver", OK, "does not exist yet");
        Files.createDirectories(parent.resolve("driver/clients"));
        assertFinds("driver", OK, "this user may connect");
        assertFinds("missing/driver", CRITICAL, "cannot create it");
        Files.createSymbolicLink(parent.resolve("link"), parent.resolve("driver"));
        assertFinds("link", CRITICAL, "no link is followed");
        Files.createFile(parent.resolve("file"));
        assertFinds("file", CRITICAL, "not a directory");

        Path open = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertFinds("open", CRITICAL, "forge");
        new FakeHost(parent)
                .directory(open.resolve("driver"))
                .assertFinds("directory", CRITICAL, "parent=" + open, "chmod +t");
    }

    private static void assertRemoval(Verdict verdict, FakeHost host, int uid) {
        Findings findings = new Findings();
        DirectoryInspections.removal(host.files(), uid, "ann", findings);
        Finding finding = findings.all().get(0);
        assertEquals(verdict, finding.verdict(), finding::toString);
    }

    @Test
    void filesOfUsersAreRemovedAndThoseOfSystemUsersStay() {
        FakeHost host = new FakeHost(parent).file("/run/systemd/seats/seat0", "");
        assertRemoval(CRITICAL, host, 1001);
        assertRemoval(OK, host, 0);
        assertRemoval(OK, host, 999);
        host.file("/etc/login.defs", "# SYS_UID_MAX 5\nSYS_UID_MAX   499\n");
        assertRemoval(CRITICAL, host, 999);
        host.file("/etc/systemd/logind.conf", "[Login]\n#RemoveIPC=yes\nRemoveIPC=no\n");
        assertRemoval(OK, host, 1001);
        host.file("/usr/lib/systemd/logind.conf.d/50-x.conf", "[Login]\nRemoveIPC = yes\n"); // The last one counts.
        assertRemoval(CRITICAL, host, 1001);
        host.file("/var/lib/systemd/linger/ann", "");
        assertRemoval(OK, host, 1001);
        host.directory(Path.of("/var/tmp/tailrace")).assertFinds("removal", OK);
        new FakeHost(parent.resolve("none")).assertFinds("removal", OK);
    }

    /** {@return the only finding about links, that many seconds from now} */
    private Finding findLink(long seconds) throws IOException {
        long nowNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long nowMs = TimeUnit.SECONDS.toMillis(seconds);
        List<LinkView> links = LinkFile.list(new DriverDirectory(parent)).stream()
                .map(said -> LinkView.of(said, nowNs, nowMs))
                .toList();
        Instant now = Instant.ofEpochMilli(nowMs);
        Snapshot seen = new Snapshot(
                parent, nowNs, now, null, 0, List.of(), new TreeMap<>(), List.of(), List.of(), links, List.of());
        FakeHost host = new FakeHost(parent).directory(parent).seen(new Interval(seen, seen));
        List<Finding> all = host.findings("links");
        assertEquals(1, all.size(), all::toString);
        return all.get(0);
    }

    @Test
    void aLinkThatIsNotUpForLongIsAWarningAndADeadOneCriticalUntilItIsAFileThatIsLeft() throws IOException {
        assertEquals(new Finding(OK, "links", "none", ""), findLink(0));
        String name = "bridge/10.0.0.2:9000";
        LinkFile.Identity sender = new LinkFile.Identity(LinkFile.Kind.SEND, name, "10.0.0.2:9000", "alpha", "quotes");
        try (LinkFile link = LinkFile.create(new DriverDirectory(parent), sender, 0)) {
            link.peer("beta", "1.2.3");
            link.heldBy("audit");
            link.state(LinkFile.State.HELD);
            assertEquals(new Finding(OK, "links", "count=1, all are well", ""), findLink(5));
            String text = name + ": it is held back by audit on beta (for 12 s)";
            assertEquals(new Finding(WARNING, "links", text, "tailrace doctor # on beta"), findLink(12));
        }
        String fix = "tailrace bridge send --to 10.0.0.2:9000 --host alpha --dir " + parent + " quotes";
        assertEquals(new Finding(CRITICAL, "links", name + ": its bridge is dead (for 60 s)", fix), findLink(60));
        fix = "tailrace bridge receive --listen 10.0.0.1:9000 --expose --host alpha --dir " + parent;
        Files.delete(LinkFile.list(new DriverDirectory(parent)).get(0).path());
        LinkFile.Identity receiver =
                new LinkFile.Identity(LinkFile.Kind.RECEIVE, "bridge/gamma/feed", "10.0.0.1:9000", "alpha", "trades");
        LinkFile.create(new DriverDirectory(parent), receiver, 0).close();
        assertEquals(fix, findLink(60).fix());
        Finding left = findLink(TimeUnit.HOURS.toSeconds(25));
        assertEquals(WARNING, left.verdict());
        String file = LinkFile.list(new DriverDirectory(parent)).get(0).path().toString();
        assertEquals("rm '" + file + '\'', left.fix());
    }
}
