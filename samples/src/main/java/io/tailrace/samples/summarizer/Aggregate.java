/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What is kept of the events of one group. What it tells does not depend on the order in which it took them. For one
 * thread.
 */
sealed interface Aggregate permits Total, Distinct, Top, Percentiles {
    /**
     * Takes what one event says. Each kind uses what it needs.
     *
     * @param item a name
     * @param value a number, not negative
     */
    void take(String item, long value);

    /** Writes the fields of a JSON object, which is open. */
    void writeJson(JsonGenerator json) throws IOException;

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException;

    /**
     * Becomes what was saved. This one has to be new.
     *
     * @throws IOException if the bytes are none that {@link #save} has written
     */
    void restore(DataInput input) throws IOException;
}
