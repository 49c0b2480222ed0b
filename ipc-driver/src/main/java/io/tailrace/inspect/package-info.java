/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What the files of a living or dead driver say, for whoever looks and changes nothing: tools, metrics. A
 * {@link io.tailrace.inspect.SnapshotReader} takes a {@link io.tailrace.inspect.Snapshot} of them, and two of
 * these make an {@link io.tailrace.inspect.Interval}, which has rates and says how each stream does.
 * {@link io.tailrace.inspect.Metrics} has all figures for monitors. Files are opened for reading only, may come and go
 * and be damaged meanwhile, and what can not be read is told beside what can.
 */
@NullMarked
package io.tailrace.inspect;

import org.jspecify.annotations.NullMarked;
