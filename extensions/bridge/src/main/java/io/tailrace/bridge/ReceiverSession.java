/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.logbuffer.Header;
import io.tailrace.Image.Origin;
import io.tailrace.bridge.LinkMessages.BadMessageException;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.bridge.LinkMessages.Writer;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a sender: each message is checked, word by word, and then executed. An invalid message ends the
 * link, and leaves the mirrors as they are. Receiver's thread only.
 */
final class ReceiverSession implements AutoCloseable {
    private static final int FRAGMENTS = 64;
    private static final int MAX_NAME_LENGTH = 255;

    private enum State {
        /** The first message has to be a greeting. */
        NEW,
        /** Another driver's session with its host's name may still live. */
        GREETED,
        UP,
        /** Its sender was dismissed, and its messages are ignored. */
        DEAD
    }

    /**
     * How a sender introduces itself.
     *
     * @param link the receiver's name at the sender
     * @param product the version of the sender's library
     * @param directory what tells the sender's driver from others, also from those of hosts with the same name
     */
    record Greeting(String host, String link, String product, List<String> streams, String directory) {
        private static final Greeting NONE = new Greeting("", "", "", List.of(), "");

        private static Greeting read(Reader reader) {
            return new Greeting(
                    LogLayout.checkName("name of a host", reader.text(), LogMirror.MAX_HOST_LENGTH),
                    LogLayout.checkName("name of a link", reader.text(), MAX_NAME_LENGTH),
                    reader.text(),
                    List.of(reader.text().split("\n")),
                    reader.text());
        }

        /** {@return what tells its link from others; the next session of the link has the same} */
        String key() {
            return host + '\n' + link;
        }
    }

    final Image image;
    private final ExclusivePublication back;
    private final ReceiverLoop links;
    private final Writer writer = new Writer(new ExpandableArrayBuffer());
    private final Reader reader = new Reader(writer.buffer());
    private final ImageFragmentAssembler assembler = new ImageFragmentAssembler(this::onMessage);
    private final Int2ObjectHashMap<Mirror> lanes = new Int2ObjectHashMap<>();
    /** Short messages that could not be sent at once, in their order. */
    private final Queue<byte[]> waiting = new ArrayDeque<>();

    private State state = State.NEW;
    /** Its sender has announced a normal end. */
    boolean hasLeft;

    private long nowNs;
    /** When the last message other than a ping arrived. */
    long heardNs = System.nanoTime();

    Greeting greeting = Greeting.NONE;
    private long greetedNs;
    private long aliveNs;
    /** Null until the session is up. */
    @Nullable
    LinkStatus status;

    ReceiverSession(Image image, ExclusivePublication back, ReceiverLoop links) {
        this.image = image;
        this.back = back;
        this.links = links;
    }

    boolean isUp() {
        return state == State.UP;
    }

    int laneCount() {
        return lanes.size();
    }

    /** Takes the messages that have arrived, and answers. Returns 0 if there was none. */
    int work(long now) {
        nowNs = now;
        int work = image.poll(assembler, FRAGMENTS);
        if (state == State.GREETED) {
            welcome();
        }
        while (!waiting.isEmpty() && writer.copy(waiting.element()).isTakenBy(back)) {
            waiting.remove();
        }
        if (state == State.UP) {
            for (Mirror mirror : lanes.values()) {
                if (!mirror.work(now)) {
                    lost(mirror);
                    break;
                }
            }
        }
        return work;
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        if (state == State.DEAD) {
            return;
        }
        try {
            reader.wrap(buffer, offset, length);
            aliveNs = nowNs;
            heardNs = reader.type() == LinkMessages.PING ? heardNs : nowNs;
            if (state == State.NEW) {
                greet();
            } else if (state == State.UP) {
                accept();
            }
        } catch (BadMessageException | IllegalArgumentException | ArithmeticException e) {
            refuse("bytes from host " + greeting.host + " that no sender sends: " + e.getMessage());
        } catch (RuntimeException | Error e) { // Aeron would continue with the next message.
            reset("the receiver failed: " + e);
            links.config.errorHandler().accept(e);
        }
    }

    private void greet() {
        if (reader.type() != LinkMessages.HELLO) {
            reset("it does not know the session"); // The middle of a session of another receiver.
            return;
        }
        long version = reader.word();
        if (version >>> 16 != LinkMessages.VERSION_MAJOR) {
            refuse("another version of the bridge: the sender speaks " + LinkMessages.describe(version)
                    + ", the receiver " + LinkMessages.describe(LinkMessages.VERSION) + " (Tailrace "
                    + LinkStatus.PRODUCT + "); run the same major version at both ends");
            return;
        }
        greeting = Greeting.read(reader);
        if (greeting.host.equals(links.config.host())) {
            refuse("both ends call their host " + greeting.host + "; give one of them another name (--host)");
            return;
        }
        state = State.GREETED;
        greetedNs = nowNs;
        welcome();
    }

    /** Refuses it if another driver calls its host the same and is heard of meanwhile: origins would be ambiguous. */
    private void welcome() {
        ReceiverSession rival = links.rival(this);
        if (rival != null) {
            if (rival.aliveNs - greetedNs > 0) {
                refuse("another driver sends already and calls its host " + greeting.host + ", too: address="
                        + rival.image.sourceIdentity() + "; give one of them another name (--host)");
            }
            return;
        }
        state = State.UP;
        status = links.greeted(this);
        say(message(LinkMessages.WELCOME, 0)
                .word(LinkMessages.VERSION)
                .text(links.config.host())
                .text(LinkStatus.PRODUCT));
    }

