/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.KernelLock.Holder.ALIVE;
import static io.tailrace.control.KernelLock.Holder.DEAD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two copies of the library in one JVM, as two applications of a server have them, do not drop each other's locks. */
final class KernelLockLoadersTest {
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

    @TempDir
    Path folder;

    private Path path;
    private KernelLockTest.OtherProcess other;

    @BeforeEach
    void start() throws IOException {
        path = folder.resolve("lock");
        other = new KernelLockTest.OtherProcess(path);
    }

    @AfterEach
    void stop() throws InterruptedException {
        other.kill();
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
