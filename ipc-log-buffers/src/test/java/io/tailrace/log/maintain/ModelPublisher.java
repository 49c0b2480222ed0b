/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ClaimRegister;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.Debts;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.publish.OfferVariants;
import io.tailrace.log.publish.QuestionAnswerer;
import io.tailrace.memory.MappedBuffer;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A client with one publication. It can be suspended, or die, after each of its steps. */
abstract sealed class ModelPublisher {
    final long id;
    final int slot;
    final LogBuffers log;
    final ModelMessages messages;
    final Random random;
    final int minLength;

    ModelPublisher(long id, int slot, LogBuffers log, ModelMessages messages, Random random) {
        this.id = id;
        this.slot = slot;
        this.log = log;
        this.messages = messages;
        this.random = random;
        this.minLength = messages.minLength();
    }

    /** Does the next step of its operation, or begins one. */
    abstract void step();

    /** {@return whether it is in the middle of an operation} */
    abstract boolean isBusy();

    /** Its conductor's duty. */
    abstract void maintain();

    /** Stops publishing. {@return whether it has no open claim} */
    abstract boolean close();

    /** The real appender: an offer is one step, a claim that is handed out two or more. */
    static final class Real extends ModelPublisher {
        private final Appender appender;
        private long heldPosition = -1;
        private byte[] held = {};

        Real(long id, int slot, LogBuffers log, ModelMessages messages, Random random) {
            super(id, slot, log, messages, random);
            boolean exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
            appender = exclusive
                    ? new ExclusiveAppender(log, slot, Waker.Source.NONE)
                    : new ConcurrentAppender(log, slot, Waker.Source.NONE);
            if (!exclusive && random.nextInt(4) == 0) {
                beOwnedByAnotherThread();
            }
        }

        private void beOwnedByAnotherThread() {
            byte[] empty = {};
            long end = CompletableFuture.supplyAsync(
                            () -> appender.offer(MappedBuffer.of(empty), 0, 0), TestLog.OTHER_THREAD)
                    .join();
            if (end > 0) {
                messages.committed(end - HEADER_LENGTH, empty);
            }
        }

        @Override
        void step() {
            if (heldPosition >= 0) {
                finishHeld();
                return;
            }
            long tail = log.meta().tailAcquire();
            if (random.nextInt(4) == 0) {
                hold();
            } else {
                OfferVariants.offerOneOf(appender, random, minLength, messages::committed);
            }
            if (appender
                    instanceof ConcurrentAppender) { // It may have claimed before: padding at a term's end, a debt.
                messages.claimedBefore(tail, log.meta().tailAcquire());
            }
        }

        private void hold() {
            byte[] message = OfferVariants.randomMessage(random, minLength, appender.maxMessageLength());
            long position = appender.claimToHold(align(HEADER_LENGTH + message.length));
            if (position >= 0) {
                heldPosition = position;
                held = message;
                messages.claimed(position, align(HEADER_LENGTH + message.length));
            }
        }

        private void finishHeld() {
            log.term(heldPosition).putBytes(log.offset(heldPosition) + HEADER_LENGTH, held);
            int frameLength = HEADER_LENGTH + held.length;
            switch (random.nextInt(8)) {
                case 0 -> {
                    return; // It delays its next step.
                }
                case 1 -> appender.abortHeld(heldPosition, frameLength);
                default -> {
                    appender.commitHeld(heldPosition, frameLength);
                    messages.committed(heldPosition, held);
                }
            }
            heldPosition = -1;
        }

        @Override
        boolean isBusy() {
            return heldPosition >= 0;
        }

        @Override
        void maintain() {
            appender.maintain();
        }

        @Override
        boolean close() {
            appender.close();
            if (heldPosition >= 0) {
                finishHeld();
            }
            appender.maintain();
            boolean quiet = appender.isQuiet();
            if (quiet && appender instanceof ExclusiveAppender exclusive) {
                exclusive.publishFinalTail();
            }
            return quiet;
        }

        long position() {
            return appender.position();
        }
    }

    /**
     * The steps of a claim one by one, as {@link ConcurrentAppender} does them, over registers and debts of its own.
     */
    static final class ByHand extends ModelPublisher {
        private enum State {
            IDLE,
            ANNOUNCED,
            CLAIMED,
            HALF_PADDED,
            HEADER,
            WRITTEN
        }

