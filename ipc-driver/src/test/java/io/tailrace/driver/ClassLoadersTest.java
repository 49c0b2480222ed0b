/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Await;
import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * {@link Tailrace#open} finds the driver's code wherever the library is loaded, whatever the thread's class loader, and
 * a class loader that is dropped is collected.
 */
final class ClassLoadersTest extends WithoutDriver {
    private static final int DEPLOYMENTS = 3;
    private static final ClassLoader APP = Tailrace.class.getClassLoader();
    private static final List<Path> CLASS_PATH = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restoreThread() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Opens a client of the library that a class loader has, in a thread with another class loader. */
    private void assertOpens(ClassLoader library, ClassLoader ofThread) throws Exception {
        Thread.currentThread().setContextClassLoader(ofThread);
        try (AutoCloseable client = open(library)) {
            assertSame(library.loadClass("io.tailrace.Tailrace"), library(client));
        }
    }

    private AutoCloseable open(ClassLoader library) throws Exception {
        Class<?> config = library.loadClass("io.tailrace.TailraceConfig");
        Object here = config.getMethod("withDirectory", Path.class)
                .invoke(config.getField("DEFAULT").get(null), directory);
        return (AutoCloseable) library.loadClass("io.tailrace.Tailrace")
                .getMethod("open", config)
                .invoke(null, here);
    }

    private static Class<?> library(Object client) {
        for (Class<?> type = client.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> implemented : type.getInterfaces()) {
                if (implemented.getName().equals("io.tailrace.Tailrace")) {
                    return implemented;
                }
            }
        }
        throw new AssertionError(client.getClass());
    }

    private static URLClassLoader child(Stream<Path> classPath) {
        return new URLClassLoader(urls(classPath), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls(Stream<Path> classPath) {
        return classPath
                .map(entry -> {
                    try {
                        return entry.toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new AssertionError(e);
                    }
                })
                .toArray(URL[]::new);
    }

    @Test
    void theApplicationsWhateverTheThreadHas() throws Exception {
        try (URLClassLoader unrelated = child(Stream.of())) {
            assertOpens(APP, APP);
            assertOpens(APP, ClassLoader.getPlatformClassLoader());
            assertOpens(APP, null);
            assertOpens(APP, unrelated);
        }
    }

    /** As in an application server; the thread's loader has a library of its own. */
    @Test
    void aChild() throws Exception {
        try (URLClassLoader child = child(CLASS_PATH.stream())) {
            assertNotSame(Tailrace.class, child.loadClass("io.tailrace.Tailrace"));
            assertOpens(child, APP);
            assertOpens(child, ClassLoader.getPlatformClassLoader());
        }
    }

    /**
     * As an application that is deployed again and again: neither a thread, nor a shutdown hook, nor a value of a
     * thread may hold it.
     */
    @Test
    void oneThatIsDroppedAfterItsClientsAreClosedIsCollected() throws Exception {
        List<WeakReference<ClassLoader>> dropped = new ArrayList<>();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            dropped.add(deploy());
        }
        for (WeakReference<ClassLoader> loader : dropped) {
            Await.until("it is collected", () -> {
                System.gc();
                return loader.refersTo(null);
            });
        }
    }

    private WeakReference<ClassLoader> deploy() throws Exception {
        try (URLClassLoader child = child(CLASS_PATH.stream())) {
            Thread.currentThread().setContextClassLoader(child);
            @SuppressWarnings("unchecked")
            Consumer<Path> application = (Consumer<Path>) child.loadClass(Application.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            application.accept(directory);
            return new WeakReference<>(child);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Embeds a driver, and sends itself a message. */
    public static final class Application implements Consumer<Path> {
        @Override
        public void accept(Path directory) {
            try (Tailrace tailrace = Tailrace.open(TailraceConfig.DEFAULT.withDirectory(directory));
                    Subscription subscription = tailrace.addSubscription("prices");
                    Publication publication = tailrace.addPublication("prices")) {
                publication.offer(new byte[] {1}, Duration.ofSeconds(20));
                int count = subscription.poll(FrameHandler.ofString(text -> {}), 1, Duration.ofSeconds(20));
                if (count != 1) {
                    throw new AssertionError(count);
                }
            }
        }
    }

    @Test
    void aModuleLayer() throws Exception {
        ModuleFinder modules = ModuleFinder.of(CLASS_PATH.stream()
                .filter(entry -> entry.endsWith("target/classes")
                        || entry.getFileName().toString().matches("(agrona|codecs|ipc-).*[0-9](-SNAPSHOT)?\\.jar"))
                .toArray(Path[]::new));
        ModuleLayer boot = ModuleLayer.boot();
        Configuration resolved =
                boot.configuration().resolve(modules, ModuleFinder.of(), Set.of("io.tailrace", "io.tailrace.driver"));
        for (ModuleLayer layer : List.of(
                boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader()),
                boot.defineModulesWithManyLoaders(resolved, ClassLoader.getPlatformClassLoader()))) {
            ClassLoader library = layer.findLoader("io.tailrace");
            assertTrue(library.loadClass("io.tailrace.Tailrace").getModule().isNamed());
            assertOpens(library, APP);
            assertOpens(library, ClassLoader.getPlatformClassLoader());
        }
    }

    /** A jar of all classes whose files in {@code META-INF/services} were not merged. */
    private static final class FatJar extends URLClassLoader {
        FatJar() {
            super(urls(CLASS_PATH.stream()), getPlatformClassLoader());
        }

        @Override
        public Enumeration<URL> findResources(String name) throws IOException {
            return name.startsWith("META-INF/services/") ? Collections.emptyEnumeration() : super.findResources(name);
        }
    }

    @Test
    void theMissingServiceFileOfAFatJarIsNamed() throws Exception {
        try (FatJar jar = new FatJar()) {
            Thread.currentThread().setContextClassLoader(jar);
            String message = assertThrows(InvocationTargetException.class, () -> open(jar))
                    .getCause()
                    .getMessage();
            assertTrue(message.contains("META-INF/services/io.tailrace.control.EmbeddedDriver$Provider"), message);
            assertTrue(message.contains("ServicesResourceTransformer"), message);
        }
    }

    /** The class path has no driver, and the thread's loader has one of another copy of the library. */
    @Test
    void theLoadersThatWereAskedAreNamed() throws Exception {
        try (URLClassLoader child =
                child(CLASS_PATH.stream().filter(entry -> !entry.toString().contains("ipc-driver")))) {
            for (ClassLoader ofThread : new ClassLoader[] {APP, ClassLoader.getPlatformClassLoader()}) {
                Thread.currentThread().setContextClassLoader(ofThread);
                Throwable refusal = assertThrows(InvocationTargetException.class, () -> open(child))
                        .getCause();
                assertTrue(
                        refusal.getMessage()
                                .endsWith("Asked: library's class loader=" + child + ", thread's class loader="
                                        + ofThread),
                        refusal.getMessage());
            }
        }
    }
}
