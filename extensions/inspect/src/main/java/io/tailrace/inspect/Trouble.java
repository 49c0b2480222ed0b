/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

/**
 * A problem that needs a person.
 *
 * @param remedy the command that helps
 */
public record Trouble(boolean critical, String text, String remedy) {}
