/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What a media driver decides and does: which clients there are, who publishes to which log and who reads it
 * ({@code StreamRegistry}), the files of logs ({@code LogFactory}), and their keeper ({@code LogKeeper}). It knows
 * nothing of the directory's lock, of threads, and of the configuration.
 */
@NullMarked
package io.tailrace.driver.streams;

import org.jspecify.annotations.NullMarked;
