/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.tailrace.file.MappedFile;
import io.tailrace.file.MappingLimit;
import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import io.tailrace.internal.Uninterrupted;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules that hold the modules together, checked on the classes of the libraries. */
@Tag("sources")
final class ArchitectureTest {
    private static final long PADDING_LENGTH = 128;
    private static final String INTERNAL = "io.tailrace.internal";
    private static final String MEMORY = "io.tailrace.memory";
    private static final String FILE = "io.tailrace.file";
    private static final String BY_ADDRESS = MEMORY + ".ByAddress";
    private static final String LOG = "io.tailrace.log";
    private static final String LOG_READ = LOG + ".read";
    private static final String LOG_MAINTAIN = LOG + ".maintain";
    private static final String LOG_PUBLISH = LOG + ".publish";
    private static final String ALL_OF_LOGS = LOG + "..";
    private static final String SEGMENT = "io.tailrace.segment";
    private static final String CODECS = "io.tailrace.codecs";
    private static final String SLEEP = "io.tailrace.sleep";
    private static final String CONTROL = "io.tailrace.control";
    private static final String INJECTOR = "io.tailrace.injector";
    private static final String DISPATCH = "io.tailrace.dispatch";
    private static final String DISPATCHER = "io.tailrace.dispatcher";
    private static final String SBE = "io.tailrace.sbe";
    private static final String ASK = "io.tailrace.ask";
    private static final String HISTORY = "io.tailrace.history";
    private static final String EVENTS = "io.tailrace.events";
    private static final String INSPECT = "io.tailrace.inspect";
    private static final String MICROMETER = "io.tailrace.micrometer";
    private static final String API = "io.tailrace";
    private static final String WAIT = "io.tailrace.wait";
    private static final String STREAM = "io.tailrace.stream";
    private static final String CLIENT = "io.tailrace.client";
    private static final String DRIVER = "io.tailrace.driver";
    private static final String STREAMS = DRIVER + ".streams";

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
            new ClassFileImporter().withImportOption(ArchitectureTest::isNoTest).importPackages(API);

    private static boolean isNoTest(Location location) {
        URL tests = ArchitectureTest.class.getProtectionDomain().getCodeSource().getLocation();
        return !location.asURI().toString().startsWith(tests.toString());
    }

    private void check(ArchRule rule) {
        rule.check(LIBRARIES);
    }

    @Test
    void allPackagesOfTheLibrariesAreLookedAt() {
        for (String name : new String[] {
            INTERNAL,
            FILE,
            MEMORY,
            LOG,
            LOG_READ,
            LOG_MAINTAIN,
            LOG_PUBLISH,
            SEGMENT,
            SLEEP,
            CODECS,
            CONTROL,
            INJECTOR,
            DISPATCH,
            DISPATCHER,
            EVENTS,
            API,
            WAIT,
            STREAM,
            CLIENT,
            SBE,
            ASK,
            HISTORY,
            INSPECT,
            MICROMETER,
            DRIVER,
            STREAMS
        }) {
            assertTrue(LIBRARIES.stream().anyMatch(type -> type.getPackageName().equals(name)), name);
        }
    }

