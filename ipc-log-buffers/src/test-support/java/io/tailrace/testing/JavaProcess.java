/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Another JVM of a {@link ProcessScene}, which takes lines on its standard input. */
public final class JavaProcess extends ChildProcess {
    JavaProcess(Path folder, String name, List<String> command) throws IOException {
        super(folder, name, new ProcessBuilder(command));
    }

    /** Writes a line to its standard input. */
    public void tell(String line) {
        input(line + "\n");
    }

    /** {@return whether it has written a line with this prefix} */
    public boolean hasLine(String prefix) {
        return !lines(prefix).isEmpty();
    }

    /** Lets it exit by itself, and expects status 0 and no output of errors. */
    public void end() {
        tell("end");
        awaitQuietEnd();
    }
}
