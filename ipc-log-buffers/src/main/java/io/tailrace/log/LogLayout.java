/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.file.FileFormat;
import java.nio.charset.StandardCharsets;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/**
 * The meta file of a log. {@code FORMAT.md} lists each field with its writer, its readers and its memory order. Every
 * field is aligned to its size, and words that different parties write are two cache lines (128 bytes) apart.
 */
public final class LogLayout {
    /** "TRAILLOG" read as a little-endian long. */
    public static final long MAGIC = 0x474F4C4C49415254L;

    public static final int VERSION_MAJOR = 2;
    public static final int VERSION_MINOR = 3;

    public static final int LOG_ID_OFFSET = 24;
    public static final int TERM_LENGTH_OFFSET = 32;
    public static final int KIND_OFFSET = 36;
    public static final int WINDOW_OFFSET = 40;
    public static final int RESERVE_OFFSET = 48;
    public static final int STREAM_LENGTH_OFFSET = 56;
    public static final int STREAM_OFFSET = 60;
    /** How long the files are kept after the log has ended, see {@link LogEnd#DRIVERS_RETENTION}. */
    public static final int ASKED_RETAIN_NS_OFFSET = 320;
    /** The log's first position, which need not be 0 in a mirror. */
    public static final int BEGIN_POSITION_OFFSET = 328;
    /** Of a mirror, like the following fields; see {@link LogMirror}. 0: not a mirror. */
    public static final int ORIGIN_LOG_ID_OFFSET = 336;

    public static final int MIRROR_LEASE_NS_OFFSET = 344;
    public static final int ORIGIN_HOST_LENGTH_OFFSET = 352;
    public static final int ORIGIN_HOST_OFFSET = 356;

    public static final int TAIL_OFFSET = 512;
    /**
     * One more than the position at which the source of a mirror has ended; 0: it may continue. In the publisher's
     * line.
     */
    public static final int SOURCE_END_OFFSET = 520;

    public static final int LIMIT_OFFSET = 640;
    public static final int CLEAN_POSITION_OFFSET = 648;
    public static final int CLEANING_TARGET_OFFSET = 656;
    public static final int JOIN_POSITION_OFFSET = 664;
    public static final int END_POSITION_OFFSET = 672;
    public static final int QUESTION_OFFSET = 680;
    public static final int SUBSCRIBER_COUNT_OFFSET = 688;
    /** When the log ended, by CLOCK_MONOTONIC; 0: it has not ended, or the next driver must note it. */
    public static final int ENDED_NS_OFFSET = 696;
    /** How long the files are kept after that; 0: they are not retained yet. */
    public static final int RETAIN_NS_OFFSET = 704;
    /** Since when a mirror has no publisher, by CLOCK_MONOTONIC; 0: it has one. */
    public static final int VACANT_SINCE_NS_OFFSET = 712;
    /** How often a sleeper was named in a subscriber's slot or removed; 0: no subscriber ever slept. */
    public static final int MESSAGE_SLEEPERS_OFFSET = 768;
    /** The same of publishers' slots. */
    public static final int SPACE_SLEEPERS_OFFSET = 776;
    /** The holder of the cleaner's place; see {@code Cleaner}. */
    public static final int CLEANER_OFFSET = 896;

    public static final int PUBLISHER_SLOTS_OFFSET = 1024;
    public static final int PUBLISHER_SLOT_LENGTH = 128;
    public static final int MAX_PUBLISHERS = 64;

    public static final int SUBSCRIBER_SLOTS_OFFSET = 9216;
    public static final int SUBSCRIBER_SLOT_LENGTH = 256;
    public static final int MAX_SUBSCRIBERS = 64;

    /** Since when publishers are held back, by CLOCK_MONOTONIC; 0: they are not; see {@code HoldBack}. */
    public static final int HELD_SINCE_NS_OFFSET = 25600;
    /** How long they were held back in total. */
    public static final int HELD_NS_OFFSET = 25608;
    /** When the keeper last saw publishers held back. */
    public static final int HELD_AT_NS_OFFSET = 25616;
    /** For each subscriber slot, how long its subscriber held them back. */
    public static final int HELD_BY_SUBSCRIBERS_OFFSET = 25728;

    public static final int META_LENGTH = 28672;

    public static final int SLOT_REGISTRATION_ID_OFFSET = 0;
    public static final int SLOT_CLIENT_ID_OFFSET = 8;
    public static final int SLOT_PID_OFFSET = 16;
    public static final int PUBLISHER_ANSWER_OFFSET = 24;
    public static final int PUBLISHER_LOWEST_DEBT_OFFSET = 32;
    /** A subscriber that has not reached this position need not wake the publisher. */
    public static final int PUBLISHER_WAKE_AT_OFFSET = 40;
    /** The number of the sleeper of the publisher's client that waits for space; 0: none does. */
    public static final int PUBLISHER_SLEEPER_OFFSET = 48;

    public static final int SUBSCRIBER_JOIN_POSITION_OFFSET = 24;
    public static final int SUBSCRIBER_EVICT_AFTER_NS_OFFSET = 32;
    public static final int SUBSCRIBER_POLICY_OFFSET = 40;
    public static final int SUBSCRIBER_NAME_LENGTH_OFFSET = 44;
    /** For a vacant name: when it is given up, by CLOCK_MONOTONIC; 0: it has a holder. */
    public static final int SUBSCRIBER_VACANT_UNTIL_NS_OFFSET = 48;

