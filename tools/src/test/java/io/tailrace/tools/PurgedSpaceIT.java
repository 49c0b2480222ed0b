/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.LocalHost;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A full disk is purged by hand, beside the historian that has written all of it and a reader that rests in it. */
@Tag("system")
class PurgedSpaceIT {
    private static final int SIZE_MIB = 40;
    private static final int MIB = 1024 * 1024;
    private static final int LENGTH = 10_000;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private final MappedBuffer message = MappedBuffer.allocate(LENGTH);
    private final List<Long> received = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private long sent;

    /** Publishes until the historian, which has no space, holds the publisher back. */
    private void fill(Publication publication, Path week) throws IOException {
        while (!HistoryView.read(week, List.of(), new LocalHost()).state().equals("full")) {
            if (!offer(publication)) {
                Tool.pause();
            }
        }
    }

    private boolean offer(Publication publication) {
        message.putLong(0, sent);
        boolean accepted = publication.offer(message, 0, LENGTH) > 0;
        sent += accepted ? 1 : 0;
        return accepted;
    }

    private int poll(Subscription subscription, int limit) {
        return subscription.poll((buffer, offset, length, header) -> received.add(buffer.getLong(offset)), limit);
    }

    private static long freeMib(Path path) throws IOException {
        return Files.getFileStore(path).getUsableSpace() / MIB;
    }

    /** The process of the test is the reader. */
    @Test
    void itsSpaceIsFreeAtOnceAndAllGoOn() throws IOException {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withPolicy(Policy.CATCH_UP)
                .withJoinAt(JoinAt.BEGINNING)
                .withOverrunHandler((image, from, to) -> lost.add(to - from));
        try (SmallFileSystem small =
                        SmallFileSystem.mount(directory.path().resolve("small"), "size=" + SIZE_MIB + "m");
                Tool driver = Tool.driver(directory)) {
            Path week = small.path().resolve("week");
            List<String> command = Tool.commandLine(
                    List.of("-Xlog:gc"),
                    "history",
                    "--stream",
                    "quotes",
                    "--to",
                    week.toString(),
                    "--segment-length",
                    "1m");
            try (Tool historian = Tool.start(directory, command);
                    Tailrace tailrace = Tailrace.connect(directory.driver())) {
                historian.awaitOut("READY dir=" + week);
                PublicationConfig term = PublicationConfig.DEFAULT.withTermLength(MIB);
                Publication publication = tailrace.addExclusivePublication("quotes", term);
                fill(publication, week);
                Subscription subscription = tailrace.addSubscription("quotes", config);
                while (received.size() < 10) {
                    poll(subscription, 10 - received.size());
                }
                assertTrue(freeMib(week) <= 1, () -> "free=" + week);
                try (Tool purge =
                        Tool.run(directory, "history", "purge", week.toString(), "--keep-segments", "1", "--yes")) {
                    purge.assertExit(ExitCode.OK);
                }
                // The historian writes at most a log meanwhile: three terms.
                assertTrue(freeMib(week) > SIZE_MIB - 8, historian::toString);

                goOn(publication, subscription);
                publication.close();
                assertFalse(historian.out().contains("System.gc"), historian::toString);
                historian.terminate();
                historian.assertExit(ExitCode.OK);
                assertTrue(driver.isAlive());
            }
        }
    }

    /** More than the log has room for, so that the historian writes again. */
    private void goOn(Publication publication, Subscription subscription) {
        long end = sent + 10 * MIB / LENGTH;
        while (received.get(received.size() - 1) < end - 1) { // The test has a time limit.
            if (sent < end) {
                offer(publication);
            }
            poll(subscription, 10);
        }
        int gaps = 0;
        for (int i = 1; i < received.size(); i++) {
            assertTrue(received.get(i) > received.get(i - 1), received::toString);
            gaps += received.get(i) - received.get(i - 1) > 1 ? 1 : 0;
        }
        assertEquals(1, gaps);
        assertEquals(1, lost.size(), lost::toString);
        assertTrue(lost.get(0) > (SIZE_MIB - 8L) * MIB, lost::toString);
    }
}
