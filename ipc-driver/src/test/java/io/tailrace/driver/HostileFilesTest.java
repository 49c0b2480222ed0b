/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.control.Command;
import io.tailrace.control.ControlFile;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.KernelLock;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Something else lies in the place of a file of a driver, a client or a log. A process that opens it reports it or
 * continues without it; no process waits for a pipe's other end or follows a link, and the others continue.
 */
final class HostileFilesTest extends WithInvokedDriver {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String LEFT = "left";
    /** Of all pairs; a change is to pass all of them, and each file and each kind has its turn in any build. */
    private static final int EACH_NTH = Integer.getInteger("tailrace.test.rounds", 10) < 40 ? 5 : 1;

    private Tailrace bad;
    private Publication publication;
    private Subscription subscription;
    private Path elsewhere;

    @BeforeEach
    void begin() throws IOException {
        bad = connect();
        publication = bad.addPublication("quotes");
        subscription = bad.addSubscription("quotes");
        assertTrue(Messages.offer(publication, LEFT) > 0);
        elsewhere = parent.resolve("elsewhere");
        assertEquals(List.of(), errors);
    }

    @AfterEach
    void end() {
        assertTimeoutPreemptively(LIMIT, () -> {
            bad.close();
            driver.close();
        });
    }

    private Path resolve(String file) {
        return config.directory()
                .resolve(file.replace("SUBSCRIPTION", Long.toString(subscription.registrationId()))
                        .replace("CLIENT", Long.toString(bad.clientId()))
                        .replace("LOG", Long.toString(publication.logId())));
    }

    private static Stream<Arguments> each(String... files) {
        HostileFile[] kinds = HostileFile.values();
        return IntStream.range(0, files.length * kinds.length)
                .filter(i -> (i / kinds.length + i % kinds.length) % EACH_NTH == 0)
                .mapToObj(i -> Arguments.of(files[i / kinds.length], kinds[i % kinds.length]));
    }

