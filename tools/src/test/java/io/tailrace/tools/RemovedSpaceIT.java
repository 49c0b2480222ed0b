/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Logs of 48 MiB are opened and closed on a small file system beside an idle reader, and no garbage is collected. */
@Tag("system")
class RemovedSpaceIT {
    private static final String STREAM = "quotes";
    private static final int LOGS = 20;
    private static final int TERM_LENGTH = 16 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The logs of one round and the next one, and the files of driver and clients. */
    private static final String SIZE = "size=" + (2 * 48 + 16) + "m";

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    /** One of the processes: {@code publish DIRECTORY} embeds the driver, {@code read DIRECTORY} reads all its logs. */
    public static void main(String[] arguments) {
        try (Tailrace tailrace = Tailrace.open(Path.of(arguments[1]))) {
            if (arguments[0].equals("publish")) {
                publish(tailrace);
            } else {
                read(tailrace);
            }
        }
    }

    private static void publish(Tailrace tailrace) {
        PublicationConfig term = PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH);
        for (int i = 0; i < LOGS; i++) {
            try (Publication publication = tailrace.addExclusivePublication(STREAM, term)) {
                if (!publication.awaitSubscribers(1, PATIENCE) || publication.offer(new byte[100], PATIENCE) <= 0) {
                    throw new IllegalStateException("no reader");
                }
            }
        }
    }

    private static void read(Tailrace tailrace) {
        try (Subscription subscription = tailrace.addSubscription(STREAM)) {
            int[] received = new int[1];
            while (received[0] < LOGS) {
                subscription.poll((buffer, offset, length, header) -> received[0]++, 10, PATIENCE);
            }
        }
    }

    private Tool start(String what, Path driver) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx1g"));
        command.addAll(List.of("-Xlog:gc", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(RemovedSpaceIT.class.getName(), what, driver.toString()));
        return Tool.start(directory, command);
    }

    /** With a collector that only allocates. */
    @Test
    void theSpaceOfClosedLogsIsFreeAtOnce() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), SIZE)) {
            Path driver = small.path().resolve("driver");
            try (Tool publisher = start("publish", driver);
                    Tool reader = start("read", driver)) {
                for (Tool tool : List.of(reader, publisher)) {
                    tool.assertExit(0);
                    assertFalse(tool.out().contains("System.gc"), tool::toString);
                }
            }
        }
    }
}
