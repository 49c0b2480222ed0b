/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

/** Looks at one thing that can be wrong. Changes nothing; what can not be read is unknown. */
interface Inspection {
    /** {@return what it looks at, in a word or two} */
    String topic();

    void inspect(Subject subject, Findings findings);
}
