/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** The reasons why a line is no event. */
enum Reject implements LineParser.Parsed {
    /** It has more bytes than a line may have. */
    TOO_LONG,
    /** It is not UTF-8. */
    INVALID_UTF8,
    /** It begins neither as RFC 5424 nor as RFC 3164 requires. */
    BAD_ENVELOPE,
    /** Its MSGID or TAG is not an {@link Event.Type}. */
    UNKNOWN_TYPE,
    /** Its payload is CSV, but not of six fields. */
    WRONG_FIELD_COUNT,
    /** Its payload begins as JSON but is not exactly one object. */
    BROKEN_JSON,
    /** A field is missing or empty. */
    MISSING_FIELD,
    /** A field has another type, is out of its range, or longer than {@link LineParser#MAX_TEXT_LENGTH}. */
    BAD_VALUE
}
