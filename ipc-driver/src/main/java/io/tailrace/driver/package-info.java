/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The media driver: creates logs, cleans them, sets limits, proves deaths. {@link io.tailrace.driver.MediaDriver} runs
 * it, in this process or in one of its own. It has two agents. The {@code Conductor} serves the clients;
 * {@code StreamRegistry} makes its decisions, and {@code LogFactory} makes its files. The {@code LogKeeper} keeps the
 * logs. The two agents communicate through {@code KeeperProxy} and {@code Mailbox}. {@code Adoption} runs before both.
 */
@NullMarked
package io.tailrace.driver;

import org.jspecify.annotations.NullMarked;
