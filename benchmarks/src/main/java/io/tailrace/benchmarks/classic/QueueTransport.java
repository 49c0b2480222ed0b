/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.peer.Library.Sender;
import java.util.Arrays;
import java.util.Queue;

/** A queue of objects: by offer and poll, never by methods that block. */
final class QueueTransport implements Transport {
    /** Of every queue that has one. */
    static final int CAPACITY = 64 * 1024;

    private final Queue<Integer> queue;
    private final Arrivals arrivals;

    QueueTransport(Queue<Integer> queue, Arrivals arrivals) {
        this.queue = queue;
        this.arrivals = arrivals;
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        Integer[] boxed = Arrays.stream(burst).boxed().toArray(Integer[]::new); // Once: boxing is not what is measured.
        return () -> {
            for (Integer message : boxed) {
                int looks = 0;
                while (!queue.offer(message)) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    @Override
    public boolean poll() {
        Integer message = queue.poll();
        if (message == null) {
            return false;
        }
        arrivals.take(message);
        return true;
    }
}
