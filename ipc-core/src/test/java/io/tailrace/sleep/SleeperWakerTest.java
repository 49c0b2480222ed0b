/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.log.Waker;
import io.tailrace.sleep.WakeSocket.WakeConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever fails in a wake-up: nothing is thrown, it is reported once, and a later wake-up succeeds. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SleeperWakerTest {
    private static final long CLIENT = 7;

    @TempDir
    private Path directory;

    private final List<Throwable> problems = new ArrayList<>();
    private ClientSleepers sleepers;
    private Sleeper sleeper;

    @BeforeEach
    void open() {
        sleepers = new ClientSleepers(directory, () -> FileAccess.PRIVATE, CLIENT, error -> {});
        sleeper = sleepers.takeConductor();
        sleeper.announce();
    }

    @AfterEach
    void close() {
        sleepers.close();
    }

    private void wakeUntilRung(Waker waker) {
        while (!sleeper.isRung()) {
            waker.wake();
            Thread.onSpinWait();
        }
    }

    private ClientWakers wakers(LongFunction<Path> directories) {
        return new ClientWakers(directories, directory.resolve("wakes"), problems::add);
    }

    private SleeperWaker waker(Operation<SleeperWaker.Place> finder, Consumer<Throwable> reports) {
        WakeConnection socket = new WakeConnection(ClientSleepers.socket(directory, Waker.CONDUCTOR));
        return new SleeperWaker(finder, CLIENT, Waker.CONDUCTOR, socket, socket, reports);
    }

    @Test
    void aFailedLookUpIsForgottenAfterAMoment() throws IOException {
        Throwable[] failures = {
            new IOException("no descriptors"), new OutOfMemoryError("direct"), new StackOverflowError()
        };
        int[] trials = {0};
        try (ClientWakers wakers = wakers(id -> directory)) {
            SleeperWaker.Place place = wakers.open(directory, CLIENT, Waker.CONDUCTOR);
            SleeperWaker waker = waker(
                    () -> {
                        if (trials[0] == failures.length) {
                            return place;
                        }
                        Throwable failure = failures[trials[0]++];
                        if (failure instanceof IOException e) {
                            throw e;
                        }
                        throw (Error) failure;
                    },
                    problems::add);

            waker.wake();
            waker.wake();
            assertEquals(1, trials[0], "it is not tried at each message");
            wakeUntilRung(waker);

            assertEquals(List.of(failures), problems);
        }
    }

    @Test
    void nothingComesOutWhereEvenTheReportFails() {
        Error noHeap = new StackOverflowError("as an OutOfMemoryError, which would end the tests");
        SleeperWaker waker = waker(
                () -> {
                    throw noHeap;
                },
                error -> {
                    throw noHeap;
                });

        assertDoesNotThrow(waker::wake);
    }

    @Test
    void aThreadTakesNapsWhereThereIsNoDirectMemoryForItsSleeper() {
        Operation<FileAccess> access = () -> {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        };
        try (ClientSleepers poor = new ClientSleepers(directory, access, CLIENT, error -> {})) {
            assertFalse(poor.take().canBeWoken());
        } catch (OutOfMemoryError e) { // Would end the tests.
            throw new AssertionError(e);
        }
    }

    @Test
    void aRequestThatReachesNobodyIsMadeAgainInTheSameSleep() throws IOException {
        Path socket = ClientSleepers.socket(directory, Waker.CONDUCTOR);
        Path aside = directory.resolve("aside");
        Files.move(socket, aside);
        try (ClientWakers wakers = wakers(id -> directory)) {
            Waker waker = wakers.of(CLIENT, Waker.CONDUCTOR);
            waker.wake();
            Files.move(aside, socket);

            Thread ringer = new Thread(() -> {
                while (!Thread.interrupted()) {
                    waker.wake();
                }
            });
            ringer.start();
            sleeper.sleep(Long.MAX_VALUE / 2); // Ended by a request only.
            ringer.interrupt();
        }
        assertEquals(List.of(), problems, "a missing listener is not an error of this process");
    }

    @Test
    void aSleeperWithoutAFileIsFoundAsSoonAsItHasOne() throws IOException {
        Path later = Files.createDirectory(directory.resolve("later"));
        try (ClientWakers wakers = wakers(id -> later);
                ClientSleepers others = new ClientSleepers(later, () -> FileAccess.PRIVATE, CLIENT, error -> {})) {
            Waker waker = wakers.of(CLIENT, Waker.CONDUCTOR);
            waker.wake();
            Sleeper other = others.takeConductor();
            other.announce();
            assertFalse(other.isRung());

            waker.wake();

            assertTrue(other.isRung());
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void theCauseIsToldOnceAndAgainOnlyAfterASuccess() throws IOException {
        Path file = ClientSleepers.file(directory, Waker.CONDUCTOR);
        byte[] bytes = Files.readAllBytes(file);
        Path broken = Files.createDirectory(directory.resolve("broken"));
        Path its = Files.write(ClientSleepers.file(broken, Waker.CONDUCTOR), new byte[bytes.length]);
        try (ClientWakers wakers = wakers(id -> id == CLIENT ? directory : broken)) {
            Waker waker = wakers.of(8, Waker.CONDUCTOR);
            for (int i = 0; i < 3; i++) {
                waker.wake();
                wakers.of(9 + i, Waker.CONDUCTOR).wake();
            }
            assertEquals(1, problems.size(), problems::toString);
            assertTrue(problems.get(0).getMessage().contains(its.toString()), problems::toString);

            wakers.of(CLIENT, Waker.CONDUCTOR).wake();
            wakers.of(20, Waker.CONDUCTOR).wake();
            assertEquals(2, problems.size(), problems::toString);
        }
    }
}
