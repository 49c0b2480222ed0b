/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static io.tailrace.tools.command.Verdict.CRITICAL;
import static io.tailrace.tools.command.Verdict.OK;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.doctor.Findings.Finding;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovalInspectionTest {
    @TempDir
    private Path root;

    private FakeHost host;

    @BeforeEach
    void makeHost() {
        host = new FakeHost(root).file("/run/systemd/seats/seat0", "");
    }

    private void assertVerdict(Verdict verdict, int uid) {
        Findings findings = new Findings();
        DirectoryInspections.removal(host.files(), uid, "ann", findings);
        Finding finding = findings.all().get(0);
        assertEquals(verdict, finding.verdict(), finding::toString);
    }

    @Test
    void filesOfUsersGo() {
        assertVerdict(CRITICAL, 1001);
    }

    @Test
    void filesOfSystemUsersStay() {
        assertVerdict(OK, 0);
        assertVerdict(OK, 999);
        host.file("/etc/login.defs", "# SYS_UID_MAX 5\nSYS_UID_MAX   499\n");
        assertVerdict(CRITICAL, 999);
    }

    @Test
    void filesOfThoseWhoLingerStay() {
        host.file("/var/lib/systemd/linger/ann", "");
        assertVerdict(OK, 1001);
    }

    @Test
    void theLastSettingCounts() {
        host.file("/etc/systemd/logind.conf", "[Login]\n#RemoveIPC=yes\nRemoveIPC=no\n");
        assertVerdict(OK, 1001);
        host.file("/usr/lib/systemd/logind.conf.d/50-x.conf", "[Login]\nRemoveIPC = yes\n");
        assertVerdict(CRITICAL, 1001);
        host.file("/etc/systemd/logind.conf.d/50-x.conf", "[Login]\nRemoveIPC=off\n");
        assertVerdict(OK, 1001);
        host.file("/run/systemd/logind.conf.d/60-x.conf", "RemoveIPC=true\n");
        host.file("/etc/systemd/logind.conf.d/70", "RemoveIPC=no");
        assertVerdict(CRITICAL, 1001);
    }

    @Test
    void elsewhereNothingIsRemoved() {
        host.directory(Path.of("/var/tmp/tailrace")).assertFinds("removal", OK);
        new FakeHost(root.resolve("none")).assertFinds("removal", OK);
    }
}
