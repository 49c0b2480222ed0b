/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Claim;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.ask.Answer;
import io.tailrace.ask.Responder;
import io.tailrace.client.Client;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.Retention;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.LogPublication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/**
 * A process of a test: {@code VERB DIRECTORY [KEY=VALUE...]}. Each verb is a method here. It prints a line, which
 * begins with a word in capitals, when it has got somewhere, and ends on a line on its standard input, unless its
 * method says otherwise.
 */
final class Actor {
    /** For a driver, before the name of a fault point; the answer is {@link #ARMED} with the name. */
    static final String ARM = "arm ";

    static final String ARMED = "ARMED ";
    /** A driver has no heap for a while, then answers {@link #HEAP_FREE} with the rest of the line. */
    static final String FILL_HEAP = "fill heap";

    static final String HEAP_FREE = "HEAP FREE";
    /** A request that a responder never answers, nor any later one. */
    static final long STUCK = -1;
    /** Before the counts of a dispatch. */
    static final int DISPATCH_COUNTS = 64;

    static final int MIRROR_FRAME = 64;
    static final int MIRROR_PADDING = 12_288;
    static final int MIRROR_MESSAGES = Scene.TERM_LENGTH - MIRROR_PADDING;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final long PAUSE_NS = 20_000;
    private static final long RETRY_NS = 5_000_000;
    private static final long SHORTAGE_NS = 1_000_000_000;
    private static final int[] HOGGED_LENGTHS = {1 << 18, 1 << 14, 1 << 10, 1 << 6, 2};
    private static final Object[] NOTHING = {};
    private static final BufferedReader INPUT =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private static Object[] hogged = NOTHING;

    private final Path directory;
    private final Map<String, String> options = new HashMap<>();

    private Actor(String[] args) {
        directory = Path.of(args[1]);
        for (int i = 2; i < args.length; i++) {
            String[] option = args[i].split("=", 2);
            options.put(option[0], option[1]);
        }
    }

    public static void main(String[] args) throws Exception {
        new Actor(args).act(args[0]);
    }

    private void act(String verb) throws Exception {
        switch (verb) {
            case "drive" -> drive();
            case "connect" -> connect();
            case "publish" -> publish();
            case "subscribe" -> subscribe();
            case "receive" -> receive();
            case "follow" -> follow();
            case "dispatch" -> dispatch();
            case "request" -> request();
            case "respond" -> respond();
            case "keep" -> keep();
            case "mirror" -> mirror();
            case "meddle" -> meddle();
            case "warm-up" -> warmUp();
            default -> throw new IllegalArgumentException(verb);
        }
    }

    private String text(String key, String otherwise) {
        return options.getOrDefault(key, otherwise);
    }

    private long number(String key, long otherwise) {
        return Long.parseLong(text(key, Long.toString(otherwise)));
    }

    private String stream() {
        return text("stream", Cast.STREAM);
    }

    private MappedBuffer file() throws IOException {
        return MappedFile.openReadWrite(Path.of(options.get("file"))).buffer();
    }

    private static void say(Object line) {
        System.out.println(line);
    }

    private TailraceConfig patient() {
        return TailraceConfig.DEFAULT.withDirectory(directory).withConnectTimeout(PATIENCE);
    }

