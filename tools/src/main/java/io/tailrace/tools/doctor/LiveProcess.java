/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

/**
 * A process that has files in the directory, and lives.
 *
 * @param name for people: the driver, a client, or this command
 * @param busyThreads how many of its threads want a processor all the time; -1 if that can not be told
 */
record LiveProcess(String name, long pid, int busyThreads) {
    /** {@return a file that the kernel has for it} */
    String file(String name) {
        return "/proc/" + pid + '/' + name;
    }

    String describe() {
        return name + " (pid " + pid + ')';
    }
}
