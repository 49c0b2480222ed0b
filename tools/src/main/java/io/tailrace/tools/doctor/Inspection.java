/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.function.BiConsumer;

/**
 * Looks at one thing that can be wrong. Changes nothing; what can not be read is unknown.
 *
 * @param topic what it looks at, in a word or two
 * @param look gathers what is found about the topic
 */
record Inspection(String topic, BiConsumer<Subject, Findings> look) {}
