/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The media driver: creates logs, cleans them, sets limits, proves deaths. {@link io.tailrace.driver.MediaDriver} runs
 * it, in this process or in one of its own.
 */
@NullMarked
package io.tailrace.driver;

import org.jspecify.annotations.NullMarked;
