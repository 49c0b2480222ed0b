/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

/**
 * Nothing of a source follows from whoever tells this. The source has ended when all parts have told it.
 *
 * @param source the ingest
 * @param sequence of its last line; 0 if it had none
 * @param part who tells it, from 0 on
 * @param parts how many tell it
 */
public record End(long source, long sequence, int part, int parts) {}