    /** Tries while there is no driver, because the driver is killed, too, or a death is not proven yet. */
    private static <T> T retry(Supplier<T> attempt) {
        while (true) {
            try {
                return attempt.get();
            } catch (TailraceException e) {
                say("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /** A driver: {@code term retained-ms}. Besides the end, it can be told {@link #ARM} and {@link #FILL_HEAP}. */
    private void drive() throws IOException {
        // Ended logs are retained so shortly that a test which waits until one is gone need not wait for long.
        Duration retained = Duration.ofMillis(number("retained-ms", 500));
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(directory)
                .withTermLength((int) number("term", Scene.TERM_LENGTH))
                .withRetention(new Retention(retained, Retention.DEFAULT.bytes()));
        try (MediaDriver driver = MediaDriver.launch(config)) {
            say("READY dir=" + driver.directory());
            say("SLEEPERS " + MediaDriver.sleepMechanism());
            String line = INPUT.readLine();
            while (line != null && (line.startsWith(ARM) || line.startsWith(FILL_HEAP))) {
                if (line.startsWith(FILL_HEAP)) {
                    fillHeap();
                    say(HEAP_FREE + line.substring(FILL_HEAP.length()));
                } else {
                    FaultPoints.arm(line.substring(ARM.length()));
                    say(ARMED + line.substring(ARM.length()));
                }
                line = INPUT.readLine();
            }
        }
    }

    /** Takes the whole heap, and what other threads release meanwhile, so that all their allocations fail. */
    private static void fillHeap() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < SHORTAGE_NS) {
            for (int length : HOGGED_LENGTHS) {
                hog(length);
            }
        }
        hogged = NOTHING;
    }

    private static void hog(int length) {
        try {
            while (true) {
                Object[] next = new Object[length];
                next[0] = hogged;
                hogged = next;
            }
        } catch (OutOfMemoryError e) {
            // Intended.
        }
    }

    /** A client with a name: {@code name stream}. */
    private void connect() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(patient().withName(options.get("name")))) {
            say("CLIENT " + tailrace.clientId());
            retry(() -> tailrace.addPublication(stream()));
            retry(() -> tailrace.addSubscription(stream()));
            say("ADDED");
            System.in.read();
        }
    }

    /**
     * {@link Publishing}: {@code file [stream kind messages pause-ns generation open]}. It closes the publication after
     * its messages, and embeds a driver if it is to open.
     */
    private void publish() throws IOException {
        try (Tailrace tailrace = options.containsKey("open") ? Tailrace.open(directory) : Tailrace.connect(directory)) {
            try (Publication publication = text("kind", "concurrent").equals("exclusive")
                    ? tailrace.addExclusivePublication(stream())
                    : tailrace.addPublication(stream())) {
                Publishing publishing = new Publishing(publication, file(), number("generation", 0));
                say("PUBLICATION " + publication.registrationId());
                publishing.publish(number("messages", Long.MAX_VALUE), number("pause-ns", 0));
            }
            say("CLOSED");
            System.in.read();
        } catch (TailraceException e) {
            say("REFUSED " + e.getMessage()); // The driver was killed.
        }
    }

