/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.top;

import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.StreamView;
import java.util.Comparator;

/** What comes first. Streams that are equal in that stand in the order of their names. */
enum Sorting {
    STATE,
    RATE,
    LAG,
    POSITION,
    NAME;

    Comparator<StreamView> by(Interval interval) {
        Comparator<StreamView> byName = Comparator.comparing(StreamView::name);
        Comparator<StreamView> byRate = Comparator.comparingDouble(
                        (StreamView stream) -> interval.bytesPerSecond(stream))
                .reversed();
        Comparator<StreamView> first =
                switch (this) {
                    case STATE ->
                        Comparator.comparing((StreamView stream) ->
                                        interval.state(stream).kind())
                                .thenComparing(byRate);
                    case RATE -> byRate;
                    case LAG -> Comparator.comparingLong(Sorting::lag).reversed();
                    case POSITION ->
                        Comparator.comparingLong(StreamView::position).reversed();
                    case NAME -> byName;
                };
        return first.thenComparing(byName);
    }

    private static long lag(StreamView stream) {
        StreamView.Lag worst = stream.worstLag();
        return worst == null ? 0 : worst.bytes();
    }
}
