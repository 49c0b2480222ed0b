/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An rsyslogd with a configuration, a socket and a pid file of its own, which touches nothing of the system's. It is
 * the one that is installed, or else Debian's package, unpacked into a folder of the build.
 */
final class Rsyslog implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/sbin/rsyslogd");
    private static final Path UNPACKED = Path.of("target", "rsyslog").toAbsolutePath();
    private static final List<String> PACKAGES = List.of("rsyslog", "libestr0", "libfastjson4", "liblognorm5");
    private static final long APT_PATIENCE_S = 60;

    private final Path socket;
    private final Process process;

    /** {@return whether there is one, or it could be had} */
    static boolean isThere() throws IOException, InterruptedException {
        if (Files.isExecutable(INSTALLED) || Files.isExecutable(unpacked("usr/sbin/rsyslogd"))) {
            return true;
        }
        Files.createDirectories(UNPACKED);
        List<String> download = new ArrayList<>(List.of("apt-get", "-o", "Acquire::Retries=0"));
        download.addAll(List.of("-o", "Acquire::http::Timeout=10", "download"));
        download.addAll(PACKAGES);
        return isDone(download) && isDone(List.of("sh", "-c", "for i in *.deb; do dpkg -x $i root || exit; done"));
    }

    private static boolean isDone(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(UNPACKED.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(UNPACKED.resolve("log").toFile())
                    .start();
            boolean isEnded = process.waitFor(APT_PATIENCE_S, TimeUnit.SECONDS);
            process.destroyForcibly().waitFor();
            return isEnded && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // There is no such command.
        }
    }

    /** Starts one that forwards what is written to its socket, as the line of its configuration says. */
    Rsyslog(Path directory, String forward) throws IOException, InterruptedException {
        socket = directory.resolve("log.socket");
        Path configuration = directory.resolve("rsyslog.conf");
        Files.writeString(configuration, """
                global(workDirectory="%s")
                module(load="imuxsock" SysSock.Use="off")
                input(type="imuxsock" Socket="%s")
                %s
                """.formatted(directory, socket, forward));
        boolean isInstalled = Files.isExecutable(INSTALLED);
        String program = (isInstalled ? INSTALLED : unpacked("usr/sbin/rsyslogd")).toString();
        List<String> command = new ArrayList<>(List.of(program, "-n", "-f", configuration.toString()));
        command.addAll(List.of("-i", directory.resolve("pid").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        if (!isInstalled) {
            Path modules = find("imuxsock.so").getParent();
            builder.command().addAll(List.of("-M", modules.toString()));
            builder.environment().put("LD_LIBRARY_PATH", modules.getParent().toString());
        }
        Path output = directory.resolve("rsyslogd.log");
        process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        while (!Files.exists(socket)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("rsyslogd has ended: " + Files.readString(output));
            }
        }
    }

    private static Path unpacked(String path) {
        return UNPACKED.resolve("root").resolve(path);
    }

    private static Path find(String name) throws IOException {
        try (Stream<Path> all = Files.walk(unpacked(""))) {
            return all.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
        }
    }

    /** {@return where it takes messages} */
    Path socket() {
        return socket;
    }

    /** Ends it as the system does. */
    @Override
    public void close() throws InterruptedException, IOException {
        process.destroy();
        boolean isEnded = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        Files.deleteIfExists(socket);
        if (!isEnded) {
            throw new AssertionError("rsyslogd does not end");
        }
    }
}
