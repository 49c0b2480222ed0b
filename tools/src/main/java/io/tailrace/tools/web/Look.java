/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Unreadable;
import java.nio.file.Path;
import java.util.List;

/** What was found in a driver's directory at one moment. */
sealed interface Look {
    /**
     * There are files of a driver, living or dead.
     *
     * @param interval since the look before
     * @param errors the one that came last first
     * @param unreadable files that should tell errors and can not be read
     */
    record Seen(Interval interval, List<ErrorView> errors, List<Unreadable> unreadable) implements Look {}

    /** There are none, or this user can not read them. */
    record Nothing(Path directory, String reason) implements Look {}
}
