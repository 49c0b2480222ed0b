/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the command as other users, and in other PID namespaces, from a jar that they can read. Unless the test runs as
 * root, it is skipped.
 *
 * @param groupId the id of {@link #GROUP}
 */
record Users(Path jar, int groupId) {
    /** A group that exists on every system; the test's own user need not be in it. */
    static final String GROUP = "daemon";

    private static final int MEMBER = 65_533;
    private static final int STRANGER = 65_534;

    /** Lets other users into the directory of a test, to run the command there. */
    static Users of(ToolDirectory directory) throws IOException {
        assumeTrue(SmallFileSystem.run("setpriv", "--reuid=" + STRANGER, "--clear-groups", "true"), "this needs root");
        Files.setPosixFilePermissions(directory.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path jar = Files.copy(Tool.JAR, directory.path().resolve("tailrace.jar"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setAttribute(
                jar,
                "posix:group",
                jar.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(GROUP));
        return new Users(jar, (int) Files.getAttribute(jar, "unix:gid"));
    }

    /** {@return a command line for the test's own user} */
    List<String> owner(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData", // Otherwise a folder of that user would be left behind.
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** {@return a command line for another user, who is in the group} */
    List<String> member(String... arguments) {
        return Tool.wrap(owner(arguments), "setpriv", "--reuid=" + MEMBER, "--regid=" + MEMBER, "--groups=" + groupId);
    }

    /** {@return a command line for another user, who is not in the group} */
    List<String> stranger(String... arguments) {
        return Tool.wrap(owner(arguments), "setpriv", "--reuid=" + STRANGER, "--regid=" + STRANGER, "--clear-groups");
    }

    /** {@return the command line for a PID namespace of its own, in which other processes are invisible} */
    static List<String> isolated(List<String> command) {
        return Tool.wrap(command, "unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
    }

    /** {@return the command line with a umask} */
    static List<String> masked(String umask, List<String> command) {
        return Tool.shell("umask " + umask + " && exec \"$@\"", command);
    }

    /** {@return the JVM of a tool, whatever wraps it} */
    static ProcessHandle jvm(Tool tool) {
        ProcessHandle process = ProcessHandle.of(tool.pid()).orElseThrow();
        return process.descendants().findFirst().orElse(process);
    }

    static void signal(Tool tool, String signal) throws IOException {
        assertTrue(SmallFileSystem.run(
                "kill", "-" + signal, Long.toString(jvm(tool).pid())));
    }
}
