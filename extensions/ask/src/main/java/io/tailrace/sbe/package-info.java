/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * SBE messages, encoded and decoded in place in the log, by the codecs that a program has generated from its schema:
 * {@link io.tailrace.sbe.SbeClaim} publishes them, and {@link io.tailrace.sbe.SbeHandler} handles them in a poll. SBE
 * must generate codecs with interfaces: {@code -Dsbe.java.generate.interfaces=true}. The message header consists of the
 * four uint16 of the SBE standard, little-endian; for another header, use a {@link io.tailrace.Claim} and a {@link
 * io.tailrace.FrameHandler} directly.
 */
@NullMarked
package io.tailrace.sbe;

import org.jspecify.annotations.NullMarked;
