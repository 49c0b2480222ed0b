/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Messages of SBE, encoded and decoded where they lie in the log, by the codecs that a program has generated from its
 * schema: {@link io.tailrace.sbe.SbeClaim} publishes, {@link io.tailrace.sbe.SbeHandler} is polled with. SBE has to be
 * told to generate codecs that have interfaces: {@code -Dsbe.java.generate.interfaces=true}. The message header has the
 * four uint16 of SBE's standard, little-endian; for another one a program uses a {@link io.tailrace.Claim} and a
 * {@link io.tailrace.FrameHandler} itself.
 */
@NullMarked
package io.tailrace.sbe;

import org.jspecify.annotations.NullMarked;
