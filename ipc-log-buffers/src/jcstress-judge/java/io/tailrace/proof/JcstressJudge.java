/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.proof;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Runs the stress tests on the class path and judges them, because jcstress itself counts a test that it could not
 * schedule as passed, and has no way to expect that a test fails.
 *
 * <p>A test passes if it ran and showed no forbidden outcome. A test whose name contains {@code Weakened} is a twin of
 * another with one step taken out; it passes if it ran and did show a forbidden outcome; otherwise it proves nothing.
 * The outcome of a twin depends on chance, and on the distance of the two cores: a twin that showed nothing runs again,
 * for longer.
 *
 * <p>Arguments: an expression that selects tests by name; the iterations of each test that is no twin; "one" for these
 * in one configuration of the JVM only, the compiler C2 with random order, or "all"; then the options for jcstress. Exits with 1 if a test did not pass, or if all were selected and there was none.
 */
public final class JcstressJudge {
    private static final String ALL = ".";
    private static final String PROOFS = "^(?!.*Weakened).*";
    private static final String TWINS = "^(?=.*Weakened).*";

    /**
     * Each of our states holds a log, so there are fewer states than jcstress would create, and the actors wait for one
     * another more often. All actors are interpreted, or compiled by the same compiler: a compiler reorders only within
     * an actor, and each pair of compilers would take three times as many JVMs.
     */
    private static final List<String> FOR_ALL = List.of("-strideSize", "32", "-strideCount", "4", "-sc", "false");

    private static final String MOST_RANDOM_JVM =
            "-XX:-TieredCompilation -XX:+UnlockDiagnosticVMOptions -XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN";

    private static final int[] TWIN_ITERATIONS = {25, 100, 400};

    private final String selection;
    private final List<String> jcstressOptions;
    private final Map<String, String> faults = new TreeMap<>();
    private int passed;

    private JcstressJudge(String selection, List<String> jcstressOptions) {
        this.selection = "(?:" + selection + ")";
        this.jcstressOptions = jcstressOptions;
    }

    /** Runs and judges; see the class. */
    public static void main(String[] args) throws Exception {
        JcstressJudge judge = new JcstressJudge(args[0], List.of(args).subList(3, args.length));
        String[] jvm = args[2].equals("one") ? new String[] {"-jvmArgs", MOST_RANDOM_JVM} : new String[0];
        judge.pass(PROOFS + judge.selection, "proofs", false, Integer.parseInt(args[1]), jvm);
        String twins = TWINS + judge.selection;
        for (int i = 0; i < TWIN_ITERATIONS.length && !twins.isEmpty(); i++) {
            twins = judge.passTwins(twins, TWIN_ITERATIONS[i]);
        }
        judge.faults.forEach((test, fault) -> System.out.println("[FAULT] " + test + ": " + fault));
        System.out.printf("Stress tests: %d passed, %d failed%n", judge.passed, judge.faults.size());
        boolean nothingToDo = judge.passed == 0 && !args[0].equals(ALL);
        System.exit(judge.faults.isEmpty() && (judge.passed > 0 || nothingToDo) ? 0 : 1);
    }

    /** {@return the expression that selects the twins that showed nothing; empty if there are none} */
    private String passTwins(String tests, int iterations) throws Exception {
        // One configuration of the JVM (any argument makes it the only one) is enough to see a twin fail. The saved
        // time is used for iterations in a warm JVM.
        List<String> quiet = pass(tests, "twins", true, iterations, "-jvmArgs", "-Xshare:auto");
        return quiet.isEmpty() ? "" : quiet.stream().map(Pattern::quote).collect(Collectors.joining("|", "^(?:", ")$"));
    }

    /** {@return the tests that did not pass} */
    private List<String> pass(String tests, String report, boolean mustFail, int iterations, String... more)
            throws Exception {
        Stream<String> own = Stream.of("-t", tests, "-r", report, "-iters", Integer.toString(iterations));
        Options options = new Options(Stream.of(jcstressOptions.stream(), FOR_ALL.stream(), own, Arrays.stream(more))
                .flatMap(part -> part)
                .toArray(String[]::new));
        if (!options.parse()) {
            throw new IllegalArgumentException("jcstress refused its options: options=" + jcstressOptions);
        }
        JCStress jcstress = new WithoutBiasedLocking(options);
        if (jcstress.getTests().isEmpty()) {
            return List.of();
        }
        VMSupport.getAvailableVMConfigs().clear(); // Otherwise those of the previous pass count too.
        try {
            jcstress.run();
        } catch (AssertionError failuresItReported) {
            // A twin must fail, and for the others the results show more.
        }
        Map<String, TestResult> results = read(options.getResultFile());
        return jcstress.getTests().stream()
                .filter(test -> !passes(test, results.get(test), mustFail))
                .toList();
    }

    /**
     * JDK 17 still supports biased locking, and jcstress would run each configuration with and without it. It is off by
     * default, deprecated, and removed from later JDKs, so half of the time would be spent on an unused feature.
     */
    private static final class WithoutBiasedLocking extends JCStress {
        WithoutBiasedLocking(Options options) {
            super(options);
        }

        /** Called once the configurations are known, and before the runs are planned. */
        @Override
        public SortedSet<String> getTests() {
            VMSupport.getAvailableVMConfigs().removeIf(config -> config.args().contains("-XX:+UseBiasedLocking"));
            return super.getTests();
        }
    }

    private static Map<String, TestResult> read(String resultFile) throws Exception {
        if (!Files.exists(Path.of(resultFile))) {
            return Map.of();
        }
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(resultFile, collector);
        reader.dump();
        reader.close();
        return ReportUtils.mergedByName(collector.getTestResults()).stream()
                .collect(Collectors.toMap(TestResult::getName, result -> result, (a, b) -> a, TreeMap::new));
    }

    private boolean passes(String test, TestResult result, boolean mustFail) {
        String fault = fault(result, mustFail);
        if (!fault.isEmpty()) {
            faults.put(test, fault);
            return false;
        }
        faults.remove(test);
        passed++;
        return true;
    }

    private static String fault(TestResult result, boolean mustFail) {
        if (result == null || result.isEmpty()) {
            return "did not run";
        }
        if (result.status() != Status.NORMAL) {
            return "ended with " + result.status();
        }
        String forbidden = result.grading().gradingResults.values().stream()
                .filter(outcome -> outcome.expect == Expect.FORBIDDEN && outcome.count > 0)
                .map(outcome -> "(" + outcome.id + ") x " + outcome.count)
                .collect(Collectors.joining(", "));
        if (mustFail) {
            return forbidden.isEmpty() ? "is a weakened twin, yet showed no forbidden outcome" : "";
        }
        return result.grading().isPassed ? "" : "showed forbidden outcomes: " + forbidden;
    }
}
