/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.history.segment.Segment;
import io.tailrace.report.HistorianFile;
import io.tailrace.system.FaultPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** The copying part of a historian, without a thread. It dies at the points that {@link FaultPoints} announces. */
public final class SimulatedHistorian {
    private static final int SEGMENT_LENGTH = 64 * 1024;
    private static final Duration LEASE = Duration.ofMinutes(5);

    private static final class Death extends Error {
        private static final long serialVersionUID = 1;

        private Death(String point) {
            super("died at " + point);
        }
    }

    private final StreamCopies copies;
    private final HistorianFile file;
    private int pointsToDeath;
    private boolean dead;

    public SimulatedHistorian(Tailrace client, Path driverDirectory, Path directory, String stream) throws IOException {
        HistoryConfig config = HistoryConfig.of(directory, driverDirectory, stream)
                .withSegmentLength(SEGMENT_LENGTH)
                .withSync(new Sync.None())
                .withName("history", LEASE)
                .withErrorHandler(error -> {
                    throw new AssertionError("the historian reports", error);
                });
        file = HistorianFile.create(directory, new HistorianFile.Settings(1, 0, false, 0, 1), 0);
        HistoryStatus status = new HistoryStatus(config, Space.of(directory, 0), BlockClock.of(directory), file);
        copies = new StreamCopies(client, status, client.newWaitSet(WaitPolicy.SPIN));
        try {
            copies.find();
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * One round, as of {@link CopyLoop}.
     *
     * @param newPointsToDeath how many of its points it reaches before it dies there; 0: it lives
     * @return whether it lives
     */
    public boolean step(int newPointsToDeath) {
        pointsToDeath = newPointsToDeath;
        Consumer<String> before = FaultPoints.listen(null);
        FaultPoints.listen(pointsToDeath > 0 ? this::onPoint : before);
        try {
            copies.look();
            for (LogCopy log : copies.logs()) {
                log.copy(false);
            }
            for (LogCopy log : copies.logs()) {
                if (log.isAhead()) {
                    log.acknowledge();
                }
            }
        } catch (Death e) {
            dead = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            FaultPoints.listen(before);
        }
        return !dead;
    }

    private void onPoint(String point) {
        boolean isOwn = point.startsWith("segment.") || point.startsWith("history.") || point.startsWith("poll.");
        if (dead || (isOwn && --pointsToDeath == 0)) {
            dead = true;
            throw new Death(point);
        }
    }

    /** {@return where a segment ends} */
    public static long endOf(Path segment) throws IOException {
        try (Segment opened = Segment.open(segment)) {
            return opened.endPosition();
        }
    }

    /** Its files stay as they are, and its process has released them. */
    public void die() {
        try {
            for (LogCopy log : copies.logs()) {
                log.closeWriter();
            }
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
