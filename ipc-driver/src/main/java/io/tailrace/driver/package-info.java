/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The media driver: creates logs, cleans them, sets limits, proves deaths. {@link io.tailrace.driver.MediaDriver} runs
 * it, in this process or in one of its own. One thread runs the cycles of its {@code Conductor}, and touches its state:
 * {@code StreamRegistry} makes the decisions, {@code LogFactory} makes the files, and {@code LogKeeper} keeps the logs.
 * {@code Adoption} runs before the first cycle.
 */
@NullMarked
package io.tailrace.driver;

import org.jspecify.annotations.NullMarked;
