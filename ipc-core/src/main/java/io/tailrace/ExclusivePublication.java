/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * A publication with a log of its own and no atomic instruction on its path. One thread at a time may offer and claim,
 * with at most one open {@link Claim}; an offer or a claim that another thread makes meanwhile, or that is made while a
 * claim is open, throws an IllegalStateException. Any thread may close it.
 */
public interface ExclusivePublication extends Publication {}
