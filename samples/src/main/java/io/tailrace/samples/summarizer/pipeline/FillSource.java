/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/** Tells how full something is, at any time. */
public interface FillSource {
    /** {@return what it is called in figures} */
    String name();

    /** {@return how full it is, from 0 to 1} Any thread. */
    double fill();
}
