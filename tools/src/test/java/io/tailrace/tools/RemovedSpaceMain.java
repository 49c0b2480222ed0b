/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Opens and closes logs, each with a message, or reads all of them in another process: {@code publish DIRECTORY LOGS
 * PAUSE_MS} embeds the driver, {@code read DIRECTORY LOGS} ends after the last message. The publisher writes the most
 * space that was in use beyond one log.
 */
final class RemovedSpaceMain {
    private static final String STREAM = "quotes";
    private static final int TERM_LENGTH = 16 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MIB = 1024 * 1024;

    private RemovedSpaceMain() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        int logs = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("publish")) {
            publish(directory, logs, Long.parseLong(arguments[3]));
        } else {
            read(directory, logs);
        }
    }

    private static void publish(Path directory, int logs, long pauseMs) throws Exception {
        long before = used(directory.getParent());
        long most = 0;
        TailraceConfig config = TailraceConfig.DEFAULT.withDirectory(directory);
        try (Tailrace tailrace = Tailrace.open(config)) {
            for (int i = 0; i < logs; i++) {
                PublicationConfig term = PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH);
                try (Publication publication = tailrace.addExclusivePublication(STREAM, term)) {
                    if (!publication.awaitSubscribers(1, PATIENCE) || publication.offer(new byte[100], PATIENCE) <= 0) {
                        throw new IllegalStateException("no reader");
                    }
                }
                Thread.sleep(pauseMs);
                most = Math.max(most, used(directory.getParent()) - before);
            }
            System.out.println("mostMiB=" + most / MIB);
        }
        System.out.println("leftMiB=" + (used(directory.getParent()) - before) / MIB);
    }

    private static long used(Path path) throws Exception {
        return Files.getFileStore(path).getTotalSpace()
                - Files.getFileStore(path).getUnallocatedSpace();
    }

    private static void read(Path directory, int logs) {
        try (Tailrace tailrace = Tailrace.open(TailraceConfig.DEFAULT.withDirectory(directory));
                Subscription subscription = tailrace.addSubscription(STREAM)) {
            int[] received = new int[1];
            while (received[0] < logs) {
                subscription.poll((buffer, offset, length, header) -> received[0]++, 10, PATIENCE);
            }
            System.out.println("received=" + received[0]);
        }
    }
}
