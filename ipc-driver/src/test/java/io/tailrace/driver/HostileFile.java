/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

/** Objects that may take the place of a file or a directory. */
enum HostileFile {
    RANDOM_BYTES,
    EMPTY,
    TRUNCATED,
    ANOTHER_VERSION,
    NOTHING,
    DIRECTORY,
    PIPE,
    DEVICE,
    LINK_ELSEWHERE,
    LINK_TO_ITSELF,
    DANGLING_LINK;

    private static final int VERSION_OFFSET = 8;

    /**
     * Puts it there.
     *
     * @param elsewhere where the original is moved for a link to it; no process may touch it there
     * @return whether this machine allows it
     */
    boolean replace(Path path, Path elsewhere) throws IOException, InterruptedException {
        byte[] bytes = Files.isRegularFile(path) ? Files.readAllBytes(path) : new byte[100];
        if (this == LINK_ELSEWHERE && Files.exists(path)) {
            Files.move(path, elsewhere);
        } else {
            delete(path);
        }
        switch (this) {
            case RANDOM_BYTES -> {
                new Random(bytes.length).nextBytes(bytes);
                Files.write(path, bytes);
            }
            case EMPTY -> Files.createFile(path);
            case TRUNCATED -> Files.write(path, Arrays.copyOf(bytes, bytes.length / 2));
            case ANOTHER_VERSION -> {
                if (bytes.length > VERSION_OFFSET + 2) {
                    bytes[VERSION_OFFSET + 2] = 99;
                }
                Files.write(path, bytes);
            }
            case DIRECTORY -> Files.createFile(Files.createDirectory(path).resolve("something"));
            case PIPE -> {
                return run("mkfifo", path.toString());
            }
            case DEVICE -> {
                return run("mknod", path.toString(), "c", "1", "5"); // /dev/zero; needs root.
            }
            case LINK_ELSEWHERE -> Files.createSymbolicLink(path, elsewhere);
            case LINK_TO_ITSELF -> Files.createSymbolicLink(path, path);
            case DANGLING_LINK -> Files.createSymbolicLink(path, elsewhere);
            default -> {
                // Nothing.
            }
        }
        return true;
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    delete(file);
                }
            }
        }
        Files.deleteIfExists(path);
    }
}
