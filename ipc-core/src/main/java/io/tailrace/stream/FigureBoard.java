/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CounterSource;
import java.util.function.BooleanSupplier;

/** Shows figures to whoever looks at the client from outside. Any thread. */
public interface FigureBoard {
    /** Shows the figures of a source until that is over. */
    public void show(String name, CounterSource source, BooleanSupplier over);
}