        private final LogMeta meta;
        private final ClaimRegisters registers;
        private final Debts debts = new Debts();
        private final QuestionAnswerer answerer;
        private final boolean leavesEarly;
        private State state = State.IDLE;
        private long lastPosition;
        private long limit;
        private long position;
        private int alignedLength;
        private ClaimRegister register = new ClaimRegister();
        private byte[][] batch = {};

        ByHand(long id, int slot, LogBuffers log, ModelMessages messages, Random random) {
            super(id, slot, log, messages, random);
            meta = log.meta();
            registers = random.nextBoolean() ? new ClaimRegisters() : TestLog.registersOwnedByAnotherThread();
            answerer = new QuestionAnswerer(meta, slot, registers, debts);
            leavesEarly = random.nextBoolean();
        }

        @Override
        void step() {
            switch (state) {
                case IDLE -> announce();
                case ANNOUNCED -> claim();
                case CLAIMED -> writeHeader();
                case HALF_PADDED -> padSecondHalf();
                case HEADER -> writeMessages();
                default -> finish();
            }
        }

        private void announce() {
            if (lastPosition >= limit && !refresh()) {
                answerer.answer();
                return;
            }
            batch = OfferVariants.randomBatch(random, minLength, LogLayout.maxMessageLength(log.termLength()));
            alignedLength = OfferVariants.alignedLength(batch);
            register = Objects.requireNonNull(registers.tryBegin(alignedLength));
            state = State.ANNOUNCED;
        }

        private boolean refresh() {
            boolean paid = debts.pay(log, slot);
            limit = meta.limitAcquire();
            lastPosition = meta.tailAcquire();
            return paid && lastPosition < limit;
        }

        private void claim() {
            position = meta.getAndAddTail(alignedLength);
            lastPosition = position + alignedLength;
            messages.claimed(position, alignedLength);
            state = State.CLAIMED;
        }

        private void writeHeader() {
            int remaining = log.remaining(position);
            if (position + alignedLength > meta.cleanPositionAcquire() + log.ringLength()) {
                debts.add(position, alignedLength);
                lastPosition = LogLayout.NONE;
                rest();
            } else if (alignedLength > remaining) {
                log.headerRelease(position, FrameLayout.header(remaining, FrameLayout.TYPE_PAD, slot));
                state = State.HALF_PADDED;
            } else {
                log.headerRelease(position, FrameLayout.header(-alignedLength, FrameLayout.TYPE_DATA, slot));
                if (leavesEarly) {
                    register.hold();
                }
                state = State.HEADER;
            }
        }

        private void rest() {
            register.end();
            state = State.IDLE;
        }

        private void padSecondHalf() {
            int remaining = log.remaining(position);
            log.pad(position + remaining, alignedLength - remaining, slot);
            rest();
        }

        private void writeMessages() {
            write(random.nextBoolean() ? batch.length : random.nextInt(batch.length + 1));
            state = State.WRITTEN;
        }

        /** Writes the first {@code count} messages of a batch and their headers, except the first header. */
        private void write(int count) {
            MappedBuffer term = log.term(position);
            int offset = log.offset(position);
            for (int i = 0; i < count; i++) {
                if (i > 0) {
                    int frameLength = HEADER_LENGTH + batch[i].length;
                    term.putLong(offset, FrameLayout.header(frameLength, FrameLayout.TYPE_DATA, slot));
                }
                term.putBytes(offset + HEADER_LENGTH, batch[i]);
                offset += align(HEADER_LENGTH + batch[i].length);
            }
        }

        private void finish() {
            write(batch.length);
            boolean abort = random.nextInt(8) == 0;
            int length = abort ? alignedLength : HEADER_LENGTH + batch[0].length;
            int type = abort ? FrameLayout.TYPE_PAD : FrameLayout.TYPE_DATA;
            log.headerRelease(position, FrameLayout.header(length, type, slot));
            if (!abort) {
                messages.committed(position, batch);
            }
            register.end();
            state = State.IDLE;
        }

        @Override
        boolean isBusy() {
            return state != State.IDLE || !debts.isEmpty();
        }

        @Override
        void maintain() {
            debts.pay(log, slot);
            answerer.answer();
        }

        @Override
        boolean close() {
            if (state != State.IDLE) {
                step();
            }
            maintain();
            return !isBusy();
        }
    }
}
