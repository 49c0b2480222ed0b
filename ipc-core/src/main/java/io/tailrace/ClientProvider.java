/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Makes clients for {@link Tailrace}. Of the library alone: programs call the methods of that. */
public interface ClientProvider {
    /** As {@link Tailrace#connect(TailraceConfig)}. */
    Tailrace connect(TailraceConfig config);

    /** As {@link Tailrace#open(TailraceConfig)}. */
    Tailrace open(TailraceConfig config);
}
