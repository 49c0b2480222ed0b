/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.report.Measurement.Json;
import io.tailrace.benchmarks.suite.Suite.SuitePlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The machine and the software of a run, at its beginning and at its end: {@code environment.json}. */
final class Environment {
    private static final String FILE = "environment.json";
    private static final String VERSIONS = "versions.properties";

    private static final List<String> CPU_FACTS = List.of(
            "Model name",
            "CPU(s)",
            "Thread(s) per core",
            "Core(s) per socket",
            "Socket(s)",
            "BogoMIPS",
            "Hypervisor vendor",
            "L1d cache",
            "L2 cache",
            "L3 cache");

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final ProcStat.Processors before = ProcStat.processors();

    private Environment() {}

    static Environment before(SuitePlan plan, double othersPercent) {
        Environment environment = new Environment();
        Map<String, Object> facts = environment.facts;
        facts.put("mode", plan.mode());
        facts.put("sections", plan.names());
        facts.put("seed", plan.seed());
        facts.put("begin", now());
        facts.put("othersPercentBefore", othersPercent);
        facts.put("loadBefore", ProcStat.loadAverage());
        facts.put("jdks", plan.jdks().stream().map(Jdk::version).toList());
        facts.put("flagsOfForks", String.join(" ", Fork.FLAGS));
        facts.put("JAVA_TOOL_OPTIONS", System.getenv().getOrDefault("JAVA_TOOL_OPTIONS", ""));
        facts.put("JDK_JAVA_OPTIONS", System.getenv().getOrDefault("JDK_JAVA_OPTIONS", ""));
        facts.putAll(source());
        facts.put("versions", versions());
        facts.put("cpu", cpu());
        facts.putAll(kernel());
        return environment;
    }

    private static String now() {
        return LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS) + "Z";
    }

    private static Map<String, String> cpu() {
        Map<String, String> cpu = new LinkedHashMap<>();
        output("env", "LC_ALL=C", "lscpu").lines().forEach(line -> {
            String[] parts = line.trim().split(":\\s+", 2);
            if (CPU_FACTS.contains(parts[0])) {
                cpu.put(parts[0], parts[1]);
            }
        });
        return cpu.isEmpty() ? Map.of("Model name", ProcStat.cpuModel()) : cpu;
    }

    private static Map<String, String> kernel() {
        Map<String, String> kernel = new LinkedHashMap<>();
        kernel.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        kernel.put("clocksource", text("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
        kernel.put("transparentHugePages", text("/sys/kernel/mm/transparent_hugepage/enabled"));
        kernel.put("hugePagesOfShmem", text("/sys/kernel/mm/transparent_hugepage/shmem_enabled"));
        kernel.put(
                "devShm",
                text("/proc/mounts")
                        .lines()
                        .filter(line -> line.split(" ", -1)[1].equals("/dev/shm"))
                        .findFirst()
                        .orElse("not mounted"));
        kernel.put(
                "memory", text("/proc/meminfo").lines().findFirst().orElse("").replaceAll("\\s+", " "));
        return kernel;
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file)).trim();
        } catch (IOException e) {
            return "unknown";
        }
    }

    Environment after(List<String> failures) {
        facts.put("end", now());
        facts.put("loadAfter", ProcStat.loadAverage());
        facts.put("stealPercent", ProcStat.processors().stolenPercentSince(before));
        facts.put("failures", failures);
        return this;
    }

    void write(Path directory) {
        try {
            String json = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(facts);
            Files.writeString(directory.resolve(FILE), json + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the recorded facts; empty for the directory of a single section} */
    static Map<String, Object> read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            return Json.MAPPER.readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("not an environment: path=" + file, e);
        }
    }

    /** {@return the commit, and whether files differ from it} */
    private static Map<String, Object> source() {
        String folder = folder();
        String commit = output("git", "-C", folder, "rev-parse", "HEAD").trim();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("commit", commit.isEmpty() ? "unknown" : commit);
        if (!commit.isEmpty()) {
            facts.put(
                    "changedFiles",
                    output("git", "-C", folder, "status", "--porcelain").lines().count());
        }
        return facts;
    }

    private static String folder() {
        try {
            CodeSource source = Environment.class.getProtectionDomain().getCodeSource();
            return Path.of(source.getLocation().toURI()).resolveSibling(".").toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the versions of the peers by their names, which the build has put into the jar} */
    private static Map<Object, Object> versions() {
        try (InputStream in = Environment.class.getResourceAsStream(VERSIONS)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: " + VERSIONS);
            }
            Properties properties = new Properties();
            properties.load(in);
            return new TreeMap<>(properties);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return its stdout; empty if there is no such command or it fails} */
    private static String output(String... command) {
        try {
            return LineProcess.output(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD));
        } catch (UncheckedIOException | IllegalStateException e) {
            return "";
        }
    }
}
