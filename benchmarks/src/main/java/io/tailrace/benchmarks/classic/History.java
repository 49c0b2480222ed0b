/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import org.jspecify.annotations.Nullable;

/**
 * The figures of the talk "A Quest for Predictable Latency" (Martin Thompson, 2015), in ns: Java 8, Ubuntu 15.04,
 * i7-3632QM at 2.2 GHz with 4 cores, Disruptor 3.3.2, Aeron before 0.3. History only: another machine, other versions.
 */
record History(double mean, double p99) {
    /** By producers, from 1: the mean and the 99 % of a burst of 1, then of 100. */
    private static final int[][] ARRAY_BLOCKING = {
        {645, 1_210, 30_346, 41_728}, {1_984, 11_648, 35_631, 65_008}, {5_257, 19_680, 50_271, 90_240}
    };

    private static final int[][] LINKED_BLOCKING = {
        {461, 740, 31_422, 41_600}, {1_197, 7_320, 45_096, 94_208}, {2_010, 15_152, 89_820, 180_224}
    };

    private static final int[][] CONCURRENT_LINKED = {
        {281, 361, 12_916, 15_792}, {381, 559, 25_132, 35_136}, {444, 705, 39_462, 56_768}
    };

    private static final int[][] DISRUPTOR = {
        {201, 263, 7_030, 8_192}, {256, 373, 15_159, 21_184}, {282, 459, 31_597, 54_976}
    };

    private static final int[][] AGRONA_QUEUE = {
        {173, 198, 3_570, 3_932}, {238, 319, 12_926, 16_480}, {259, 392, 26_685, 51_072}
    };

    private static final int[][] AGRONA_RING = {
        {170, 194, 3_773, 3_992}, {256, 279, 11_286, 13_200}, {283, 340, 27_255, 34_432}
    };

    private static final int[][] AERON = {{192, 210, 4_436, 4_632}, {251, 286, 7_623, 8_224}, {290, 342, 10_825, 13_872}
    };

    private static final int[][] WAIT_FREE = {{167, 189, 721, 982}};

    private static final int[][] NONE = {};

    /** {@return what the talk showed for a cell, if it did} */
    static @Nullable History of(Row row, int producers, int burst) {
        int[][] table =
                switch (row) {
                    case WAIT_FREE -> WAIT_FREE;
                    case ARRAY_BLOCKING -> ARRAY_BLOCKING;
                    case LINKED_BLOCKING -> LINKED_BLOCKING;
                    case CONCURRENT_LINKED -> CONCURRENT_LINKED;
                    case DISRUPTOR_MULTI -> DISRUPTOR;
                    case AGRONA_QUEUE -> AGRONA_QUEUE;
                    case AGRONA_RING -> AGRONA_RING;
                    case AERON_SHIPPED -> AERON;
                    default -> NONE;
                };
        if (producers > table.length) {
            return null;
        }
        int[] figures = table[producers - 1];
        int first = burst == Effort.BURSTS.get(0) ? 0 : 2;
        return new History(figures[first], figures[first + 1]);
    }
}
