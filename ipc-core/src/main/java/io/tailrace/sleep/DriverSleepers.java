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
 * The sleepers of a driver's own threads. They are in its control file, which each client has mapped, and which the
 * next driver replaces. A driver with one thread for both agents sleeps as its keeper.
 *
 * @param offset of the sleepers in the control file
 * @param directory of the driver
 */
public record DriverSleepers(MappedFile control, int offset, Path directory) {
    /** The length in bytes in the control file. */
    public static final int LENGTH = 2 * SLEEPER_LENGTH;

    private static final String SOCKET_PREFIX = "driver.sleeper-";

    private MappedBuffer slot(int number) {
        return control.buffer().view(offset + (number - 1) * SLEEPER_LENGTH, SLEEPER_LENGTH);
    }

    /** {@return the socket of one of the threads of the driver in a directory} */
    public static Path socket(Path directory, int number) {
        return directory.resolve(SOCKET_PREFIX + number);
    }

    /** {@return the sleeper of one of the driver's threads, {@link Waker#CONDUCTOR} or {@link Waker#KEEPER}} */
    public Sleeper take(int number, FileAccess access) {
        MappedBuffer slot = slot(number);
        return new Sleeper(number, slot, mechanism(number, slot, access));
    }

    /** A process without futexes asks the driver's relay, which exists if the driver has futexes. */
    private Mechanism mechanism(int number, MappedBuffer slot, FileAccess access) {
        try {
            return Mechanism.ofPlatformThread(true, slot, socket(directory, number), access);
        } catch (IOException | LinkageError | InternalError e) { // As for a client's.
            return new Mechanism.Nap();
        }
    }

    /** {@return how they sleep, in a word, and if they cannot use futexes, the reason} */
    public static String mechanism() {
        return Futex.isAvailable() ? "futex" : "sockets (" + Futex.whyNot() + ")";
    }

    WakeConnection connection(int number) {
        return new WakeConnection(socket(directory, number));
    }

    SleeperWaker.Place place(int number) throws IOException {
        FileFormatException truncation = control.findTruncation(control.path());
        if (truncation != null) {
            throw truncation;
        }
        return new SleeperWaker.Place(control, slot(number));
    }
}
