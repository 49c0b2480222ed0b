/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/** Lines of syslog over TCP: {@link io.tailrace.samples.summarizer.tcp.Listener} takes them, with Netty. */
@NullMarked
package io.tailrace.samples.summarizer.tcp;

import org.jspecify.annotations.NullMarked;
