/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A seccomp filter that refuses the futexes that processes share, as a strict container may. A JVM still works in it,
 * because its own futexes are private. Perl installs the filter, and runs the command that follows: Java would need
 * more than the one kind of system call that Tailrace links.
 */
final class Sandbox {
    /** FUTEX_WAIT is 0 and FUTEX_WAKE is 1; both fail with EPERM. Numbers of x86-64. */
    private static final String SCRIPT = """
            my $filter = pack("(SCCL)*",
                0x20, 0, 0, 4,           # load the architecture
                0x15, 0, 5, 0xC000003E,  # not x86-64: allow
                0x20, 0, 0, 0,           # load the number of the system call
                0x15, 0, 3, 202,         # not futex: allow
                0x20, 0, 0, 24,          # load its operation
                0x35, 1, 0, 2,           # neither 0 nor 1: allow
                0x06, 0, 0, 0x50001,     # refuse
                0x06, 0, 0, 0x7FFF0000); # allow
            my $program = pack("Sx6P", length($filter) / 8, $filter);
            syscall(157, 38, 1, 0, 0, 0) == 0 && syscall(317, 1, 0, $program) == 0 or exit 77;
            exec @ARGV;
            """;

    /** Precede the words of a command. */
    static final List<String> WORDS = List.of("perl", "-e", SCRIPT);

    private Sandbox() {}

    /** {@return whether the filter works here} */
    static boolean isAvailable() throws InterruptedException {
        if (!System.getProperty("os.arch").equals("amd64")) {
            return false;
        }
        List<String> command = new ArrayList<>(WORDS);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // No Perl.
        }
    }
}
