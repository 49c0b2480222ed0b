/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What client and driver tell the Flight Recorder of the JDK. The {@link io.tailrace.events.Events} of this JVM know
 * how; the classes of the events themselves, which need the module {@code jdk.jfr}, stand behind them.
 */
@NullMarked
package io.tailrace.events;

import org.jspecify.annotations.NullMarked;
