/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system in memory of a size of its own, mounted where the test may; where it may not, the test is skipped. */
record SmallFileSystem(Path path) implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    /** Mounts one of so many MiB on a new directory. */
    static SmallFileSystem mount(Path path, int sizeMib) throws IOException {
        Files.createDirectory(path);
        boolean mounted =
                run("mount", "-t", "tmpfs", "-o", "size=" + sizeMib + "m,mode=0755", "tmpfs", path.toString());
        assumeTrue(mounted, "a file system cannot be mounted here: this needs root");
        return new SmallFileSystem(path);
    }

    /** Makes it read-only, as a file system becomes that has met an error. */
    void makeReadOnly() throws IOException {
        // A bind mount: the file system itself cannot be made so while a file is open for writing.
        assumeTrue(run("mount", "--bind", path.toString(), path.toString()));
        assumeTrue(run("mount", "-o", "remount,bind,ro", path.toString()));
    }

    /** Undoes {@link #makeReadOnly}. */
    void makeWritable() throws IOException {
        assumeTrue(run("umount", "--lazy", path.toString()));
    }

    /** {@return whether a command succeeds} False as well where there is no such command. */
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

    /** Unmounts all that is mounted here: at once, though this process may still have files of it mapped. */
    @Override
    public void close() throws IOException {
        int mounts = 0;
        while (mounts < 3 && run("umount", "--lazy", path.toString())) {
            mounts++;
        }
    }
}
