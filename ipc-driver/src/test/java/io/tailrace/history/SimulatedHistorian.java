/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.history.segment.Segment;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.report.HistorianFile;
import io.tailrace.stream.StreamSubscription;
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

    private final StreamCopy copy;
    private final HistorianFile file;
    private int pointsToDeath;
    private boolean dead;

    public SimulatedHistorian(Tailrace client, Path driverDirectory, Path directory, String stream) throws IOException {
        HistoryConfig config = HistoryConfig.of(directory, driverDirectory, stream)
                .withSegmentLength(SEGMENT_LENGTH)
                .withSync(new Sync.None())
                .withErrorHandler(error -> {
                    throw new AssertionError("the historian reports", error);
                });
        SubscriptionConfig subscribed = SubscriptionConfig.DEFAULT
                .withJoinAt(JoinAt.OLDEST)
                .withName(config.name(), LEASE)
                .withAcknowledgement();
        StreamSubscription subscription = (StreamSubscription) client.addSubscription(stream, subscribed);
        file = HistorianFile.create(directory, new HistorianFile.Settings(1, 0, false, 0, 1), 0);
        copy = new StreamCopy(
                subscription,
                StreamHistory.of(directory, stream),
                new DriverDirectory(driverDirectory),
                new HistoryStatus(config, Space.of(directory, 0), new BlockClock(), file));
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
            copy.look();
            for (LogCopy log : copy.logs()) {
                log.copy(false);
            }
            for (LogCopy log : copy.logs()) {
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
            for (LogCopy log : copy.logs()) {
                log.closeWriter();
            }
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
