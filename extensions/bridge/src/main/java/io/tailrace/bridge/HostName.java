/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.log.LogLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of a host, which mirrors carry as the name of their origin. Any thread. */
final class HostName {
    /** In bytes of UTF-8: what Linux allows. */
    static final int MAX_BYTES = 64;

    private HostName() {}

    /**
     * {@return the name}
     *
     * @throws IllegalArgumentException if it is empty, too long or has control characters
     */
    static String check(String name) {
        return LogLayout.checkName("host", name, MAX_BYTES);
    }

    /**
     * {@return this host's name} Read from the kernel, because a name service may take seconds to answer.
     *
     * @throws UncheckedIOException if the kernel does not give it
     */
    static String ofThisHost() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("name of this host not found; give one", e);
        }
    }
}
