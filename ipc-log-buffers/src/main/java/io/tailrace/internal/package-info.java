/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Helpers that the libraries need and programs do not: handles and padding of fields, texts of errors, faults of memory
 * that is gone, uninterruptible waits, and the places at which tests kill a process.
 */
@NullMarked
package io.tailrace.internal;

import org.jspecify.annotations.NullMarked;
