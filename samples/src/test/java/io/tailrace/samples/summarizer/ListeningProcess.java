/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command in a JVM of its own, once it listens. */
final class ListeningProcess implements AutoCloseable {
    final int port;

    private final Process process;
    private final BufferedReader error;
    private final Path output;

    /** @param jvmOptions of the JVM; {@code arguments} those of the command, with {@code --port 0} */
    ListeningProcess(Path directory, List<String> jvmOptions, String... arguments) throws IOException {
        output = Files.createTempFile(directory, "output", null);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SummarizerMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile());
        builder.environment().put("TAILRACE_DIR", directory.resolve("driver").toString());
        process = builder.directory(directory.toFile()).start();
        error = process.errorReader();
        String line = error.readLine();
        if (line == null || !line.startsWith("listening: ")) {
            throw new AssertionError(
                    "does not listen: " + line + "\n" + error.lines().toList());
        }
        port = Integer.parseInt(line.replaceFirst(".*port=", ""));
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** Sends SIGTERM and waits for the end. */
    Program.Ended terminate() throws IOException, InterruptedException {
        process.toHandle().destroy(); // Process.destroy would close its streams.
        return await();
    }

    Program.Ended await() throws IOException, InterruptedException {
        StringBuilder said = new StringBuilder();
        error.lines().forEach(line -> said.append(line).append('\n')); // Up to its end.
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end");
        }
        return new Program.Ended(process.exitValue(), Files.readString(output), said.toString());
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
