/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.bridge.LinkMessages.Writer;
import java.util.function.ObjLongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * One connection to the receiver: an Aeron publication, and the response channel for answers. If either breaks, or the
 * receiver is silent for too long, the session is over, and a new session begins. Sender's thread only.
 */
final class SenderSession implements AutoCloseable {
    private static final int MAX_BLOCK_LENGTH = 32 * 1024;
    private static final int FRAGMENTS = 64;

    private final AeronHost aeron;
    private final LinkStatus status;
    private final BridgeSenderConfig config;
    private final Subscription back;
    private final ExclusivePublication publication;
    private final FragmentAssembler assembler;
    private final Writer writer = new Writer(new ExpandableArrayBuffer());
    private final ExpandableArrayBuffer blockHeader = new ExpandableArrayBuffer();
    private final Writer blockWriter = new Writer(blockHeader);
    /** The limit on the bytes under way. */
    final Flight flight;

    private final String directory;
    private final int maxMessageLength;
    /** The greatest length of a block of several frames, in bytes. */
    final int maxBlockLength;

    private boolean greeted;
    private boolean welcome;
    private boolean over;
    /** Why it is over. */
    String reason = "the receiver does not answer";

    private long heardNs = System.nanoTime();
    private long pingNs = heardNs;
    boolean awaitsPong;

    /**
     * Begins a session; the receiver need not run yet.
     *
     * @param receiver handles the receiver's messages, at their times
     */
    SenderSession(AeronHost aeron, BridgeSenderConfig config, LinkStatus status, ObjLongConsumer<Reader> receiver) {
        this.directory = LinkPlace.identity(config.driverDirectory()); // First: it may fail.
        this.aeron = aeron;
        this.flight = aeron.newFlight();
        this.config = config;
        this.status = status;
        Reader reader = new Reader(writer.buffer());
        this.assembler = new FragmentAssembler((buffer, offset, length, header) -> {
            heardNs = System.nanoTime();
            try {
                reader.wrap(buffer, offset, length);
                awaitsPong &= reader.type() != LinkMessages.PONG;
                welcome |= reader.type() == LinkMessages.WELCOME;
                if (reader.type() == LinkMessages.RESET) {
                    breakOff("the receiver asks for that, because " + reader.text());
                } else if (!over) {
                    receiver.accept(reader, heardNs);
                }
            } catch (RuntimeException | Error e) { // Aeron would continue with the next message.
                breakOff("invalid message from the receiver: " + e);
            }
        });
        this.back = aeron.back(config.to()); // From here on nothing fails without closing it.
        this.publication = aeron.there(config.to(), back);
        this.maxMessageLength = publication.maxMessageLength();
        this.maxBlockLength = Math.min(MAX_BLOCK_LENGTH, maxMessageLength - LinkMessages.BLOCK_HEADER_LENGTH);
    }

    private void breakOff(String newReason) {
        reason = over ? reason : newReason;
        over = true;
    }

    /** {@return whether it cannot continue} */
    boolean isOver(long nowNs) {
        boolean silent = nowNs - heardNs > aeron.livenessNs;
        boolean broken = greeted && (!publication.isConnected() || !back.isConnected());
        return over || publication.isClosed() || broken || (greeted && silent);
    }

    /** {@return whether the receiver has answered} */
    boolean isUp() {
        return welcome;
    }

    /** Greets, pings, and takes the messages that have arrived. Returns 0 if there was nothing to do. */
    int work(long nowNs) {
        int work = back.poll(assembler, FRAGMENTS);
        if (!greeted && publication.isConnected() && back.isConnected()) {
            greeted = offer(message(LinkMessages.HELLO, 0)
                    .word(LinkMessages.VERSION)
                    .text(config.host())
                    .text(config.receiver())
                    .text(LinkStatus.PRODUCT)
                    .text(String.join("\n", config.streams()))
                    .text(directory));
            heardNs = nowNs;
        }
        if (welcome
                && nowNs - pingNs >= aeron.retryNs()
                && offer(message(LinkMessages.PING, 0).word(nowNs))) {
            pingNs = nowNs;
            awaitsPong = true;
        }
        return work;
    }

    /** Begins a message about a lane; 0 means the link. */
    Writer message(int type, int lane) {
        return writer.begin(type, lane);
    }

    /** {@return whether a short message was sent} */
    boolean offer(Writer message) {
        return message.isTakenBy(publication);
    }

    /** {@return whether one block can be sent now} */
    boolean hasRoom() {
        return publication.availableWindow() > 0 && flight.hasRoom();
    }

    /** Sends frames as they are. A frame that is too long for Aeron is sent in parts. */
    void offerBlock(int lane, DirectBuffer buffer, int offset, int length, long position) {
        if (length == 0) {
            return;
        }
        if (length <= maxMessageLength - LinkMessages.BLOCK_HEADER_LENGTH) {
            blockWriter.begin(LinkMessages.BLOCK, lane).word(position);
            offerWhenRoom(buffer, offset, length);
        } else {
            int most = maxMessageLength - LinkMessages.PART_HEADER_LENGTH;
            for (int at = 0; at < length; at += most) {
                blockWriter
                        .begin(LinkMessages.PART, lane)
                        .word(position)
                        .word(length)
                        .word(at);
                offerWhenRoom(buffer, offset + at, Math.min(most, length - at));
            }
        }
        status.sent(length);
        flight.sent(length);
    }

    void offerPadding(int lane, long position, long length) {
        blockWriter.begin(LinkMessages.PAD, lane).word(position).word(length);
        offerWhenRoom(blockHeader, 0, 0);
        status.sent(length);
    }

    /**
     * Sends a header and bytes, once there is room: at once for the first message of a poll. If the session breaks
     * meanwhile, the bytes are lost, and the next session sends them again.
     */
    private void offerWhenRoom(DirectBuffer buffer, int offset, int length) {
        while (!over) {
            long result = publication.offer(blockHeader, 0, blockWriter.length(), buffer, offset, length);
            if (result > 0) {
                return;
            }
            boolean mayPass = result == Publication.ADMIN_ACTION || result == Publication.BACK_PRESSURED;
            if (!mayPass || System.nanoTime() - heardNs > aeron.livenessNs) {
                breakOff("Aeron does not take a block: " + Publication.errorString(result));
            } else if (aeron.invoke() == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Announces its normal end, if it can send that. */
    void sayGoodbye() {
        if (welcome) {
            offer(message(LinkMessages.BYE, 0));
        }
    }

    @Override
    public void close() {
        publication.close();
        back.close();
    }
}
