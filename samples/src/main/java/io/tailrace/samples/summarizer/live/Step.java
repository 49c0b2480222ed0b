/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

/** Where on its way an event is, in order. */
public enum Step {
    /** Reads lines, and takes their envelopes off. */
    INGEST,
    /** Makes an event of a payload. */
    PARSE,
    /** Gives an event to summaries. */
    SUMMARIZE
}
