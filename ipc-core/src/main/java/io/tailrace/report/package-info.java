/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reports for people and tools: counters, errors, the events of a directory, and the state of historians and links. No
 * library decides anything by them.
 */
@NullMarked
package io.tailrace.report;

import org.jspecify.annotations.NullMarked;