    static Stream<Arguments> everything() {
        return each(
                "driver.lock",
                "driver.info",
                "control",
                "control.making",
                "control.previous",
                "events",
                "events.1",
                "clients",
                "clients/CLIENT",
                "clients/CLIENT/lock",
                "clients/CLIENT/commands",
                "clients/CLIENT/subscription-SUBSCRIPTION",
                "logs",
                "logs/LOG",
                "logs/LOG/meta",
                "logs/LOG/term-1");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @MethodSource("everything")
    void aDriverStartsAllTheSameOrSaysWhy(String file, HostileFile hostile) throws Exception {
        driver.close();
        assumeTrue(hostile.replace(resolve(file), elsewhere), "this machine lets us make one");
        List<String> before = listElsewhere();

        assertTimeoutPreemptively(LIMIT, () -> {
            try {
                driver = MediaDriver.launch(config);
                serve();
                driver.close();
            } catch (DirectoryException e) {
                String name = resolve(file).getFileName().toString();
                assertTrue(e.getMessage().contains(name), e.getMessage());
            }
        });

        errors.forEach(error -> AdoptionFuzzTest.assertIsExpected(error, file));
        assertEquals(before, listElsewhere());
    }

    @Test
    void whatALinkLeadsToIsNotDeleted() throws IOException {
        bad.close();
        driver.close();
        Path precious = Files.createDirectories(elsewhere.resolve("precious"));
        for (String name : List.of("meta", "commands", "lock", "thesis")) {
            Files.writeString(precious.resolve(name), "work of years");
        }
        for (String folder : List.of("logs", "clients")) {
            for (String name : List.of("77", "78.making", "no number")) {
                Files.createDirectories(config.directory().resolve(folder));
                Files.createSymbolicLink(config.directory().resolve(folder).resolve(name), precious);
            }
        }
        List<String> before = listElsewhere();

        driver = MediaDriver.launch(config);
        serve();
        driver.close();

        assertEquals(before, listElsewhere());
        assertEquals(Set.of("driver.lock"), LeftFiles.namesIn(config.directory()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoNotesTheSubscriptionOfAnotherTakesNothingFromIt(boolean hasALog) throws IOException {
        Tailrace good = connect();
        Subscription others = good.addSubscription(hasALog ? "quotes" : "nobody publishes");
        SubscriptionFiles forged = new SubscriptionFiles();
        for (long id : new long[] {others.registrationId(), 0}) {
            forged.write(
                    resolve("clients/CLIENT"),
                    new Command.AddSubscription(id, JoinAt.TAIL, SubscriberPolicy.DROP, "another stream"));
        }
        driver.close();

        driver = MediaDriver.launch(config);
        // Until they have noticed, and listed what they hold.
        for (int i = 0; i < 200 || !good.isDriverAlive() || !bad.isDriverAlive(); i++) {
            driver.invoke();
            good.invoke();
            bad.invoke();
            LockSupport.parkNanos(1_000_000);
        }
        Publication theirs = hasALog ? publication : good.addPublication("nobody publishes");
        assertTrue(Messages.offer(theirs, "a") > 0);
        Recorder received = new Recorder();
        while (others.poll(received, 10) == 0) { // Not longer than the test may take.
            driver.invoke();
            good.invoke();
        }
        assertEquals("a", received.texts().get(received.count() - 1));
        assertEquals(
                2,
                errors.stream()
                        .filter(e -> e.getMessage().contains("noted twice, or none"))
                        .count());
        errors.clear();
        good.close();
    }

    static Stream<Arguments> whatAClientCanReplace() {
        return each(
                "clients/CLIENT",
                "clients/CLIENT/lock",
                "clients/CLIENT/commands",
                "clients/CLIENT/subscription-SUBSCRIPTION",
                "logs/LOG/meta",
                "driver.info");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @MethodSource("whatAClientCanReplace")
    void underALivingDriverTheOthersGoOn(String file, HostileFile hostile) throws Exception {
        assumeTrue(hostile.replace(resolve(file), elsewhere), "this machine lets us make one");
        List<String> before = listElsewhere();

        assertTimeoutPreemptively(LIMIT, () -> {
            if (file.endsWith("lock")) {
                Thread.sleep(60); // Until the next check whether clients live.
            }
            serve();
            assertTrue(Messages.offer(publication, "it lives") > 0);
            bad.close();
            serve();
            driver.close();
        });

        errors.forEach(error -> AdoptionFuzzTest.assertIsExpected(error, file));
        assertEquals(before, listElsewhere());
    }

    static Stream<Arguments> whatAClientOpens() {
        return each("driver.lock", "control");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @MethodSource("whatAClientOpens")
    void aClientConnectsOrSaysWhy(String file, HostileFile hostile) throws Exception {
        assumeTrue(hostile.replace(resolve(file), elsewhere), "this machine lets us make one");

        assertTimeoutPreemptively(LIMIT, () -> {
            try (Tailrace client = Tailrace.connect(clientConfig().withConnectTimeout(Duration.ofMillis(20)))) {
                assertTrue(client.isDriverAlive(), "where there is no lock file, the control file names its process");
            } catch (TailraceException e) {
                assertTrue(e.getMessage().contains(config.directory().toString()), e.getMessage());
            }
        });
    }

    @Test
    void aNextControlFileThatIsNoneIsToldOnce() throws IOException {
        driver.close();
        try (KernelLock another = KernelLock.tryAcquire(resolve("driver.lock"), FileAccess.PRIVATE)) {
            assertNotNull(another);
            Files.delete(resolve("control"));
            Files.write(resolve("control"), new byte[ControlFile.LENGTH]);
            Await.until("it is told", () -> bad.invoke() >= 0 && !errors.isEmpty());
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < 300_000_000) { // It checks every 100 ms.
                bad.invoke();
            }
        }
        List<String> told = errors.stream().map(Throwable::getMessage).toList();
        assertEquals(1, told.size(), told::toString);
        assertTrue(told.get(0).contains(resolve("control") + ": not a file of this kind"), told::toString);
    }

    private void serve() {
        for (int i = 0; i < 20; i++) {
            driver.invoke();
        }
        try (Tailrace other = connect()) {
            Subscription others = other.addSubscription("another stream");
            Publication its = other.addPublication("another stream");
            assertTrue(Messages.offer(its, "a") > 0);
            assertEquals(1, others.poll((buffer, offset, length, header) -> {}, 10));
        }
        for (int i = 0; i < 20; i++) {
            driver.invoke();
        }
    }

    /** The target of a link, and its contents. */
    private List<String> listElsewhere() throws IOException {
        if (!Files.exists(elsewhere)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(elsewhere)) {
            return paths.map(Path::toString).sorted().toList();
        }
    }

    /** Objects that may take the place of a file or a directory. */
    enum HostileFile {
        RANDOM_BYTES,
        EMPTY,
        TRUNCATED,
        ANOTHER_VERSION,
        NOTHING,
        DIRECTORY,
        PIPE,
        DEVICE,
        LINK_ELSEWHERE,
        LINK_TO_ITSELF,
        DANGLING_LINK;

        private static final int VERSION_OFFSET = 8;

        /**
         * Puts it there.
         *
         * @param elsewhere where the original is moved for a link to it; no process may touch it there
         * @return whether this machine allows it
         */
        boolean replace(Path path, Path elsewhere) throws IOException, InterruptedException {
            byte[] bytes = Files.isRegularFile(path) ? Files.readAllBytes(path) : new byte[100];
            if (this == LINK_ELSEWHERE && Files.exists(path)) {
                Files.move(path, elsewhere);
            } else {
                delete(path);
            }
            switch (this) {
                case RANDOM_BYTES -> {
                    new Random(bytes.length).nextBytes(bytes);
                    Files.write(path, bytes);
                }
                case EMPTY -> Files.createFile(path);
                case TRUNCATED -> Files.write(path, Arrays.copyOf(bytes, bytes.length / 2));
                case ANOTHER_VERSION -> {
                    if (bytes.length > VERSION_OFFSET + 2) {
                        bytes[VERSION_OFFSET + 2] = 99;
                    }
                    Files.write(path, bytes);
                }
                case DIRECTORY -> Files.createFile(Files.createDirectory(path).resolve("something"));
                case PIPE -> {
                    return run("mkfifo", path.toString());
                }
                case DEVICE -> {
                    return run("mknod", path.toString(), "c", "1", "5"); // /dev/zero; needs root.
                }
                case LINK_ELSEWHERE -> Files.createSymbolicLink(path, elsewhere);
                case LINK_TO_ITSELF -> Files.createSymbolicLink(path, path);
                case DANGLING_LINK -> Files.createSymbolicLink(path, elsewhere);
                default -> {
                    // Nothing.
                }
            }
            return true;
        }

        private static boolean run(String... command) throws IOException, InterruptedException {
            return new ProcessBuilder(command).start().waitFor() == 0;
        }

        private static void delete(Path path) throws IOException {
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.list(path)) {
                    for (Path file : files.toList()) {
                        delete(file);
                    }
                }
            }
            Files.deleteIfExists(path);
        }
    }
}
