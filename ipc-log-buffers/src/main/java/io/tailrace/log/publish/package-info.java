/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Publishing to a log: claims, commits, and recovery from an Error in either ({@link
 * io.tailrace.log.publish.Appender}).
 */
@NullMarked
package io.tailrace.log.publish;

import org.jspecify.annotations.NullMarked;
