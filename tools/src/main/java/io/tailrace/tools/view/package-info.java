/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What the files of a living or dead driver say, for all commands that look and change nothing. A
 * {@link io.tailrace.tools.view.SnapshotReader} takes a {@link io.tailrace.tools.view.Snapshot} of them, and two of
 * these make an {@link io.tailrace.tools.view.Interval}, which has rates and says how each stream does. Files are
 * opened for reading only, may come and go and be damaged meanwhile, and what can not be read is told beside what can.
 */
@NullMarked
package io.tailrace.tools.view;

import org.jspecify.annotations.NullMarked;
