/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Publication;
import io.aeron.logbuffer.Header;
import io.tailrace.Image.Origin;
import io.tailrace.bridge.LinkMessages.BadMessageException;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.bridge.LinkMessages.Writer;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private final Image image;
    private final ExclusivePublication back;
    private final BridgeReceiverConfig config;
    private final Mirrors mirrors;
    private final Writer writer = new Writer(new ExpandableArrayBuffer());
    private final Reader reader = new Reader(writer.buffer());
    private final ImageFragmentAssembler assembler = new ImageFragmentAssembler(this::onMessage);
    private final Int2ObjectHashMap<Mirror> lanes = new Int2ObjectHashMap<>();
    private final Map<Mirror, String> held = new HashMap<>();
    /** Short messages that could not be sent at once, in their order. */
    private final Queue<byte[]> waiting = new ArrayDeque<>();

    private State state = State.NEW;
    private boolean hasLeft;
    private long nowNs;
    private long heardNs = System.nanoTime();
    private String host = "";
    private String link = "";
    private String directory = "";
    private String product = "";
    private long greetedNs;
    private long aliveNs;
    private List<String> streams = List.of();
    /** Null until the session is up. */
    private @Nullable LinkStatus status;

    ReceiverSession(Image image, ExclusivePublication back, BridgeReceiverConfig config, Mirrors mirrors) {
        this.image = image;
        this.back = back;
        this.config = config;
        this.mirrors = mirrors;
    }

    Image image() {
        return image;
    }

    String host() {
        return host;
    }

    /** {@return what tells the sender's driver from others, also from those of hosts with the same name} */
    String directory() {
        return directory;
    }

    String link() {
        return link;
    }

    List<String> streams() {
        return streams;
    }

    /** {@return what tells its link from others; the next session of the link has the same} */
    String key() {
        return host + '\n' + link;
    }

    boolean isUp() {
        return state == State.UP;
    }

    /** {@return when the last message other than a ping arrived} */
    long heardNs() {
        return heardNs;
    }

    /** {@return whether its sender has announced a normal end} */
    boolean hasLeft() {
        return hasLeft;
    }

    int laneCount() {
        return lanes.size();
    }

    @Nullable
    LinkStatus status() {
        return status;
    }

    /** Takes the messages that have arrived, and answers. Returns 0 if there was none. */
    int work(long now) {
        nowNs = now;
        int work = image.poll(assembler, FRAGMENTS);
        if (state == State.GREETED) {
            welcome();
        }
        while (!waiting.isEmpty() && send(waiting.peek())) {
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

    private boolean send(byte[] message) {
        writer.buffer().putBytes(0, message);
        return offer(message.length);
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
            refuse("bytes from host " + host + " that no sender sends: " + e.getMessage());
        } catch (RuntimeException | Error e) { // Aeron would continue with the next message.
            reset("the receiver failed: " + e);
            config.errorHandler().accept(e);
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
        host = LogLayout.checkName("name of a host", reader.text(), LogMirror.MAX_HOST_LENGTH);
        link = LogLayout.checkName("name of a link", reader.text(), MAX_NAME_LENGTH);
        product = reader.text();
        streams = List.of(reader.text().split("\n"));
        directory = reader.text();
        if (host.equals(config.host())) {
            refuse("both ends call their host " + host + "; give one of them another name (--host)");
            return;
        }
        state = State.GREETED;
        greetedNs = nowNs;
        welcome();
    }

    /** Refuses it if another driver calls its host the same and is heard of meanwhile: origins would be ambiguous. */
    private void welcome() {
        ReceiverSession rival = mirrors.rival(this);
        if (rival != null) {
            if (rival.aliveNs - greetedNs > 0) {
                refuse("another driver sends already and calls its host " + host + ", too: address="
                        + rival.image.sourceIdentity() + "; give one of them another name (--host)");
            }
            return;
        }
        state = State.UP;
        status = mirrors.greeted(this, product);
        say(message(LinkMessages.WELCOME, 0)
                .word(LinkMessages.VERSION)
                .text(config.host())
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
            case LinkMessages.SYNC -> mirrors.forgetUnfed(this);
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
        mirrors.forget(mirror);
    }

    /** Makes the sender start a new session, in which it asks for the mirrors' positions again. */
    private void reset(String reason) {
        say(message(LinkMessages.RESET, 0).text(reason));
        state = State.DEAD;
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
        if (originHost.equals(config.host())) {
            shut(lane, LinkMessages.FOR_GOOD, "its messages originate there");
            return;
        }
        mirrors.open(this, lane, new Origin(originHost, logId), stream, termLength, position);
    }

    void attach(Mirror mirror, int lane) {
        mirror.attach(this, lane);
        lanes.put(lane, mirror);
    }

    /** The mirror of a lane is open: sends its position. */
    void opened(Mirror mirror) {
        mirror.sayOpened(this, nowNs);
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
        mirrors.openAt(mirror, to);
    }

    private void onEnd(Mirror mirror, long position) {
        if (position != mirror.committed()) {
            throw new BadMessageException(
                    "impossible end of a source: position=" + position + ", committed=" + mirror.committed());
        }
        mirror.sourceEnded();
        say(message(LinkMessages.ENDED, reader.lane()));
    }

    private void onLeave(Mirror mirror) {
        mirror.committed(); // Checks that it is open.
        detach(reader.lane());
        if (mirror.lane() == reader.lane()) { // Else another lane of the sender feeds it already.
            mirrors.leave(mirror);
        }
    }

    /** A subscriber holds a mirror back; an empty text means that none does any more. */
    void held(Mirror mirror, String holder) {
        if (holder.isEmpty()) {
            held.remove(mirror);
        } else {
            held.put(mirror, holder + " of " + mirror.stream);
        }
        Objects.requireNonNull(status)
                .heldBy(held.isEmpty() ? "" : held.values().iterator().next());
    }

    private void refuse(String reason) {
        say(message(LinkMessages.REFUSED, 0).text(reason));
        state = State.DEAD;
        mirrors.refused(this, reason);
    }

    Writer message(int type, int lane) {
        return writer.begin(type, lane);
    }

    /** Sends a short message now or, in its turn, later. */
    void say(Writer message) {
        if (!waiting.isEmpty() || !offer(message)) {
            byte[] bytes = new byte[message.length()];
            message.buffer().getBytes(0, bytes);
            waiting.add(bytes);
        }
    }

    boolean offer(Writer message) {
        return waiting.isEmpty() && offer(message.length());
    }

    private boolean offer(int length) {
        long result;
        do {
            result = back.offer(writer.buffer(), 0, length);
        } while (result == Publication.ADMIN_ACTION);
        return result > 0;
    }

    boolean isOver() {
        return image.isClosed() || back.isClosed();
    }

    @Override
    public void close() {
        lanes.values().stream().filter(mirror -> mirror.session() == this).forEach(Mirror::detach);
        lanes.clear();
        state = State.DEAD;
        back.close();
    }
}
