/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command.AddSubscription;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots;
import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventRing;
import io.tailrace.control.EventView;
import io.tailrace.control.EventView.Kind;
import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Figures;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.OwnerState.LifeProof;
import io.tailrace.control.ReportFile;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.dump.TestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.errors.DistinctErrorLog;

/** Makes the directory of a driver at one moment, with an example of everything that the tools distinguish. */
final class GoldenDirectory {
    static final long NOW_NS = 5_000_000_000_000L;
    static final Instant NOW = Instant.parse("2026-01-02T04:00:00Z");
    private static final int TERM_LENGTH = 64 * 1024;
    private static final long SECOND_NS = 1_000_000_000;
    private static final int LEFT_OFFSET = 72;
    private static final Identity SENDER =
            new Identity(LinkFile.Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes,md.*");
    private static final Identity RECEIVER =
            new Identity(LinkFile.Kind.RECEIVE, "bridge/gamma/feed", "10.0.0.1:9000", "alpha", "trades");
    private static final long NOW_MS = NOW.toEpochMilli();
    private static final int PID_OFFSET = 32;
    private static final int BOOT_ID_OFFSET = 64;

    /** The names of clients, by id. */
    private static final List<String> NAMES =
            List.of("", "orders-desk", "risk-engine", "tailrace sub quotes", "archive");

    private final DriverDirectory directory;

    private GoldenDirectory(Path path) {
        this.directory = new DriverDirectory(path);
    }

    static void make(Path path) throws IOException {
        new GoldenDirectory(path).make();
    }

    private void make() throws IOException {
        Files.createDirectories(directory.logs());
        Files.createDirectory(directory.clients());
        Files.createDirectory(directory.names());
        Files.createFile(directory.lockFile());
        Files.writeString(directory.infoFile(), "pid=4711\nstarted=2026-01-02T03:04:05.678Z\n");
        driver();
        client(1, 101, NOW_NS - 100_000_000, "03:10:01");
        client(2, 102, NOW_NS - 12_300_000_000L, "03:10:02");
        client(3, 103, NOW_NS - 200_000_000, "03:10:03");
        client(4, 104, NOW_NS - 3_000 * SECOND_NS, "03:05:00");
        heldBack();
        idle();
        unread();
        retained();
        dropping();
        openClaim();
        named();
        chained();
        noted();
        events();
    }

    private void events() {
        long[] nowMs = {NOW.minusSeconds(3_000).toEpochMilli()};
        try (EventRing ring = EventRing.open(directory, FileAccess.PRIVATE, () -> nowMs[0] += 60_123)) {
            ring.note(EventView.ofDriver(Kind.DRIVER_STARTED, 4700, "tailrace driver", 2, ""));
            ring.note(
                    EventView.ofDriver(Kind.DRIVER_DIED, 4700, "tailrace driver", 2, LifeProof.PROCESS_GONE.reason()));
            ring.note(EventView.ofDriver(Kind.DRIVER_STARTED, 4711, "tailrace driver", 3, ""));
            for (int id = 1; id < NAMES.size(); id++) {
                ring.noteCame(id, 100 + id, NAMES.get(id));
            }
            ring.note(EventView.ofClient(Kind.CLIENT_LEFT, 4, 104, NAMES.get(4), ""));
            for (int i = 1; i <= 12; i++) {
                ring.note(EventView.ofClient(Kind.OVERRUN, 2, 102, NAMES.get(2), "log=5")
                        .on("md.\u001b[2Jhostile", "")
                        .at(64, 64 + 4096L * i));
            }
            ring.note(EventView.ofClient(Kind.EVICTED, 3, 103, NAMES.get(3), "").on("quotes", "slow"));
            ring.note(EventView.ofClient(Kind.UNBLOCKED, 9, 109, "orders-desk", "log=1")
                    .on("orders", "")
                    .at(128, 192));
            ring.note(EventView.ofClient(Kind.RELEASED, 9, 109, "", "").on("orders", "audit"));
            ring.note(EventView.ofClient(Kind.REFUSED, 3, 103, NAMES.get(3), "too many logs: logs=2, max=2")
                    .on("more", ""));
        }
    }

    private void driver() throws IOException {
        try (ControlFile control =
                ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 3, 4711, TERM_LENGTH, 1000)) {
            CounterSlots slots = new CounterSlots(control.counters());
            slots.add(CounterKind.LEVEL, "", "clients", 3);
            slots.add(CounterKind.TOTAL, "", "errors", 2);
            control.beat(NOW_NS - 50_000_000);
            DistinctErrorLog log = new DistinctErrorLog(control.errorLog(), () -> 1_767_322_800_123L);
            log.record(error("no space", "io.tailrace.driver.LogFactory", "create", 77));
            log.record(error("no space", "io.tailrace.driver.LogFactory", "create", 77));
        }
        clearLeft(directory.controlFile());
    }

