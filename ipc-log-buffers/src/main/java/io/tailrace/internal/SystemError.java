/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Errors of the system for which Java has neither a type nor a number: only a text, in the language of the user. So the
 * same error is provoked, and its text is compared.
 */
public enum SystemError {
    NO_SPACE("No space left on device") {
        @Override
        void provoke() throws IOException {
            try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
                full.write(ByteBuffer.allocate(1));
            }
        }
    },
    /** Also of our own texts, which are in English. */
    ADDRESS_IN_USE("in use") {
        @Override
        void provoke() throws IOException {
            try (ServerSocketChannel first = ServerSocketChannel.open();
                    ServerSocketChannel second = ServerSocketChannel.open()) {
                first.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                second.bind(first.getLocalAddress());
            }
        }
    },
    /** Also of our own texts, which are in English. */
    ACCESS_DENIED("denied") {
        @Override
        void provoke() throws IOException {
            new ProcessBuilder("/").start(); // A directory is no program, not even for root.
        }
    },
    NOT_PERMITTED("Operation not permitted") {
        @Override
        void provoke() throws IOException {
            Path directory = Path.of("/dev/shm");
            Files.createLink(directory.resolve("tailrace-" + System.nanoTime()), directory);
        }
    };

    /** Java's message before the text of a program that could not be started. */
    private static final String NUMBER = "error=[0-9]+, ";

    private final String english;

    SystemError(String english) {
        this.english = english;
    }

    abstract void provoke() throws IOException;

    /** {@return whether the text of a failure names this error} */
    public boolean isIn(@Nullable String text) {
        return text != null && (text.contains(english) || text.contains(localText()));
    }

    /** {@return the text in the language of the user; the English one where it cannot be found out} */
    String localText() {
        try {
            provoke();
            return english;
        } catch (FileSystemException e) {
            return e.getReason() == null ? english : e.getReason();
        } catch (IOException e) {
            String[] parts = String.valueOf(e.getMessage()).split(NUMBER, 2);
            return parts[parts.length - 1];
        }
    }
}
