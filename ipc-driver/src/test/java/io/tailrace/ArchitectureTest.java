/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import io.tailrace.internal.Padded;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules that hold the modules together, checked on the classes of the libraries. */
@Tag("sources")
final class ArchitectureTest {
    private static final long PADDING_LENGTH = 128;
    private static final String ROOT = "io.tailrace";

    /**
     * Each package, and what it may use: packages above it in this list, or single classes. {@code api} is the package
     * itself, {@code log..} log with all below it. The injector knows nothing of logs.
     */
    private static final String MAY_USE = """
            internal:
            memory: internal
            file: memory internal
            log: file memory internal
            log.read: log file memory internal
            log.maintain: log.read log file memory internal
            log.publish: log.maintain log.read log file memory internal
            codecs:
            events:
            sleep: log.. file memory internal
            liveness: file memory internal
            control: liveness sleep codecs log.. file memory internal
            report: control liveness events file memory internal
            api: control liveness log.. memory internal
            wait: api events sleep log.. internal
            stream: api wait report events control liveness log.. file memory internal
            client: api stream wait report events control liveness sleep codecs log.. file memory internal
            sbe: api codecs memory
            ask: api log.. memory internal
            history.segment: log.. file memory internal
            history.replay: api stream history.segment control log.. file memory internal
            idle:
            injector: api stream.StreamSubscription stream.MessageWaitSet idle internal
            dispatch: api stream wait events idle log.. memory internal
            follow: api stream control internal
            history: api follow history.replay history.segment stream report control liveness log.. file memory internal
            driver.streams: report events control liveness sleep codecs log.. file memory internal
            driver: driver.streams report events api control liveness sleep codecs log.. file memory internal
            inspect: history.replay history.segment report control liveness log.. file memory internal
            micrometer: inspect api report control liveness log.. file memory internal
            """;

    /** Each of these classes initialises {@code org.agrona.UnsafeApi}, which requires a JVM flag. */
    private static final Set<String> BANNED = Set.of(
            "org.agrona.UnsafeApi",
            "org.agrona.BufferUtil",
            "org.agrona.AbstractMutableDirectBuffer",
            "org.agrona.IoUtil",
            "org.agrona.ExpandableArrayBuffer",
            "org.agrona.ExpandableDirectByteBuffer",
            "org.agrona.ExpandableRingBuffer",
            "org.agrona.concurrent.UnsafeBuffer",
            "org.agrona.concurrent.status.AtomicCounter",
            "org.agrona.concurrent.status.UnsafeBufferPosition",
            "org.agrona.concurrent.status.UnsafeBufferStatusIndicator",
            "org.agrona.concurrent.OneToOneConcurrentArrayQueue",
            "org.agrona.concurrent.ManyToOneConcurrentArrayQueue",
            "org.agrona.concurrent.ManyToManyConcurrentArrayQueue");

    private static final Set<String> WAYS_TO_THE_ENVIRONMENT = Set.of(
            "java.lang.System.getProperty",
            "java.lang.System.getProperties",
            "java.lang.System.getenv",
            "java.lang.Integer.getInteger",
            "java.lang.Long.getLong",
            "java.lang.Boolean.getBoolean");

