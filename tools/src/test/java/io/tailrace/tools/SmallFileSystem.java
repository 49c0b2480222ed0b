/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system in memory with a size of its own, mounted if the test may; otherwise the test is skipped. */
record SmallFileSystem(Path path) implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    /** Mounts a file system in memory with these options on a new directory. */
    static SmallFileSystem mount(Path path, String options) throws IOException {
        Files.createDirectory(path);
        boolean mounted = run("mount", "-t", "tmpfs", "-o", options + ",mode=0755", "tmpfs", path.toString());
        assumeTrue(mounted, "a file system cannot be mounted here: this needs root");
        return new SmallFileSystem(path);
    }

    /** Makes it read-only, like a file system after an error. */
    void makeReadOnly() throws IOException {
        // A bind mount: the file system itself cannot become read-only while a file is open for writing.
        assumeTrue(run("mount", "--bind", path.toString(), path.toString()));
        assumeTrue(run("mount", "-o", "remount,bind,ro", path.toString()));
    }

    /** Undoes {@link #makeReadOnly}. */
    void makeWritable() throws IOException {
        assumeTrue(run("umount", "--lazy", path.toString()));
    }

    /** {@return whether a command succeeds} False also if the command does not exist. */
    static boolean run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted: " + List.of(command), e);
        } catch (IOException e) {
            return false;
        }
    }

    /** Unmounts everything here at once, although this process may still have files of it mapped. */
    @Override
    public void close() throws IOException {
        int mounts = 0;
        while (mounts < 3 && run("umount", "--lazy", path.toString())) {
            mounts++;
        }
    }
}
