/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Creates clients for {@link Tailrace}. For the library's own use; programs call the methods of {@link Tailrace}. */
public interface ClientProvider {
    /** As {@link Tailrace#connect(TailraceConfig)}. */
    Tailrace connect(TailraceConfig config);

    /** As {@link Tailrace#open(TailraceConfig)}. */
    Tailrace open(TailraceConfig config);
}
