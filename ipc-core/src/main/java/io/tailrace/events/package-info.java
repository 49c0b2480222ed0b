/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Events of client and driver for the JDK Flight Recorder. {@link io.tailrace.events.Events} reports them; it hides the
 * event classes, which need the module {@code jdk.jfr}.
 */
@NullMarked
package io.tailrace.events;

import org.jspecify.annotations.NullMarked;