    /** One way for all: of takes what a configuration needs, and with changes a default. */
    @Test
    void configurationsOfTheApiAreMadeByOf() {
        List<JavaClass> configurations = LIBRARIES.stream()
                .filter(type -> type.getSimpleName().endsWith("Config") && type.isRecord())
                .filter(type -> !type.getPackageName().equals(DISPATCHER))
                .toList();
        assertTrue(configurations.size() >= 10, configurations::toString);
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
    void dependenciesPointDownwards() {
        mayDependOn(INTERNAL);
        mayDependOn(MEMORY, INTERNAL);
        mayDependOn(FILE, MEMORY, INTERNAL);
        mayDependOn(LOG, FILE, MEMORY, INTERNAL);
        mayDependOn(LOG_READ, LOG, FILE, MEMORY, INTERNAL);
        mayDependOn(LOG_MAINTAIN, LOG_READ, LOG, FILE, MEMORY, INTERNAL);
        mayDependOn(LOG_PUBLISH, LOG_MAINTAIN, LOG_READ, LOG, FILE, MEMORY, INTERNAL);
        mayDependOn(SEGMENT, LOG_READ, LOG, FILE, MEMORY, INTERNAL);
        mayDependOn(CODECS);
        mayDependOn(SLEEP, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(CONTROL, EVENTS, SLEEP, CODECS, SEGMENT, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(EVENTS);
        mayDependOn(API, DISPATCH, INJECTOR, CONTROL, ALL_OF_LOGS, MEMORY, INTERNAL);
        mayDependOn(WAIT, API, EVENTS, SLEEP, ALL_OF_LOGS, INTERNAL);
        mayDependOn(
                STREAM,
                API,
                WAIT,
                EVENTS,
                INJECTOR,
                DISPATCH,
                DISPATCHER,
                CONTROL,
                SEGMENT,
                ALL_OF_LOGS,
                FILE,
                MEMORY,
                INTERNAL);
        mayDependOn(
                CLIENT,
                API,
                STREAM,
                WAIT,
                EVENTS,
                CONTROL,
                SLEEP,
                CODECS,
                SEGMENT,
                ALL_OF_LOGS,
                FILE,
                MEMORY,
                INTERNAL);
        mayDependOn(SBE, API, DISPATCH, CODECS, MEMORY);
        mayDependOn(ASK, API, ALL_OF_LOGS, MEMORY, INTERNAL);
        mayDependOn(HISTORY, API, STREAM, CONTROL, SEGMENT, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(STREAMS, EVENTS, CONTROL, SLEEP, CODECS, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(DRIVER, STREAMS, EVENTS, API, CONTROL, SLEEP, CODECS, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(INSPECT, CONTROL, SEGMENT, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
        mayDependOn(MICROMETER, INSPECT, API, CONTROL, ALL_OF_LOGS, FILE, MEMORY, INTERNAL);
    }

    private void mayDependOn(String name, String... others) {
        onlyDependsOn(name, resideInAnyPackage(others));
    }

    /** Of the other packages they use only those that pad hot fields or that do not depend on files either. */
    @Test
    void theInjectorAndTheDispatcherKnowNothingOfLogs() {
        DescribedPredicate<JavaClass> allowed =
                type(Padded.class).or(type(Handles.class)).or(type(Uninterrupted.class));
        onlyDependsOn(INJECTOR, allowed);
        onlyDependsOn(DISPATCH, resideInAnyPackage());
        onlyDependsOn(DISPATCHER, allowed.or(resideInAPackage(DISPATCH)));
    }

    private void onlyDependsOn(String name, DescribedPredicate<JavaClass> others) {
        DescribedPredicate<JavaClass> ours = resideInAPackage("io.tailrace..");
        DescribedPredicate<JavaClass> allowed = resideInAPackage(name).or(others);
        check(noClasses()
                .that()
                .resideInAPackage(name)
                .should()
                .dependOnClassesThat(ours.and(DescribedPredicate.not(allowed))));
    }

    @Test
    void packagesAreFreeOfCycles() {
        SliceAssignment byPackage = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
        check(slices().assignedFrom(byPackage).should().beFreeOfCycles());
    }

    /** A program sees only types that it uses. */
    @Test
    void theApiHasNothingElse() {
        List<String> hidden = LIBRARIES.stream()
                .filter(type -> type.getPackageName().equals(API))
                .filter(type -> type.isTopLevelClass() && !type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.equals("package-info"))
                .toList();
        assertEquals(List.of(), hidden);
    }

    @Test
    void theLibrariesNeedAgronaAndNothingElse() {
        check(classes()
                .that()
                .resideInAPackage("io.tailrace..")
                .and()
                .resideOutsideOfPackage(MICROMETER) // Only programs that use it load it.
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
                        "sun.misc")));
    }

    /** A runtime may lack it, and classes that name it must not be loaded before a recording: see there. */
    @Test
    void onlyTheEventsKnowTheFlightRecorder() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(EVENTS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr.."));
        check(noClasses()
                .that()
                .haveNameNotMatching(EVENTS + "\\.(Recorded)?Events(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr.."));
    }

    /** The class documents where an access is silent, and where each access is checked. */
    @Test
    void onlyOneClassUsesUnsafe() {
        check(noClasses()
                .that()
                .haveNameNotMatching(BY_ADDRESS + "(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("sun.."));
        assertTrue(
                LIBRARIES.get(BY_ADDRESS).getDirectDependenciesFromSelf().stream()
                        .anyMatch(it -> it.getTargetClass().getName().equals("sun.misc.Unsafe")),
                "the rule would notice");
    }

    @Test
    void onlyMappedFileMapsFiles() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(MappedFile.class.getName())
                .should()
                .callMethodWhere(describe("maps a file", ArchitectureTest::mapsAFile)));
        assertTrue(
                LIBRARIES.get(MappedFile.class).getMethodCallsFromSelf().stream()
                        .anyMatch(ArchitectureTest::mapsAFile),
                "the rule would notice");
    }

    private static boolean mapsAFile(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(FileChannel.class)
                && call.getTarget().getName().equals("map");
    }

    @Test
    void onlyMainsAndTheDefaultDirectoryLookAtTheEnvironment() {
        check(noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Main")
                .and()
                .doNotHaveFullyQualifiedName(CONTROL + ".DriverDirectory")
                .and()
                .doNotHaveFullyQualifiedName(CONTROL + ".KernelLock") // It tells other class loaders what it holds.
                .and()
                .doNotHaveFullyQualifiedName(SLEEP + ".Futex$SystemCall") // Its numbers depend on the processor.
                .and()
                .doNotHaveFullyQualifiedName(MappingLimit.class.getName()) // A switch for the whole process.
                .and()
                .resideOutsideOfPackage(CODECS)
                .should()
                .callMethodWhere(describe("reads the environment", ArchitectureTest::looksAtTheEnvironment)));
        assertTrue(
                LIBRARIES.get(CONTROL + ".DriverDirectory").getMethodCallsFromSelf().stream()
                        .anyMatch(ArchitectureTest::looksAtTheEnvironment),
                "the rule would notice");
    }

    /**
     * Nothing may be decided by a clock that steps. These classes only show people the time, or need an unused number.
     */
    @Test
    void nothingLooksAtAClockThatSteps() {
        List<String> forDisplay = List.of(
                CONTROL + ".ErrorLog",
                SEGMENT + ".BlockClock",
                HISTORY + ".HistoryStatus",
                INSPECT + ".LocalHost",
                DRIVER + ".DirectoryHold",
                DRIVER + ".PreviousDriver");
        DescribedPredicate<JavaAccess<?>> steps = describe("reads a clock that steps", ArchitectureTest::steps);
        check(noClasses()
                .that(describe("decide", type -> !forDisplay.contains(type.getName())))
                .should(accessTargetWhere(steps)));
        for (String name : forDisplay) {
            assertTrue(LIBRARIES.get(name).getAccessesFromSelf().stream().anyMatch(steps), name);
        }
    }

    private static boolean steps(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return STEPPING_CLOCKS.contains(owner)
                || STEPPING_CLOCKS.contains(owner + "." + name)
                || (owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system")));
    }

    private static boolean looksAtTheEnvironment(JavaMethodCall call) {
        return WAYS_TO_THE_ENVIRONMENT.contains(
                call.getTargetOwner().getName() + "." + call.getTarget().getName());
    }

    @Test
    void nothingUsesWhatNeedsAFlag() {
        for (String name : BANNED) {
            assertTrue(exists(name), () -> "misspelt or gone: " + name);
        }
        // For programs with Agrona's own buffers, which have the flag. FlagFreeTest shows that nothing else loads it.
        String exempt = MEMORY + ".MemoryWindow$Address";
        check(noClasses()
                .that(describe("are ours", type -> !type.getName().equals(exempt)))
                .should()
                .dependOnClassesThat(describe("need a JVM flag", type -> BANNED.contains(type.getName()))));
    }

    private static boolean exists(String name) {
        try {
            return Class.forName(name, false, ArchitectureTest.class.getClassLoader()) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Test
    void nothingIsPrintedButByTheDefaultErrorHandlers() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(API + ".TailraceConfig")
                .and()
                .doNotHaveFullyQualifiedName(DRIVER + ".DriverConfig")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace"));
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
