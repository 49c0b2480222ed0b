/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the files of a living or dead driver without changing them, for tools and metrics. A
 * {@link io.tailrace.inspect.SnapshotReader} takes a {@link io.tailrace.inspect.Snapshot} of the files. Two snapshots
 * make an {@link io.tailrace.inspect.Interval}, which has rates and the state of each stream.
 * {@link io.tailrace.inspect.Metrics} has all figures for monitors. Files are opened for reading only, and may appear,
 * disappear or be damaged meanwhile; the readers report what they could not read beside what they could.
 */
@NullMarked
package io.tailrace.inspect;

import org.jspecify.annotations.NullMarked;
