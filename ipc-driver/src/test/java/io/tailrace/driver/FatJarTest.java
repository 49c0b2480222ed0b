/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A jar of all classes whose files in {@code META-INF/services} were not merged. */
final class FatJarTest {
    private static final class WithoutServices extends URLClassLoader {
        WithoutServices(URL... classPath) {
            super(classPath, getPlatformClassLoader());
        }

        @Override
        public Enumeration<URL> findResources(String name) throws IOException {
            return name.startsWith("META-INF/services/") ? Collections.emptyEnumeration() : super.findResources(name);
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theMissingServiceFileIsNamed() throws Exception {
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(FatJarTest::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (WithoutServices jar = new WithoutServices(classPath)) {
            thread.setContextClassLoader(jar);
            Method open = jar.loadClass("io.tailrace.Tailrace").getMethod("open");

            Throwable thrown = assertThrows(InvocationTargetException.class, () -> open.invoke(null))
                    .getCause();

            String message = thrown.getMessage();
            assertTrue(message.contains("META-INF/services/io.tailrace.control.EmbeddedDriver$Provider"), message);
            assertTrue(message.contains("ServicesResourceTransformer"), message);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
