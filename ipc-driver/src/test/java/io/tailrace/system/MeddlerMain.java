/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A publisher whose process also contains code that opens and closes the driver's files, as a backup agent does: with
 * each lock file that it closes, the kernel drops the process's lock on it. Or that code truncates the client's own
 * commands file. Executes the words on its standard input, one per line, and answers each.
 */
final class MeddlerMain {
    private static final long MEDDLE_PAUSE_MS = 1;

    private MeddlerMain() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        TailraceConfig config = TailraceConfig.DEFAULT.withDirectory(directory);
        Tailrace tailrace = args[2].equals("open") ? Tailrace.open(config) : Tailrace.connect(config);
        Publication publication = tailrace.addPublication(args[1]);
        System.out.println("CLIENT " + tailrace.clientId());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Claim claim = new Claim();
        String word;
        while ((word = input.readLine()) != null) {
            switch (word) {
                case "claim" -> System.out.println("CLAIMED " + publication.tryClaim(Long.BYTES, claim));
                case "meddle once" -> {
                    meddle(directory);
                    System.out.println("MEDDLED");
                }
                case "meddle" -> startMeddling(directory);
                case "commit" -> {
                    claim.commit();
                    System.out.println("COMMITTED");
                }
                case "truncate" -> {
                    truncate(directory.resolve("clients/" + tailrace.clientId() + "/commands"));
                    System.out.println("TRUNCATED");
                }
                case "close" -> {
                    tailrace.close();
                    System.out.println("CLOSED");
                }
                default -> throw new IllegalArgumentException(word);
            }
        }
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    private static void startMeddling(Path directory) throws IOException {
        meddle(directory);
        Thread meddler = new Thread(() -> {
            while (true) {
                try {
                    meddle(directory);
                    Thread.sleep(MEDDLE_PAUSE_MS);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        meddler.setDaemon(true);
        meddler.start();
        System.out.println("MEDDLING");
    }

    private static void meddle(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory, 3)) {
            List<Path> files = tree.filter(path -> path.getFileName().toString().endsWith("lock"))
                    .toList();
            for (Path file : files) {
                try (InputStream in = Files.newInputStream(file)) {
                    in.read();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Its owner has removed it.
        }
    }
}
