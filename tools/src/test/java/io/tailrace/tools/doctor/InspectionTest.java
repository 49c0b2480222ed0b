/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static io.tailrace.tools.doctor.Verdict.CRITICAL;
import static io.tailrace.tools.doctor.Verdict.OK;
import static io.tailrace.tools.doctor.Verdict.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.doctor.DoctorCommand.Inspection;
import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each verdict on a made-up host. */
class InspectionTest {
    @TempDir
    private Path root;

    private FakeHost host;

    @BeforeEach
    void makeHost() {
        host = new FakeHost(root);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "processors", "java", "open files", "mappings", "swap"})
    void whatCanNotBeReadIsUnknownAndSoIsNonsense(String topic) {
        host.assertFinds(topic, UNKNOWN);
        for (String file : List.of("status", "cgroup", "limits", "maps", "fd/x")) {
            host.file("/proc/7/" + file, ":::\n0::\n-1:cpu:\n\0\u001b[2J\nMax open files lots\n");
        }
        for (String file : List.of("swaps", "sys/vm/max_map_count", "sys/vm/swappiness")) {
            host.file("/proc/" + file, "");
        }
        host.file("/sys/fs/cgroup/cpu.max", "max").link("/proc/7/exe", "x");
        host.findings(topic).forEach(finding -> assertEquals(UNKNOWN, finding.verdict(), finding::toString));
    }

    @Test
    void anInspectionThatFailsTakesNoOtherAlong() {
        Inspection failing = new Inspection("odd", (subject, findings) -> {
            throw new IllegalStateException("never seen");
        });
        Findings findings = DoctorCommand.examine(host.subject(), List.of(failing, FakeHost.inspection("file system")));
        assertEquals(
                List.of(UNKNOWN, OK),
                findings.all().stream().map(Finding::verdict).toList());
        assertEquals(OK, findings.worst(false), "what is unknown counts for nothing");
    }

    @Test
    void whoRunsOrWaitsForAProcessorAllTheTimeIsBusy() {
        String task = "/proc/7/task/";
        host.file(task + "7/schedstat", "1000 0 5").file(task + "8/schedstat", "1000 500 5");
        host.file(task + "9/schedstat", "1000 0 5").file(task + "10/schedstat", "odd");
        Map<String, Long> before = Subject.threadTimes(host.files(), 7);
        host.file(task + "7/schedstat", "1790 9 6").file(task + "8/schedstat", "1600 900 6");
        host.file(task + "9/schedstat", "1900 0 6").file(task + "12/schedstat", "999999 0 6");

        Map<String, Long> after = Subject.threadTimes(host.files(), 7);

        assertEquals(2, Subject.busy(before, after, 1000));
        assertEquals(-1, Subject.busy(Subject.threadTimes(host.files(), 11), after, 1000), "nothing is known of it");
    }

    @ParameterizedTest
    @CsvSource({
        "tmpfs, OK",
        "ramfs, OK",
        "ext4, WARNING",
        "overlay, WARNING",
        "nfs4, CRITICAL",
        "cifs, CRITICAL",
        "fuse.sshfs, CRITICAL",
        "'', UNKNOWN"
    })
    void fileSystems(String type, Verdict verdict) {
        host.storage(type, 1000, 1000).assertFinds("file system", verdict);
    }

    @ParameterizedTest
    @CsvSource({"1024, 1000, OK", "1024, 40, WARNING", "1024, 12, CRITICAL", "64, 60, OK", "0, 0, UNKNOWN"})
    void space(long totalMib, long usableMib, Verdict verdict) {
        host.storage("tmpfs", totalMib, usableMib).assertFinds("space", verdict);
    }

    @Test
    void spaceNamesWhatIsNeededAndHugePagesNeedMore() {
        host.storage("tmpfs", 16, 10)
                .assertFinds("space", CRITICAL, "size=16M", "free=10M", "one more=12M", "room for 0 more", "size=97m");
        host.storage("tmpfs", 1024, 14 * 4 + 13)
                .fileUnit(2 << 20)
                .assertFinds("space", OK, "one more=14M", "room for 4 more");
        Findings whole = new Findings().look("space", about -> DirectoryInspections.wholeSpace(host.subject(), about));
        assertTrue(whole.all().get(0).line().contains("multiple of 2M, one more stream=14M"), whole.all()::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "max 100000, 0-7, 3, 0, OK",
        "200000 100000, 0-7, 2, 0, OK",
        "200000 100000, 0-7, 3, 0, CRITICAL",
        "200000 100000, 0-7, 0, 5, WARNING",
        "max 100000, '0,2', 3, 0, CRITICAL",
        "max 100000, 3, 0, 0, WARNING",
        "50000 100000, 0-7, 1, 0, CRITICAL"
    })
    void processorsByCgroup(String max, String allowed, int busy, int throttled, Verdict verdict) {
        host.file("/proc/7/cgroup", "0::/system.slice/tailrace.service")
                .file("/proc/7/status", "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\n")
                .file("/sys/fs/cgroup/system.slice/cpu.max", max)
                .file("/sys/fs/cgroup/system.slice/tailrace.service/cpu.max", "max 100000")
                .file("/sys/fs/cgroup/system.slice/tailrace.service/cpu.stat", "usage 1\nnr_throttled " + throttled)
                .busyThreads(busy)
                .assertFinds("processors", verdict, "busy threads=" + busy);
    }

    @Test
    void controlGroupsOfVersion1AreUnknown() {
        host.file("/proc/7/cgroup", "3:cpu,cpuacct:/docker/abc\n2:memory:/docker/abc\n0::/\n")
                .file("/proc/7/status", "Cpus_allowed_list:\t0-3\n")
                .assertFinds("processors", UNKNOWN);
        host.assertFinds("memory", UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "0-1, 0-1, max, OK",
        "0, 1, max, OK",
        "0, 0, max, CRITICAL",
        "0-1, 0-1, 200000, OK",
        "0-1, 0-1, 150000, CRITICAL"
    })
    void whatProcessesShare(String one, String other, String quota, Verdict verdict) {
        host.file("/proc/7/status", "Cpus_allowed_list:\t" + one + "\n")
                .file("/proc/8/status", "Cpus_allowed_list:\t" + other + "\n")
                .file("/proc/7/cgroup", "0::/a\n")
                .file("/proc/8/cgroup", "0::/a\n")
                .file("/sys/fs/cgroup/a/cpu.max", quota + " 100000");
        Findings findings = DoctorCommand.examine(
                host.subject(new LiveProcess("driver", 7, 1), new LiveProcess("client 1", 8, 1)),
                List.of(new Inspection("processors", HostInspections::sharedProcessors)));
        assertEquals(verdict, findings.worst(false), findings.all()::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "tmpfs, max, 0, OK",
        "tmpfs, 4294967296, 1073741824, OK",
        "tmpfs, 536870912, 104857600, WARNING",
        "tmpfs, 536870912, 530000000, CRITICAL",
        "ext4, 536870912, 530000000, OK"
    })
    void memoryByCgroup(String type, String max, String current, Verdict verdict) {
        host.file("/proc/7/cgroup", "0::/a\n")
                .file("/sys/fs/cgroup/a/memory.max", max)
                .file("/sys/fs/cgroup/a/memory.current", current)
                .storage(type, 1024, 1000)
                .assertFinds("memory", verdict);
    }

    @ParameterizedTest
    @CsvSource({"17.0.12, OK", "25, OK", "25.0.1, OK", "11.0.2, CRITICAL", "x, UNKNOWN"})
    void jdks(String version, Verdict verdict) {
        host.link("/proc/7/exe", "/opt/jdk/bin/java")
                .file("/opt/jdk/release", "IMPLEMENTOR=\"Some \u001b[2J\"\nJAVA_VERSION=\"" + version + "\"\n")
                .assertFinds("java", verdict);
    }

    @Test
    void ofProcessesThatAreAlikeOneIsNamed() {
        for (int pid : List.of(7, 8)) {
            host.file("/proc/" + pid + "/limits", "Max open files            200" + pid + "   20000   files\n")
                    .file("/proc/" + pid + "/fd/0", "");
        }
        Subject three = host.subject(
                new LiveProcess("driver", 7, 0), new LiveProcess("client 1", 8, 0), new LiveProcess("client 2", 9, 0));
        Findings findings = DoctorCommand.examine(three, List.of(FakeHost.inspection("open files")));
        assertEquals(
                List.of(
                        "driver (pid 7): open=1, limit=2007; and 1 more",
                        "client 2 (pid 9): unknown number of open files"),
                findings.all().stream().map(Finding::text).toList());
    }

    @ParameterizedTest
    @CsvSource({"20000, OK", "unlimited, OK", "4, WARNING", "200, WARNING", "3, CRITICAL"})
    void openFiles(String limit, Verdict verdict) {
        host.file("/proc/7/limits", "Limit  Soft Limit\nMax open files            " + limit + "   20000   files\n")
                .file("/proc/7/fd/0", "")
                .file("/proc/7/fd/1", "")
                .file("/proc/7/fd/2", "")
                .assertFinds("open files", verdict, "open=3");
    }

    @ParameterizedTest
    @CsvSource({"65530, OK", "160, WARNING", "114, CRITICAL"})
    void mappings(String max, Verdict verdict) {
        host.file("/proc/sys/vm/max_map_count", max + "\n")
                .file("/proc/7/maps", "7f00-7f01 r--p 00000000 00:00 0\n".repeat(100))
                .assertFinds("mappings", verdict, "used=100");
    }

    @ParameterizedTest
    @CsvSource({"'', OK", "'/dev/sda2 partition 8388604 0 -2\n', WARNING"})
    void swap(String areas, Verdict verdict) {
        host.file("/proc/swaps", "Filename Type Size Used Priority\n" + areas)
                .file("/proc/sys/vm/swappiness", "60\n")
                .assertFinds("swap", verdict);
    }
}
