/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.Host;
import java.util.function.Supplier;

/**
 * The surroundings of a command that only reads.
 *
 * @param termination asks it to end
 * @param terminal the terminal of its output
 * @param host the host whose processes, users and clocks it sees
 * @param newOutput makes the output when the command begins to write
 */
public record Context(Termination termination, Terminal terminal, Host host, Supplier<Output> newOutput) {}
