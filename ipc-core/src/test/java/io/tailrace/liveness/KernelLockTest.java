/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import static io.tailrace.liveness.KernelLock.Holder.ALIVE;
import static io.tailrace.liveness.KernelLock.Holder.DEAD;
import static io.tailrace.liveness.KernelLock.Holder.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelLockTest {
    /** Another JVM that uses the same lock file. */
    static final class OtherProcess {
        private final Process process;
        private final BufferedReader output;
        private final Writer input;

        OtherProcess(Path path) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            KernelLockTest.class.getName(),
                            path.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            output = process.inputReader();
            input = process.outputWriter();
        }

        String ask(String word) throws IOException {
            input.write(word + "\n");
            input.flush();
            return output.readLine();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    /** The copy of another class loader. */
    private static final class Copy {
        private final Class<?> type;
        private final Object access;

        Copy(ClassLoader loader) throws ReflectiveOperationException {
            type = loader.loadClass(KernelLock.class.getName());
            assertNotSame(KernelLock.class, type);
            access = loader.loadClass(FileAccess.class.getName())
                    .getField("PRIVATE")
                    .get(null);
        }

        AutoCloseable tryAcquire(Path path) throws ReflectiveOperationException {
            return (AutoCloseable)
                    type.getMethod("tryAcquire", Path.class, access.getClass()).invoke(null, path, access);
        }

        String probe(Path path) throws ReflectiveOperationException {
            return type.getMethod("probe", Path.class).invoke(null, path).toString();
        }
    }

    /** The other process: executes one word per line on the lock file that is its argument. */
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        KernelLock lock = null;
        String word;
        while ((word = input.readLine()) != null) {
            switch (word) {
                case "acquire" -> {
                    lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE);
                    System.out.println(lock != null);
                }
                case "release" -> {
                    lock.close();
                    System.out.println("released");
                }
                case "probe" -> System.out.println(KernelLock.probe(path));
                default -> {
                    System.out.println("probing");
                    while (true) {
                        KernelLock.probe(path);
                        LockSupport.parkNanos(100_000);
                    }
                }
            }
        }
    }

    @TempDir
    Path folder;

    private Path path;
    private OtherProcess other;

    @BeforeEach
    void start() throws IOException {
        path = folder.resolve("lock");
        other = new OtherProcess(path);
    }

    @AfterEach
    void stop() throws InterruptedException {
        other.kill();
    }

    private KernelLock acquire() throws IOException {
        KernelLock lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE);
        assertNotNull(lock);
        return lock;
    }

    @Test
    void whoHoldsItIsAliveForEverybodyUntilItLetsGo() throws IOException {
        KernelLock lock = acquire();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertEquals(0, Files.size(path));
        assertEquals("ALIVE", other.ask("probe"));
        assertEquals("false", other.ask("acquire"));
        assertEquals(ALIVE, KernelLock.probe(path));
        assertNull(KernelLock.tryAcquire(path, FileAccess.PRIVATE));

        lock.close();

        assertEquals("DEAD", other.ask("probe"));
        assertEquals(DEAD, KernelLock.probe(path));
        assertEquals("true", other.ask("acquire"));
        for (int i = 0; i < 3; i++) {
            assertEquals(ALIVE, KernelLock.probe(path));
            assertNull(KernelLock.tryAcquire(path, FileAccess.PRIVATE));
        }
        assertEquals("ALIVE", other.ask("probe"), "refused attempts leave it intact");
        assertEquals("released", other.ask("release"));
        acquire().close();
    }

    @Test
    void aKilledHolderIsDead() throws Exception {
        assertEquals("true", other.ask("acquire"));
        assertEquals(ALIVE, KernelLock.probe(path));

        other.kill();

        assertEquals(DEAD, KernelLock.probe(path));
        acquire().close();
    }

    @Test
    void withoutAFileNothingIsKnownAndOneThatNobodyHoldsIsOfTheDead() throws IOException {
        assertEquals(UNKNOWN, KernelLock.probe(path));
        assertEquals("UNKNOWN", other.ask("probe"));
        assertTrue(Files.notExists(path));
        Files.createFile(path);
        assertEquals(DEAD, KernelLock.probe(path));
        path = folder.resolve("gone").resolve("lock");
        assertThrows(NoSuchFileException.class, this::acquire);
    }

    @Test
    void probesOfTheHolderItselfLeaveTheLockIntactByWhateverName() throws IOException {
        Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic"), path);
        try (KernelLock lock = acquire()) {
            assertNotNull(lock);
            Path hard = Files.createLink(folder.resolve("hard"), path);
            Path roundabout = folder.resolve("..").resolve(folder.getFileName()).resolve("lock");
            assertEquals(UNKNOWN, KernelLock.probe(symbolic), "not followed");
            assertThrows(FileSystemException.class, () -> KernelLock.tryAcquire(symbolic, FileAccess.PRIVATE));
            for (Path name : new Path[] {path, hard, roundabout}) {
                assertEquals(ALIVE, KernelLock.probe(name), name::toString);
                assertNull(KernelLock.tryAcquire(name, FileAccess.PRIVATE), name::toString);
            }

            assertEquals("ALIVE", other.ask("probe"));
            assertEquals("false", other.ask("acquire"));
        }
    }

    @Test
    void nobodyWaitsForTheOtherEndOfAPipe() throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());

        assertEquals(UNKNOWN, KernelLock.probe(path));
        assertThrows(FileSystemException.class, () -> KernelLock.tryAcquire(path, FileAccess.PRIVATE));
    }

    @Test
    void lettingGoTwiceDoesNotDisturbTheNextHolder() throws IOException {
        KernelLock first = acquire();
        first.close();
        try (KernelLock second = acquire()) {
            assertNotNull(second);
            first.close();

            assertEquals(ALIVE, KernelLock.probe(path)); // Would drop the lock if it opened the file.
            assertEquals("ALIVE", other.ask("probe"));
            assertEquals("false", other.ask("acquire"));
        }
        acquire().close();
    }

    @Test
    void anInterruptNeitherHindersNorDropsIt() throws IOException {
        Thread.currentThread().interrupt();
        try (KernelLock lock = acquire()) {
            assertNotNull(lock);
            assertEquals(ALIVE, KernelLock.probe(path));
            assertNull(KernelLock.tryAcquire(path, FileAccess.PRIVATE));
            assertTrue(Thread.interrupted());
            assertEquals("ALIVE", other.ask("probe"));
        }
        assertEquals("true", other.ask("acquire"));
        Thread.currentThread().interrupt();
        assertEquals(ALIVE, KernelLock.probe(path));
        assertTrue(Thread.interrupted());
        assertEquals("released", other.ask("release"));
        assertEquals(DEAD, KernelLock.probe(path));
    }

    @Test
    void aGarbageCollectionDoesNotDropOneThatNobodyRefersTo() throws Exception {
        acquire();
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(20); // For the cleaner, which would close its file.
        }

        assertEquals("ALIVE", other.ask("probe"));
    }

    @Test
    void probesOfOthersDoNotKeepItFromBeingTaken() throws IOException {
        acquire().close();
        assertEquals("probing", other.ask("probe always"));

        for (int i = 0; i < 200; i++) {
            acquire().close();
        }
    }

    private static URLClassLoader loader() throws IOException {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private String property() throws IOException {
        return "io.tailrace.lock" + KernelLock.identity(path);
    }

    /** {@return how often this process has the file open} */
    private long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(this::isOpen).count();
        }
    }

    private boolean isOpen(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(path);
        } catch (IOException e) {
            return false; // That of the list itself.
        }
    }

    /** {@return the class loader} It is closed, and only this refers to it. */
    private WeakReference<ClassLoader> askInAnotherLoader() throws Exception {
        try (URLClassLoader loader = loader()) {
            Copy copy = new Copy(loader);
            assertEquals("ALIVE", copy.probe(path));
            assertNull(copy.tryAcquire(path));
            return new WeakReference<>(loader);
        }
    }

    @Test
    void aLoaderThatAskedAndIsCollectedDoesNotDropTheLock() throws Exception {
        try (KernelLock lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE)) {
            assertNotNull(lock);
            WeakReference<ClassLoader> asked = askInAnotherLoader();
            while (!asked.refersTo(null) || descriptors() > 1) { // Until the time limit of the test.
                System.gc();
                Thread.sleep(20);
            }

            assertEquals("ALIVE", other.ask("probe"));
            assertEquals("false", other.ask("acquire"));
            assertEquals("ALIVE", new Copy(loader()).probe(path));
        }
    }

    /** Both classes must exclude each other: what one opens and closes for a probe, the other may lock meanwhile. */
    @Test
    void probesOfAnotherLoaderNeitherHinderNorDropIt() throws Exception {
        try (URLClassLoader loader = loader()) {
            Copy copy = new Copy(loader);
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger probes = new AtomicInteger();
            Files.createFile(path);
            FutureTask<Object> prober = new FutureTask<>(() -> {
                while (!stop.get()) {
                    copy.probe(path);
                    probes.incrementAndGet();
                }
                return null;
            });
            new Thread(prober).start();
            try {
                for (int i = 0; i < 300; i++) {
                    try (KernelLock lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE)) {
                        assertNotNull(lock, "free");
                        assertEquals("ALIVE", other.ask("probe"));
                    }
                }
            } finally {
                stop.set(true);
                prober.get();
            }
            assertTrue(probes.get() > 0);
        }
    }

    @Test
    void whatOneLoaderReleasesTheOtherOneTakes() throws Exception {
        try (URLClassLoader loader = loader()) {
            Copy copy = new Copy(loader);
            AutoCloseable lock = Objects.requireNonNull(copy.tryAcquire(path));
            assertEquals(ALIVE, KernelLock.probe(path));
            assertNull(KernelLock.tryAcquire(path, FileAccess.PRIVATE));
            assertTrue(System.getProperties().containsKey(property()));
            lock.close();

            assertFalse(System.getProperties().containsKey(property()));
            assertEquals("DEAD", copy.probe(path));
            try (KernelLock next = KernelLock.tryAcquire(path, FileAccess.PRIVATE)) {
                assertNotNull(next);
                assertEquals("ALIVE", copy.probe(path));
                assertEquals("ALIVE", other.ask("probe"));
            }
        }
    }

    /** Some test frameworks put the properties back as they were, and some programs give them to their children. */
    @Test
    void propertiesThatTheHostChangesDoNoHarm() throws Exception {
        try (URLClassLoader loader = loader();
                KernelLock lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE)) {
            assertNotNull(lock);
            Copy copy = new Copy(loader);
            String before = System.clearProperty(property());
            assertEquals("ALIVE", copy.probe(path));
            assertNull(copy.tryAcquire(path));
            assertEquals("ALIVE", other.ask("probe"));

            lock.close();
            for (String stale : new String[] {before, "0", "none"}) {
                System.setProperty(property(), stale);
                assertEquals(DEAD, KernelLock.probe(path));
                AutoCloseable next = Objects.requireNonNull(copy.tryAcquire(path));
                assertEquals("ALIVE", other.ask("probe"));
                next.close();
            }
        }
    }
}
