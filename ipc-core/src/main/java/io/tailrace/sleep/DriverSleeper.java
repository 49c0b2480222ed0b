/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static io.tailrace.sleep.Sleeper.SLEEPER_LENGTH;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.WakeSocket.WakeConnection;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The sleeper of a driver. It is in its control file, which each client has mapped, and which the next driver replaces.
 *
 * @param offset of the sleeper in the control file
 * @param directory of the driver
 */
public record DriverSleeper(MappedFile control, int offset, Path directory) {
    /** The length in bytes in the control file. */
    public static final int LENGTH = SLEEPER_LENGTH;

    private MappedBuffer slot() {
        return control.buffer().view(offset, SLEEPER_LENGTH);
    }

    /** {@return the socket of the driver in a directory, where it needs one} */
    public static Path socket(Path directory) {
        return directory.resolve("driver.sleeper");
    }

    /** {@return the sleeper, for the driver's thread} */
    public Sleeper take(FileAccess access) {
        MappedBuffer slot = slot();
        return new Sleeper(Waker.CONDUCTOR, slot, mechanism(slot, access));
    }

    /** A process without futexes asks the driver's relay, which exists if the driver has futexes. */
    private Mechanism mechanism(MappedBuffer slot, FileAccess access) {
        try {
            return Mechanism.ofPlatformThread(true, slot, socket(directory), access);
        } catch (IOException | LinkageError | InternalError e) { // As for a client's.
            return new Mechanism.Nap();
        }
    }

    /** {@return how it sleeps, in a word, and if they cannot use futexes, the reason} */
    public static String mechanism() {
        return Futex.isAvailable() ? "futex" : "sockets (" + Futex.whyNot() + ")";
    }

    WakeConnection connection() {
        return new WakeConnection(socket(directory));
    }

    SleeperWaker.Place place() throws IOException {
        FileFormatException truncation = control.findTruncation(control.path());
        if (truncation != null) {
            throw truncation;
        }
        return new SleeperWaker.Place(control, slot());
    }
}