    private void accept() {
        switch (reader.type()) {
            case LinkMessages.BLOCK -> onBlock();
            case LinkMessages.OPEN -> open();
            case LinkMessages.PART -> done(lane(), lane().appendPart(reader));
            case LinkMessages.PAD -> done(lane(), lane().appendPadding(reader.word(), reader.word()));
            case LinkMessages.GAP -> onGap(lane(), reader.word(), reader.word());
            case LinkMessages.END -> onEnd(lane(), reader.word());
            case LinkMessages.LEAVE -> onLeave(lane());
            case LinkMessages.SYNC -> links.mirrors.forgetUnfed(this);
            case LinkMessages.PING -> say(message(LinkMessages.PONG, 0).word(reader.word()));
            case LinkMessages.BYE -> {
                hasLeft = true;
                state = State.DEAD;
            }
            default -> { // Of a later minor version.
            }
        }
    }

    private Mirror lane() {
        Mirror mirror = lanes.get(reader.lane());
        if (mirror == null) {
            throw new BadMessageException("no such lane: lane=" + reader.lane() + ", type=" + reader.type());
        }
        return mirror;
    }

    private void onBlock() {
        Mirror mirror = lane();
        long position = reader.word();
        Objects.requireNonNull(status).sent(reader.remaining());
        done(mirror, mirror.append(reader.buffer(), reader.index(), reader.remaining(), position));
    }

    private void done(Mirror mirror, boolean appended) {
        if (!appended) {
            lost(mirror);
        }
    }

    /** Bytes are missing, or the log was removed, for example by a driver that no longer has it. */
    private void lost(Mirror mirror) {
        reset("it cannot append: stream=" + mirror.stream + ", log=" + mirror.origin.logId() + ", "
                + mirror.describe());
        links.mirrors.forget(mirror);
    }

    /** Makes the sender start a new session, in which it asks for the mirrors' positions again. */
    private void reset(String reason) {
        state = State.DEAD; // First: if the heap is short, the sender finds out by the silence.
        say(message(LinkMessages.RESET, 0).text(reason));
    }

    /** Ignores its sender from now on, and tells it why, so that it need not wait for an answer. */
    void dismiss(String reason) {
        if (state == State.UP) {
            reset(reason);
        }
    }

    private void open() {
        int lane = reader.lane();
        long logId = reader.word();
        long position = reader.word();
        int termLength = LogLayout.checkTermLength(Math.toIntExact(reader.word()));
        String originHost = LogLayout.checkName("name of a host", reader.text(), LogMirror.MAX_HOST_LENGTH);
        String stream = LogLayout.checkStream(reader.text());
        if (logId <= 0 || position < 0 || position % 8 != 0) {
            throw new BadMessageException("no log: logId=" + logId + ", position=" + position);
        }
        if (originHost.equals(links.config.host())) {
            shut(lane, LinkMessages.FOR_GOOD, "its messages originate there");
            return;
        }
        links.mirrors.open(this, lane, new Origin(originHost, logId), stream, termLength, position);
    }

    void attach(Mirror mirror, int lane) {
        mirror.attach(this, lane);
        lanes.put(lane, mirror);
    }

    void shut(int lane, long how, String reason) {
        detach(lane);
        say(message(LinkMessages.SHUT, lane).word(how).text(reason));
    }

    private void detach(int lane) {
        Mirror mirror = lanes.remove(lane);
        if (mirror != null) {
            held(mirror, ""); // Nothing would correct that later.
        }
    }

    private void onGap(Mirror mirror, long from, long to) {
        if (from != mirror.committed() || to <= from || to % 8 != 0) {
            throw new BadMessageException("no gap: from=" + from + ", to=" + to + ", committed=" + mirror.committed());
        }
        LinkStatus counts = Objects.requireNonNull(status);
        counts.lost(to - from);
        counts.report("bytes are missing: stream=" + mirror.stream + ", host=" + mirror.origin.host() + ", log="
                + mirror.origin.logId() + ", from=" + from + ", to=" + to
                + "; the mirror ends there, and a new one continues");
        mirror.end();
        links.mirrors.openAt(mirror, to);
    }

    private void onEnd(Mirror mirror, long position) {
        if (position != mirror.committed()) {
            throw new BadMessageException(
                    "impossible end of a source: position=" + position + ", committed=" + mirror.committed());
        }
        mirror.sourceEnded = true;
        say(message(LinkMessages.ENDED, reader.lane()));
    }

    private void onLeave(Mirror mirror) {
        mirror.committed(); // Checks that it is open.
        detach(reader.lane());
        if (mirror.lane == reader.lane()) { // Else another lane of the sender feeds it already.
            links.mirrors.leave(mirror);
        }
    }

    /** A subscriber holds a mirror back; an empty text means that none does any more. */
    void held(Mirror mirror, String holder) {
        Objects.requireNonNull(status).heldBy(mirror, holder.isEmpty() ? "" : holder + " of " + mirror.stream);
    }

    private void refuse(String reason) {
        say(message(LinkMessages.REFUSED, 0).text(reason));
        state = State.DEAD;
        links.refused(this, reason);
    }

    Writer message(int type, int lane) {
        return writer.begin(type, lane);
    }

    /** Sends a short message now or, in its turn, later. */
    void say(Writer message) {
        if (!offer(message)) {
            waiting.add(message.copy());
        }
    }

    boolean offer(Writer message) {
        return waiting.isEmpty() && message.isTakenBy(back);
    }

    boolean isOver() {
        return image.isClosed() || back.isClosed();
    }

    @Override
    public void close() {
        lanes.values().stream().filter(mirror -> mirror.session == this).forEach(mirror -> mirror.session = null);
        lanes.clear();
        state = State.DEAD;
        back.close();
    }
}
