/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import java.io.IOException;
import java.util.List;

/** Whose metrics are shown. One thread. */
interface MetricSource extends AutoCloseable {
    /**
     * {@return what there is to show now}
     *
     * @throws IOException if a folder of the directory can not be read
     */
    List<Measure> read() throws IOException;

    @Override
    void close();
}
