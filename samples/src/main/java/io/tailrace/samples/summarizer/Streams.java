/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/**
 * The names of the streams that join the stages.
 *
 * @param name of the pipeline: several may run beside each other
 */
record Streams(String name) {
    String lines() {
        return name + "-lines";
    }

    String events() {
        return name + "-events";
    }
}
