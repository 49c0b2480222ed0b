/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.ErrorsReader.ErrorView;
import java.util.ArrayList;
import java.util.List;

/**
 * The data for monitors about a driver.
 *
 * @param interval the time between two snapshots
 * @param errors the distinct errors of driver and clients
 * @param errorsUnreadable one for each file whose errors could not be read
 */
public record Observation(
        Interval interval, List<ErrorView> errors, List<Unreadable> errorsUnreadable, Storage storage) {

    /** {@return one for each file that could not be read} */
    public List<Unreadable> unreadable() {
        List<Unreadable> all = new ArrayList<>(now().unreadable());
        all.addAll(errorsUnreadable);
        return all;
    }

    /** {@return the later snapshot} */
    public Snapshot now() {
        return interval.after();
    }
}