    /** Polls as fast as it can. */
    private void subscribe() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(directory);
                Subscription subscription = tailrace.addSubscription(stream())) {
            say("SUBSCRIPTION " + subscription.registrationId());
            tailrace.addCounters("images", sink -> sink.level("count", subscription.imageCount()));
            while (System.in.available() == 0) {
                subscription.poll((buffer, offset, length, header) -> {}, 16, LOOK_AGAIN);
            }
        }
    }

    /**
     * Receives {@link TestMessages} from the first one on, and checks each: {@code messages [longest evict-ms]}. It
     * ends when it has these messages and the last log has ended after them, so that an extra message would be noticed.
     */
    private void receive() throws IOException {
        long messages = number("messages", Long.MAX_VALUE);
        MessageChecker checker = new MessageChecker((int) number("longest", Scene.MAX_MESSAGE_LENGTH));
        AtomicInteger overruns = new AtomicInteger();
        SubscriptionConfig config =
                SubscriptionConfig.DEFAULT.withOverrunHandler((image, from, to) -> overruns.incrementAndGet());
        if (options.containsKey("evict-ms")) {
            config = config.withEviction(Duration.ofMillis(number("evict-ms", 0)));
        }
        try (Tailrace tailrace = Tailrace.connect(directory);
                Subscription subscription = tailrace.addSubscription(stream(), config)) {
            say("SUBSCRIPTION " + subscription.registrationId());
            while (checker.total() < messages || subscription.isConnected()) {
                if (subscription.poll(checker, 64) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
        say("CLOCK " + System.currentTimeMillis());
        say("OVERRUNS " + overruns);
        say("RECEIVED " + checker.total() + " of " + checker.publishers());
    }

    /** {@link Follower}: {@code file [stream name policy from acknowledging]}. Ends when it is killed. */
    private void follow() throws IOException {
        Follower follower = new Follower(file(), options.containsKey("acknowledging"));
        JoinAt from =
                switch (text("from", "tail")) {
                    case "beginning" -> JoinAt.BEGINNING;
                    case "position" -> follower.position();
                    default -> JoinAt.TAIL;
                };
        SubscriptionConfig config = follower.configure(SubscriptionConfig.DEFAULT)
                .withPolicy(Policy.valueOf(text("policy", "BLOCK")))
                .withJoinAt(from);
        SubscriptionConfig named =
                options.containsKey("name") ? config.withName(options.get("name"), Duration.ofSeconds(60)) : config;
        Subscription subscription = retry(() -> Tailrace.connect(directory).addSubscription(stream(), named));
        say("SUBSCRIPTION " + subscription.registrationId());
        follower.follow(subscription);
    }

    /**
     * Handles numbers on several threads, and notes in a file how often each was handled: {@code file window seed}. It
     * begins at the position in the file's first eight bytes, where it also notes the position up to which everything
     * is done. Ends when it is killed.
     */
    private void dispatch() throws Exception {
        MappedBuffer notes = file();
        long from = notes.getLongAcquire(0);
        Random random = new Random(number("seed", 0));
        FrameHandler handler = (buffer, offset, length, header) -> {
            if (header.position() >= from) {
                notePosition(notes, Math.max(from, header.image().position()));
                if (random.nextInt(20) == 0) {
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                }
                notes.getAndAddLong(DISPATCH_COUNTS + Long.BYTES * (int) buffer.getLong(offset), 1);
            }
        };
        Subscription subscription = Tailrace.connect(directory)
                .addSubscription(stream(), SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST));
        try (Dispatch dispatch = Dispatch.of(subscription, handler)
                .unordered()
                .workers(6)
                .window((int) number("window", 0), Long.MAX_VALUE)
                .start(Executors.newCachedThreadPool())) {
            say("SUBSCRIPTION " + subscription.registrationId());
            dispatch.awaitEnd(Duration.ofHours(1));
        }
    }

    /** Before each message is handled, so all that is done at its death was in the window of the noted position. */
    private static synchronized void notePosition(MappedBuffer notes, long position) {
        notes.putLongRelease(0, Math.max(position, notes.getLongAcquire(0)));
    }

    /** Sends numbers until it is killed, and fails at the first wrong outcome. */
    private void request() {
        try (Tailrace tailrace = Tailrace.connect(patient());
                Asker asker = new Asker(tailrace, stream(), PATIENCE)) {
            asker.requester().answers().awaitConnected(PATIENCE);
            say("REQUESTER");
            while (true) {
                asker.ask(Long.MAX_VALUE);
                asker.requester().poll(64, LOOK_AGAIN);
            }
        }
    }

    /** Answers each number with its successor. On {@link #STUCK} it prints that. Ends when it is killed. */
    private void respond() {
        try (Tailrace tailrace = Tailrace.connect(patient());
                Responder responder = Responder.open(tailrace, stream(), Actor::answer)) {
            say("RESPONDER");
            while (!responder.isClosed()) {
                responder.poll(64, Duration.ofSeconds(1));
            }
        }
    }

    private static void answer(DirectBuffer buffer, int offset, int length, Answer answer) throws Exception {
        long number = buffer.getLong(offset);
        if (number == STUCK) {
            say("STUCK");
            Thread.sleep(Long.MAX_VALUE);
        }
        if (answer.tryClaim(Long.BYTES) >= 0) {
            answer.buffer().putLong(0, number + 1);
            answer.commit();
        }
    }

    /**
     * Keeps history: {@code history [when-full]}, with a lease of 30 seconds and segments of 1 MiB, forced before they
     * are acknowledged.
     */
    private void keep() throws IOException {
        HistoryConfig config = HistoryConfig.of(Path.of(options.get("history")), directory, stream())
                .withSegmentLength(1 << 20)
                .withSync(new HistoryConfig.Sync.Always())
                .withWhenFull(WhenFull.valueOf(text("when-full", "BLOCK")))
                .withName("history", Duration.ofSeconds(30))
                .withErrorHandler(error -> say("NEWS " + error.getMessage()));
        try (History history = retry(() -> History.launch(config))) {
            say("HISTORY " + history.config().directory());
            System.in.read();
        }
    }

    /**
     * Publishes to a mirror, whose source has frames of one length, each with its position, and a padding at the end of
     * each term: {@code begin lease-ms}. So it knows the next frame at each position. On the line {@code end} it first
     * reports the end of the source.
     */
    private void mirror() throws IOException {
        LogMirror origin = new LogMirror("alpha", 4711, number("lease-ms", 0) * 1_000_000);
        try (Tailrace client = retry(() -> Tailrace.connect(directory))) {
            LogPublication mirror =
                    retry(() -> ((Client) client).addMirror(stream(), origin, number("begin", 0), Scene.TERM_LENGTH));
            say("MIRROR " + mirror.position());
            int most = Scene.TERM_LENGTH / 8 / MIRROR_FRAME;
            MappedBuffer block = MappedBuffer.allocate(most * MIRROR_FRAME);
            Random random = new Random(mirror.position());
            while (!INPUT.ready()) {
                if (append(mirror, block, 1 + random.nextInt(most)) == -3) {
                    throw new IllegalStateException("closed: position=" + mirror.position());
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
            if (INPUT.readLine().equals("end")) {
                mirror.endSource(mirror.position());
            }
            say("LEFT " + mirror.position());
        }
    }

    private static long append(LogPublication mirror, MappedBuffer block, int frames) {
        long position = mirror.position();
        int left = MIRROR_MESSAGES - (int) (position % Scene.TERM_LENGTH);
        if (left == 0) {
            return mirror.appendPadding(position, MIRROR_PADDING);
        }
        int length = Math.min(frames * MIRROR_FRAME, left);
        for (int at = 0; at < length; at += MIRROR_FRAME) {
            block.putLong(at, FrameLayout.header(MIRROR_FRAME, FrameLayout.TYPE_DATA, 33));
            for (int i = FrameLayout.HEADER_LENGTH; i < MIRROR_FRAME; i += Long.BYTES) {
                block.putLong(at + i, position + at);
            }
        }
        return mirror.appendBlock(block, 0, length, position);
    }

    /**
     * A publisher whose process also contains code that opens and closes the driver's files, as a backup agent does:
     * with each lock file that it closes, the kernel drops the process's lock on it. Obeys the words on its standard
     * input, one per line, and answers each. {@code [open]}
     */
    private void meddle() throws IOException {
        Tailrace tailrace = options.containsKey("open") ? Tailrace.open(directory) : Tailrace.connect(directory);
        Publication publication = tailrace.addPublication(stream());
        say("CLIENT " + tailrace.clientId());
        Claim claim = new Claim();
        String word;
        while ((word = INPUT.readLine()) != null) {
            switch (word) {
                case "claim" -> say("CLAIMED " + publication.tryClaim(Long.BYTES, claim));
                case "commit" -> {
                    claim.commit();
                    say("COMMITTED");
                }
                case "meddle once" -> {
                    touchLocks();
                    say("MEDDLED");
                }
                case "meddle" -> {
                    touchLocks();
                    Thread meddler = new Thread(this::touchLocksForever);
                    meddler.setDaemon(true);
                    meddler.start();
                    say("MEDDLING");
                }
                default -> throw new IllegalArgumentException(word);
            }
        }
    }

    private void touchLocksForever() {
        while (true) {
            touchLocks();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void touchLocks() {
        try (Stream<Path> tree = Files.walk(directory, 3)) {
            List<Path> files = tree.filter(path -> path.getFileName().toString().endsWith("lock"))
                    .toList();
            for (Path file : files) {
                try (InputStream in = Files.newInputStream(file)) {
                    in.read();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Its owner has removed it.
        }
    }

    /**
     * Does the work of a driver, publishers and a subscriber once, so that their classes are loaded for the archive of
     * {@link Jvm}. Its standard input is empty.
     */
    private void warmUp() throws Exception {
        Path progress = directory.resolveSibling("progress");
        MappedFile.create(progress, LoadPublisher.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .close();
        MessageChecker checker = new MessageChecker(Scene.MAX_MESSAGE_LENGTH);
        DriverConfig config = DriverConfig.DEFAULT.withDirectory(directory).withTermLength(Scene.TERM_LENGTH);
        try (MediaDriver driver = MediaDriver.launch(config);
                Tailrace tailrace = Tailrace.connect(driver.directory());
                Subscription subscription = tailrace.addSubscription(Cast.STREAM)) {
            Thread poller = new Thread(() -> {
                while (checker.publishers() < 2 || subscription.isConnected()) {
                    subscription.poll(checker, 64, LOOK_AGAIN);
                }
            });
            poller.start();
            for (String kind : List.of("concurrent", "exclusive")) {
                options.putAll(
                        Map.of("messages", "100", "kind", kind, "file", progress.toString(), "pause-ns", "20000"));
                publish();
            }
            poller.join();
        }
    }
}
