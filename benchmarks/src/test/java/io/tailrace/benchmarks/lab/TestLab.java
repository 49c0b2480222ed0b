/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.lab.Run.Options;
import java.nio.file.Path;

/** Labs of tests. */
public final class TestLab {
    private TestLab() {}

    /** {@return a lab that measures with this JDK and writes to a directory} */
    public static Lab in(Path out, String section) {
        int jdk = Runtime.version().feature();
        return new Lab(new Run(out, Jdk.RUNNING, jdk, true, true, 1, Options.NONE, text -> {}), section);
    }
}
