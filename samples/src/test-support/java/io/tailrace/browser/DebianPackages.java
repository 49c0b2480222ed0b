/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.browser;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs of others that a test needs. Where one is not there it is installed, if this is root on a Debian that can
 * reach its packages; else the test is skipped, and says why.
 */
public final class DebianPackages {
    private static final long LIMIT_S = 300;

    private DebianPackages() {}

    /** Returns when the program is there, or skips the test. */
    public static synchronized void require(Path program, String... packages) throws IOException, InterruptedException {
        if (Files.isExecutable(program)) {
            return;
        }
        String wanted = program + " of " + String.join(", ", packages);
        if (!System.getProperty("user.name").equals("root") || !Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            skip(wanted + " is not there, and only root on a Debian can install it");
        }
        System.out.println("installs " + wanted);
        List<String> install = new ArrayList<>(List.of("install", "-y", "--no-install-recommends"));
        install.addAll(List.of(packages));
        if (!apt(List.of("update")) || !apt(install) || !Files.isExecutable(program)) {
            skip(wanted + " cannot be installed; the lines above say why");
        }
    }

    private static boolean apt(List<String> arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("apt-get", "-q", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=1"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        File log = File.createTempFile("apt-get", ".log");
        Process process = builder.redirectOutput(log).start();
        boolean isDone = process.waitFor(LIMIT_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        process.destroyForcibly();
        if (!isDone) {
            System.out.println(command + " failed:\n" + Files.readString(log.toPath()));
        }
        Files.delete(log.toPath());
        return isDone;
    }

    private static void skip(String reason) {
        System.out.println("skipped: " + reason);
        abort(reason);
    }
}
