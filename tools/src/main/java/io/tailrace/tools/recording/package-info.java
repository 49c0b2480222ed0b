/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code tailrace record} and {@code tailrace replay}: a stream to a file, and back. {@link
 * io.tailrace.tools.recording.RecordingLayout} has the bytes of the file.
 */
@NullMarked
package io.tailrace.tools.recording;

import org.jspecify.annotations.NullMarked;