    /** Looks as if it had been killed. */
    private static void clearLeft(Path file) throws IOException {
        try (MappedFile mapped = MappedFile.openReadWrite(file)) {
            mapped.buffer().putLong(LEFT_OFFSET, 0);
        }
    }

    private static Throwable error(String message, String type, String method, int line) {
        Throwable error = new IllegalStateException(message);
        error.setStackTrace(new StackTraceElement[] {new StackTraceElement(type, method, null, line)});
        return error;
    }

    private void client(long id, long pid, long heartbeatNs, String time) throws IOException {
        Path path = directory.client(id);
        try (ClientFiles files = ClientFiles.create(path, FileAccess.PRIVATE, id, pid, NAMES.get((int) id))) {
            files.beat(heartbeatNs);
            if (id == 1) {
                try (ReportFile counters = files.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE)) {
                    CounterSlots slots = new CounterSlots(counters.region());
                    slots.add(CounterKind.TOTAL, "orders", "executed", 1000);
                    slots.add(CounterKind.LEVEL, "a\u001b[2J", "größe", -1);
                }
                try (ReportFile errors = files.createReport(ReportFile.ERRORS, FileAccess.PRIVATE)) {
                    DistinctErrorLog log = new DistinctErrorLog(errors.region(), () -> 1_767_326_340_000L);
                    log.record(error("bad \u001b[2J\u202e order", "com.example.Orders", "book", 12));
                }
            }
        }
        if (id != 4) { // Client 4 has closed.
            clearLeft(path.resolve("commands"));
        }
        Files.setLastModifiedTime(ClientFiles.lockFile(path), FileTime.from(Instant.parse("2026-01-02T" + time + "Z")));
    }

    /** A log with its publishers and subscribers. */
    private final class TestedLog {
        private final LogBuffers log;
        private final LogMaintenance kept;
        private final Appender appender;

        TestedLog(long id, String stream, int kind, long registrationId, long clientId) throws IOException {
            LogMeta.Constants constants = LogMeta.Constants.of(id, stream, TERM_LENGTH, kind);
            TestLog.create(directory.log(id), constants);
            log = LogFiles.open(directory.log(id), LogFiles.Access.EVERYTHING).buffers();
            kept = new LogMaintenance(log);
            int slot = kept.addPublisher(registrationId, clientId, 100 + clientId);
            appender = kind == KIND_EXCLUSIVE ? new ExclusiveAppender(log, slot) : new ConcurrentAppender(log, slot);
            keep();
        }

        void keep() {
            for (int i = 0; i < 16; i++) {
                kept.cycle(registrationId -> {});
            }
        }

        int subscriber(long registrationId, long clientId, String name, SubscriberPolicy policy) {
            SubscriberName named = name.isEmpty() ? SubscriberName.NONE : new SubscriberName(name, 30 * SECOND_NS);
            int slot = kept.addSubscriber(
                    new Subscriber(registrationId, clientId, 100 + clientId, policy, named), JoinAt.TAIL);
            keep();
            return slot;
        }

        /** Publishes messages, until one is refused at the latest. */
        void publish(int messages) {
            byte[] payload = new byte[1000];
            for (int i = 0; i < messages && appender.offer(MappedBuffer.of(payload), 0, payload.length) > 0; i++) {
                keep();
            }
        }
    }

    private void heldBack() throws IOException {
        TestedLog log = new TestedLog(11, "quotes", KIND_CONCURRENT, 21, 1);
        log.subscriber(31, 2, "risk", SubscriberPolicy.BLOCK);
        int quick = log.subscriber(32, 3, "", SubscriberPolicy.BLOCK);
        log.publish(Integer.MAX_VALUE);
        log.log.meta().subscriberPositionRelease(quick, log.appender.position());
        heldSince(11, NOW_NS - 200 * SECOND_NS);
    }

    /** Its subscriber is the publisher of {@code quotes}, which waits, too. */
    private void chained() throws IOException {
        TestedLog log = new TestedLog(19, "chained", KIND_CONCURRENT, 27, 3);
        log.subscriber(41, 1, "parse", SubscriberPolicy.BLOCK);
        log.publish(Integer.MAX_VALUE);
        heldSince(19, NOW_NS - 150 * SECOND_NS);
    }

    private void heldSince(long logId, long ns) throws IOException {
        try (MappedFile meta = MappedFile.openReadWrite(LogFiles.metaPath(directory.log(logId)))) {
            meta.buffer().putLong(LogLayout.HELD_SINCE_NS_OFFSET, ns);
            meta.buffer().putLong(LogLayout.HELD_NS_OFFSET, NOW_NS - ns);
        }
    }

    private void idle() throws IOException {
        TestedLog log = new TestedLog(12, "orders", KIND_EXCLUSIVE, 22, 1);
        int reader = log.subscriber(33, 3, "", SubscriberPolicy.BLOCK);
        log.publish(5);
        log.log.meta().subscriberPositionRelease(reader, log.appender.position());
    }

    private void unread() throws IOException {
        new TestedLog(13, "telemetry", KIND_CONCURRENT, 23, 3).publish(3);
    }

    private void retained() throws IOException {
        TestedLog log = new TestedLog(14, "trades", KIND_CONCURRENT, 24, 4);
        log.publish(7);
        log.appender.close();
        log.kept.endPublisher(24);
        log.keep();
        try (MappedFile meta = MappedFile.openReadWrite(LogFiles.metaPath(directory.log(14)))) {
            meta.buffer().putLong(LogLayout.ENDED_NS_OFFSET, NOW_NS - 30 * SECOND_NS);
            LogEnd.retain(new LogMeta(meta.buffer()), TimeUnit.MINUTES.toNanos(10));
        }
    }

    private void dropping() throws IOException {
        TestedLog log = new TestedLog(15, "md.\u001b[2Jhostile", KIND_CONCURRENT, 25, 3);
        log.subscriber(34, 2, "", SubscriberPolicy.DROP);
        log.publish(4);
    }

    private void openClaim() throws IOException {
        TestedLog log = new TestedLog(16, "claims", KIND_CONCURRENT, 26, 2);
        log.subscriber(35, 3, "", SubscriberPolicy.BLOCK);
        log.appender.claimToHold(104);
        log.publish(1);
    }

    /** Names of wide characters, and of the greatest length. */
    private void named() throws IOException {
        new TestedLog(17, "流れ-市場-\ud83d\ude80", KIND_CONCURRENT, 38, 3).publish(2);
        TestedLog log = new TestedLog(18, "venue." + "north-".repeat(40) + "prices", KIND_CONCURRENT, 39, 1);
        log.subscriber(40, 2, "größe-流れ", SubscriberPolicy.BLOCK);
        log.publish(2);
    }

    private void noted() throws IOException {
        new SubscriptionFiles()
                .write(directory.client(3), new AddSubscription(36, JoinAt.TAIL, SubscriberPolicy.BLOCK, "typo"));
        new VacancyFiles(directory)
                .write(new Vacancy(
                        new AddSubscription(
                                37,
                                JoinAt.TAIL,
                                SubscriberPolicy.BLOCK,
                                "orders",
                                new SubscriberName("audit", 60 * SECOND_NS)),
                        4,
                        104,
                        NOW_NS + 48 * SECOND_NS));
    }

    /** Writes a link whose bridge was killed a minute ago, and one that has ended. */
    static void writeDeadLinks(Path path) throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        try (LinkFile sender = writeSender(directory, NOW_MS - 60_000)) {
            sender.error(NOW_MS - 70_000, "10.0.0.2:9000 did not answer for 5 s");
        }
        try (LinkFile receiver = LinkFile.create(directory, RECEIVER, NOW_MS - 3_000_000)) {
            receiver.peer("gamma", "1.2.3");
            receiver.beat(NOW_MS - 2_000_000, new Figures(0, 6_000_000, 2_000, 0, 0, 0, 0, 0));
            receiver.state(LinkFile.State.ENDED);
        }
        for (LinkFile.View link : LinkFile.list(directory)) {
            try (MappedFile file = MappedFile.openReadWrite(link.path())) {
                file.buffer().putLong(PID_OFFSET, 4712);
                file.buffer().putLong(BOOT_ID_OFFSET, 1); // From an earlier boot of this host.
                file.buffer().putLong(LEFT_OFFSET, 0);
            }
        }
    }

    /** Writes a link whose sender lives, in this process, and is up. */
    static LinkFile writeLivingLink(Path path) throws IOException {
        return writeSender(new DriverDirectory(path), NOW_MS);
    }

    private static LinkFile writeSender(DriverDirectory directory, long nowMs) throws IOException {
        LinkFile sender = LinkFile.create(directory, SENDER, NOW_MS - 3_600_000);
        sender.peer("beta", "1.2.3");
        sender.state(LinkFile.State.UP);
        sender.beat(nowMs, new Figures(3, 123_456_789, 65_432, 12_288, 3_100_000, 412_000, 17, 4096));
        return sender;
    }
}
