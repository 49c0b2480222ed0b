/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.log.LogLayout;
import io.tailrace.log.read.LogReplay;
import io.tailrace.memory.MappedLong;
import java.io.IOException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The history of a stream for one subscription: the start in each log, the positions of its name, and the logs that
 * exist only in history, which it reads first, one after the other. Used under the conductor's lock, except for the
 * objects that it gives to images. If history cannot be read, it throws a {@link TailraceException}.
 */
public interface Replay extends AutoCloseable {
    /** The code that reads history. It is in another module; {@link java.util.ServiceLoader} finds it. */
    interface Provider {
        /**
         * {@return the history of a stream; null if no historian keeps it, or if it does not hold the position at which
         * the subscription is to begin}
         *
         * @param directory of the driver
         * @param trust decides whose files are opened
         */
        @Nullable
        Replay find(DriverDirectory directory, Trust trust, String stream, SubscriptionConfig config)
                throws IOException;
    }

    /**
     * {@return the start position of a subscription in a log in which it has a place}
     *
     * @param place the join position of its place
     * @param end of the log; {@link LogLayout#NONE} while it is not known
     */
    long begin(long logId, long place, long end);

    /** {@return the kept frames that an image reads if its log was overwritten} */
    LogReplay of(long logId);

    /** {@return the word that keeps the position in a log for the next holder of its name; null if it has no name} */
    @Nullable
    MappedLong cell(long logId, long position);

    /** Notes that a log was read to its end. */
    void done(long logId);

    /** {@return whether the initial images of the driver were announced before} */
    boolean hasBegun();

    /** Called when the driver has announced the logs with which the subscription begins. */
    void list();

    /**
     * Called when all events are read that the driver had sent before {@link #list}. A log announced by none of them is
     * gone, and complete, unless it lives and is announced later.
     *
     * @param remains whether the driver has announced a log, or will
     */
    void begin(LongPredicate remains);

    /** {@return whether logs that exist only in history are waiting for their turn, or may be} Any thread. */
    boolean hasNext();

    /** {@return the image of the next log that exists only in history; null if there is none} */
    @Nullable
    LogImage next(StreamSubscription subscription);

    @Override
    void close();
}
