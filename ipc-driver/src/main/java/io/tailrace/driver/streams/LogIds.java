/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The ids of logs. A program stores an id with a position, for as long as it likes, and must later get that log or a
 * refusal. So no id may be used twice, not even if the whole directory was deleted in between, as a restart of the host
 * does. A clock cannot make sure of that, because it may begin at the same time after each restart. So the first id of
 * a directory is random, and the ids of the next driver begin a random step after those of the logs that it finds. In a
 * directory ids ascend; otherwise their order says nothing.
 */
public final class LogIds {
    /** Ids are names of directories of at most 18 digits; this leaves more ids than any driver uses. */
    public static final long MAX_ID = 500_000_000_000_000_000L;

    /** The first id is less than this, so that also programs whose numbers are doubles read ids exactly. */
    private static final long MAX_FIRST = 1L << 52;

    /** The greatest step to the ids of the next driver, because logs with greater ids may have been deleted. */
    private static final long MAX_STEP = 1L << 36;

    private long last;

    public LogIds(long last) {
        this.last = last;
    }

    /** {@return ids that no driver has used, and greater than those of the logs in a directory} */
    public static LogIds beyond(DriverDirectory directory) throws IOException {
        long greatest = greatestId(directory.logs());
        return new LogIds(greatest + new SecureRandom().nextLong(greatest == 0 ? MAX_FIRST : MAX_STEP));
    }

    /** {@return an id that no log had before} */
    long next() {
        return ++last;
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