    private static final Set<String> WAYS_TO_PRINT = Set.of("java.lang.System.out", "java.lang.System.err");
    /** With {@code now} and {@code system…} of java.time. */
    private static final Set<String> STEPPING_CLOCKS = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.util.Date",
            "java.util.Calendar",
            "java.util.Timer",
            "java.util.concurrent.locks.LockSupport.parkUntil",
            "java.util.concurrent.locks.Condition.awaitUntil",
            "org.agrona.concurrent.SystemEpochClock",
            "org.agrona.concurrent.SystemEpochMicroClock",
            "org.agrona.concurrent.SystemEpochNanoClock",
            "org.agrona.concurrent.CachedEpochClock");

    /** Read once: it takes a second. */
    private static final JavaClasses LIBRARIES =
            new ClassFileImporter().withImportOption(ArchitectureTest::isNoTest).importPackages(ROOT);

    private static boolean isNoTest(Location location) {
        URL tests = ArchitectureTest.class.getProtectionDomain().getCodeSource().getLocation();
        return !location.asURI().toString().startsWith(tests.toString());
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "api" : name.substring(ROOT.length() + 1);
    }

    @Test
    void dependenciesPointDownwards() {
        Set<String> above = new TreeSet<>();
        for (String line : MAY_USE.lines().toList()) {
            String user = line.substring(0, line.indexOf(':'));
            List<String> allowed =
                    List.of(line.substring(line.indexOf(':') + 1).trim().split(" "));
            for (String each : allowed) {
                String used = each.replaceFirst("\\.\\.$|\\.[A-Z].*", "");
                assertTrue(used.isEmpty() || above.contains(used), line);
            }
            above.add(user);
            for (JavaClass type : LIBRARIES) {
                if (packageOf(type).equals(user)) {
                    type.getDirectDependenciesFromSelf().forEach(dependency -> assertMay(allowed, user, dependency));
                }
            }
        }
        assertEquals(
                above,
                LIBRARIES.stream().map(ArchitectureTest::packageOf).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static void assertMay(List<String> allowed, String user, Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().startsWith(ROOT)) {
            String used = packageOf(target);
            assertTrue(
                    used.equals(user)
                            || allowed.contains(used)
                            || (allowed.contains("log..") && used.startsWith("log"))
                            || allowed.contains(used + "." + target.getSimpleName()),
                    dependency::getDescription);
        }
    }

    /** A program sees only types that it uses. */
    @Test
    void theApiHasNothingElse() {
        List<String> hidden = LIBRARIES.stream()
                .filter(type -> packageOf(type).equals("api") && type.isTopLevelClass())
                .filter(type -> !type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.equals("package-info"))
                .toList();
        assertEquals(List.of(), hidden);
    }

    /** One way for all: of takes what a configuration needs, and with changes a default. */
    @Test
    void configurationsOfTheApiAreMadeByOf() {
        List<JavaClass> configurations = LIBRARIES.stream()
                .filter(type -> type.getSimpleName().endsWith("Config") && type.isRecord())
                .toList();
        assertTrue(configurations.size() >= 9, configurations::toString);
        for (JavaClass type : configurations) {
            assertTrue(
                    type.getMethods().stream()
                            .anyMatch(method -> method.getName().equals("of")
                                    && method.getModifiers().contains(JavaModifier.STATIC)
                                    && method.getRawReturnType().equals(type)),
                    type::getName);
        }
    }

    @Test
    void theLibrariesNeedAgronaAndNothingElse() {
        classes()
                .that()
                .resideOutsideOfPackage(ROOT + ".micrometer") // Only programs that use it load it.
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.tailrace..",
                        "java..",
                        "jdk.jfr",
                        "org.agrona",
                        "org.agrona.concurrent..",
                        "org.agrona.collections",
                        "org.agrona.sbe",
                        "org.jspecify.annotations",
                        "sun.misc"))
                .check(LIBRARIES);
    }

    /** Those that do something are these, each with its nested classes; so it is known that the rule notices. */
    private static void assertOnly(Set<String> allowed, Predicate<JavaClass> doing) {
        Set<String> found = LIBRARIES.stream()
                .filter(doing)
                .map(type -> type.getName().substring(ROOT.length() + 1).replaceFirst("\\$.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(allowed), found);
    }

    private static Predicate<JavaClass> uses(Predicate<String> names) {
        return type -> type.getDirectDependenciesFromSelf().stream()
                .anyMatch(dependency -> names.test(dependency.getTargetClass().getName()));
    }

    private static Predicate<JavaClass> accesses(Predicate<JavaAccess<?>> what) {
        return type -> type.getAccessesFromSelf().stream().anyMatch(what);
    }

    private static String nameOf(JavaAccess<?> access) {
        return access.getTargetOwner().getName() + "." + access.getTarget().getName();
    }

    /** A runtime may lack it, and classes that name it must not be loaded before a recording: see there. */
    @Test
    void onlyTheEventsKnowTheFlightRecorder() {
        assertOnly(Set.of("events.Events", "events.RecordedEvents"), uses(name -> name.startsWith("jdk.jfr.")));
    }

    /** The class documents where an access is silent, and where each access is checked. */
    @Test
    void onlyOneClassUsesUnsafe() {
        assertOnly(Set.of("memory.ByAddress"), uses(name -> name.startsWith("sun.")));
    }

    @Test
    void onlyMappedFileMapsFiles() {
        assertOnly(
                Set.of("file.MappedFile"),
                accesses(access -> access.getTargetOwner().isAssignableTo(FileChannel.class)
                        && access.getTarget().getName().equals("map")));
    }

    @Test
    void onlyTheseLookAtTheEnvironment() {
        Set<String> allowed = Set.of(
                "control.DriverDirectory",
                "liveness.KernelLock", // It tells other class loaders what it holds.
                "sleep.Futex", // Its numbers depend on the processor.
                "file.MappingLimit"); // A switch for the whole process.
        Predicate<JavaClass> looks = accesses(access -> WAYS_TO_THE_ENVIRONMENT.contains(nameOf(access)));
        assertOnly(allowed, looks.and(type -> !packageOf(type).equals("codecs")));
    }

    /**
     * Nothing may be decided by a clock that steps. These classes only show people the time, or need an unused number.
     */
    @Test
    void nothingLooksAtAClockThatSteps() {
        Set<String> forDisplay = Set.of(
                "report.ErrorLog",
                "history.segment.BlockClock",
                "history.HistoryStatus",
                "inspect.LocalHost",
                "driver.DirectoryHold",
                "driver.PreviousDriver");
        assertOnly(forDisplay, accesses(ArchitectureTest::steps));
    }

    private static boolean steps(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return STEPPING_CLOCKS.contains(owner)
                || STEPPING_CLOCKS.contains(nameOf(access))
                || (owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system")));
    }

    @Test
    void nothingUsesWhatNeedsAFlag() throws ClassNotFoundException {
        for (String name : BANNED) {
            Class.forName(name, false, ArchitectureTest.class.getClassLoader()); // Not misspelt or gone.
        }
        // For programs with Agrona's own buffers, which have the flag. MemoryWayTest shows that nothing else loads it.
        String exempt = ROOT + ".memory.MappedBuffer$Address";
        assertOnly(Set.of(), uses(BANNED::contains).and(type -> !type.getName().equals(exempt)));
    }

    @Test
    void nothingIsPrintedButByTheDefaultErrorHandlers() {
        assertOnly(
                Set.of("TailraceConfig", "driver.DriverConfig"),
                accesses(access -> WAYS_TO_PRINT.contains(nameOf(access))
                        || access.getTarget().getName().equals("printStackTrace")));
    }

    /**
     * This JVM keeps the fields that are written with every message 128 bytes away from the neighbours of the object.
     */
    @Test
    void hotFieldsArePadded() throws ReflectiveOperationException {
        int types = 0;
        for (JavaClass type : LIBRARIES) {
            if (type.isAssignableTo(Padded.class) && !type.getModifiers().contains(JavaModifier.ABSTRACT)) {
                assertPadded(Class.forName(type.getName()));
                types++;
            }
        }
        assertTrue(types >= 8, "types=" + types);
    }

    private static void assertPadded(Class<?> type) throws ReflectiveOperationException {
        List<Long> hot = new ArrayList<>();
        List<Long> padding = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (field.getType() == long.class && (field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == 0) {
                (field.getName().matches("p\\d\\d") ? padding : hot).add(offset(field));
            }
        }
        hot.sort(null);
        padding.sort(null);
        assertTrue(!hot.isEmpty() && hot.get(0) >= PADDING_LENGTH, () -> type + ": hot=" + hot);
        long end = hot.get(hot.size() - 1) + Long.BYTES;
        List<Long> behind = LongStream.range(0, PADDING_LENGTH / Long.BYTES)
                .mapToObj(i -> end + i * Long.BYTES)
                .toList();
        assertEquals(behind, padding, type.toString());
    }

    private static long offset(Field field) throws ReflectiveOperationException {
        Class<?> unsafe =
                Class.forName("sun.misc.Unsafe"); // By reflection: javac warns about it and cannot be silenced.
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return (long) unsafe.getMethod("objectFieldOffset", Field.class).invoke(instance.get(null), field);
    }
}