    public static final int SUBSCRIBER_LEASE_NS_OFFSET = 56;
    public static final int SUBSCRIBER_NAME_OFFSET = 64;
    public static final int SUBSCRIBER_POSITION_OFFSET = 128;
    /** How many messages were read up to the position; in its cache line, like the following fields. */
    public static final int SUBSCRIBER_MESSAGES_OFFSET = 136;
    /** How often it was overrun; stored after the following fields. */
    public static final int SUBSCRIBER_LOSSES_OFFSET = 144;

    public static final int SUBSCRIBER_LOST_BYTES_OFFSET = 152;
    /** Where the last loss begins and ends. */
    public static final int SUBSCRIBER_LOST_FROM_OFFSET = 160;

    public static final int SUBSCRIBER_LOST_TO_OFFSET = 168;
    /** The registration of a subscriber that began in history, has reached the log itself, and wants to gate. */
    public static final int SUBSCRIBER_JOINS_OFFSET = 184;
    /** The number of the sleeper of the subscriber's client that waits for its messages; 0: none does. */
    public static final int SUBSCRIBER_SLEEPER_OFFSET = 192;

    /** The value of endPosition while the log may still grow, and of lowestDebt where there is no debt. */
    public static final long NONE = Long.MAX_VALUE;

    public static final int KIND_CONCURRENT = 1;
    public static final int KIND_EXCLUSIVE = 2;

    public static final int MAX_STREAM_LENGTH = 255;
    public static final int TERM_COUNT = 3;
    public static final int MIN_TERM_LENGTH = 64 * 1024;
    public static final int MAX_TERM_LENGTH = 1 << 30;
    public static final int LONGEST_FRAMES_PER_TERM = 8;
    /** Half of the greatest position possible in a sound log. */
    private static final long MAX_BEGIN = 1L << 61;

    public static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, META_LENGTH);

    private LogLayout() {}

    public static int publisherSlot(int index) {
        return PUBLISHER_SLOTS_OFFSET + index * PUBLISHER_SLOT_LENGTH;
    }

    public static int subscriberSlot(int index) {
        return SUBSCRIBER_SLOTS_OFFSET + index * SUBSCRIBER_SLOT_LENGTH;
    }

    /** {@return the offset of the field that says how long the subscriber in a slot held publishers back} */
    public static int heldBySubscriber(int slot) {
        return HELD_BY_SUBSCRIBERS_OFFSET + slot * Long.BYTES;
    }

    /** {@return the length in bytes of the longest message that fits a log of this term length} */
    public static int maxMessageLength(int termLength) {
        return termLength / LONGEST_FRAMES_PER_TERM - FrameLayout.HEADER_LENGTH;
    }

    /** {@return the bytes that the files of a log of this term length occupy} */
    public static long filesLength(int termLength) {
        return META_LENGTH + (long) TERM_COUNT * termLength;
    }

    /** {@return the same where each file takes a multiple of {@code fileUnit} bytes} */
    public static long filesLength(int termLength, long fileUnit) {
        return BitUtil.align(META_LENGTH, fileUnit) + TERM_COUNT * BitUtil.align(termLength, fileUnit);
    }

    static void checkStreamLength(int streamLength) {
        if (streamLength < 1 || streamLength > MAX_STREAM_LENGTH) {
            throw new IllegalArgumentException(
                    "stream name out of range: streamLength=" + streamLength + ", min=1, max=" + MAX_STREAM_LENGTH);
        }
    }

    /**
     * Checks the beginning of a log.
     *
     * @throws IllegalArgumentException if it is not a position, or not one at which such a log begins
     */
    public static void checkBegin(long begin, int kind, @Nullable LogMirror mirror) {
        boolean isPosition = begin >= 0 && begin <= MAX_BEGIN && begin % FrameLayout.FRAME_ALIGNMENT == 0;
        if (!isPosition || (mirror == null ? begin != 0 : kind != KIND_EXCLUSIVE)) {
            throw new IllegalArgumentException("no beginning of a log: beginPosition=" + begin + ", kind=" + kind
                    + ", mirror=" + mirror + "; a mirror is exclusive, and any other log begins at 0");
        }
    }

    /** {@return the name, if a stream may have it} */
    public static String checkStream(String stream) {
        return checkName("stream name", stream, MAX_STREAM_LENGTH);
    }

    /**
     * {@return the name}
     *
     * @param what the kind of thing named, for the message
     * @throws IllegalArgumentException if it is empty, longer than {@code maxBytes} in UTF-8, or has control characters
     */
    public static String checkName(String what, String name, int maxBytes) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > maxBytes) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + maxBytes + " bytes in UTF-8: length=" + length);
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " must not have control characters: length=" + length);
        }
        return name;
    }

    /**
     * Checks a kind of log.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static void checkKind(int kind) {
        if (kind != KIND_CONCURRENT && kind != KIND_EXCLUSIVE) {
            throw new IllegalArgumentException("unknown kind of log: kind=" + kind);
        }
    }

    /**
     * Checks a term length.
     *
     * @throws IllegalArgumentException if it is not a power of two from 64 KiB to 1 GiB
     */
    public static int checkTermLength(int termLength) {
        if (termLength < MIN_TERM_LENGTH || termLength > MAX_TERM_LENGTH || Integer.bitCount(termLength) != 1) {
            throw new IllegalArgumentException("term length must be a power of two within limits: termLength="
                    + termLength + ", min=" + MIN_TERM_LENGTH + ", max=" + MAX_TERM_LENGTH);
        }
        return termLength;
    }
}
