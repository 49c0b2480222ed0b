/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How threads of a program wait for messages, space and peers: they spin for a while and then sleep. Start with {@link
 * io.tailrace.wait.ThreadWait}; {@code io.tailrace.sleep} contains the kernel's part. Not exported.
 */
@NullMarked
package io.tailrace.wait;

import org.jspecify.annotations.NullMarked;
