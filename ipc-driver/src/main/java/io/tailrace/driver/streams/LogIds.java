/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;

/**
 * The ids of logs. A program stores an id with a position, for as long as it likes, and must later get that log or a
 * refusal. So no id may be used twice, not even if the whole directory was deleted in between. Other ids count from 1
 * in an empty directory; a log's id is the time at which the log was made, or one more than the last id. Conductor
 * only.
 */
public final class LogIds {
    /** The first millisecond of 2026: ids are two digits shorter than if they counted from 1970. */
    private static final long EPOCH_MS = 1_767_225_600_000L;

    /** Ids are names of directories of at most 18 digits; this leaves more ids than any driver uses. */
    public static final long MAX_ID = 500_000_000_000_000_000L;

    private final EpochClock clock;
    private long last;

    public LogIds(long last, EpochClock clock) {
        this.last = last;
        this.clock = clock;
    }

    /** {@return ids greater than those of the logs in a directory, because the clock may have been set back} */
    public static LogIds beyond(DriverDirectory directory) throws IOException {
        return new LogIds(greatestId(directory.logs()), SystemEpochClock.INSTANCE);
    }

    /** {@return an id that no log had before: milliseconds since the beginning of 2026, or a little more} */
    long next() {
        last = Math.max(last + 1, clock.time() - EPOCH_MS);
        return last;
    }

    /** {@return the greatest id among the names in a folder, 0 if there is none} */
    public static long greatestId(Path folder) throws IOException {
        long greatest = 0;
        for (Path path : LogRemoval.list(folder)) {
            long id = DriverDirectory.parseId(path.getFileName().toString());
            greatest = id > MAX_ID ? greatest : Math.max(greatest, id); // No driver has given such a great id.
        }
        return greatest;
    }
}
