/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.RawFile;
import io.tailrace.benchmarks.suite.Suite.SuitePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    Path directory;

    @Test
    void isMadeFromRawDataAndEnvironmentAlone() throws IOException {
        try (RawFile file = new RawFile(directory, "duel", 17)) {
            file.write(measurement("tailrace/exclusive/default/offer", 50e6));
            file.write(measurement("aeron/exclusive/4m/offer", 30e6));
        }
        SuitePlan plan = SuitePlan.parse(true, List.of("--out", directory.toString(), "--seed", "7"));
        Environment environment = Environment.before(plan, 1.5);
        environment.write(directory);
        Report.write(directory);
        assertTrue(report().contains("did not finish"), report());
        environment.after(List.of()).write(directory);
        Report.run(List.of(directory.toString()));
        assertTrue(report().contains("| throughput 8 B, exclusive | 17 |"), report());
        assertTrue(report().contains("## Environment"), report());
        assertTrue(report().contains("| seed | 7 |"), report());
        assertFalse(report().contains("did not finish"), report());
        assertFalse(report().contains("${"), report());
        for (String line :
                report().lines().filter(line -> line.startsWith("![")).toList()) {
            String plot = line.substring(line.lastIndexOf('(') + 1, line.length() - 1);
            assertTrue(Files.size(directory.resolve(plot)) > 0, line);
        }
    }

    @Test
    void wantsRawData() {
        for (List<String> wrong : List.of(List.of(directory.toString()), List.<String>of(), List.of("/not/there"))) {
            assertThrows(IllegalArgumentException.class, () -> Report.run(wrong), wrong.toString());
        }
    }

    @Test
    void aPlanNamesWhatIsWrongWithIt() {
        String java = Jdk.RUNNING;
        for (List<String> wrong : List.of(
                List.of("--sections", "none"),
                List.of("--java", java, "--java", java),
                List.of("--java", "/bin/true"))) {
            assertThrows(IllegalArgumentException.class, () -> SuitePlan.parse(true, wrong), wrong.toString());
        }
    }

    @Test
    void eachSectionTakesTheOptionsThatItsUsageTells() {
        for (Section section : Sections.ALL) {
            assertTrue(section.usage().contains("--anyway"), section.usage());
            Run run = Run.parse(List.of("--quick", "--anyway", "--seed", "3"), section.options());
            assertTrue(run.quick() && run.anyway() && run.seed() == 3, section.name());
        }
    }

    private static Measurement measurement(String candidate, double value) {
        return new Measurement("duel", 17, 1, 1, candidate, "throughput-8", 300, 1, value, "messages/s", Map.of());
    }

    private String report() throws IOException {
        return Files.readString(directory.resolve(Report.FILE));
    }
}
