/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.WithInjector.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.WithTasklets.Counting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tasklets are spread evenly over threads, and stay so. */
final class TaskletSpreadTest {
    private static final int THREADS = 4;
    private static final int TASKLETS = 22;

    private final List<Counting> tasklets = new ArrayList<>();
    private final List<TaskletHandle> handles = new ArrayList<>();

    private void add(CooperativeWorkers workers, int count) {
        for (int i = 0; i < count; i++) {
            Counting tasklet = new Counting();
            tasklets.add(tasklet);
            handles.add(workers.add(tasklet));
        }
    }

    private void removeAt(int index) {
        handles.remove(index).remove();
        tasklets.remove(index);
    }

    private Map<Thread, Long> spread() {
        tasklets.forEach(Counting::awaitCalls);
        return tasklets.stream().collect(Collectors.groupingBy(each -> each.thread, Collectors.counting()));
    }

    private boolean isLevel() {
        Map<Thread, Long> spread = spread();
        long least = tasklets.size() / THREADS;
        return spread.size() == Math.min(THREADS, tasklets.size())
                && spread.values().stream().allMatch(count -> count >= least && count <= least + 1);
    }

    @Test
    void newOnesGoWhereTheFewestAreAndWhereMoreHaveEndedOthersAreHandedOver() {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreads(THREADS))) {
            add(workers, TASKLETS);
            assertTrue(isLevel(), () -> spread().toString());
            assertEquals(0, workers.counters().moves());
            List<Thread> busy = List.copyOf(spread().keySet()).subList(0, 2);
            for (int i = tasklets.size() - 1; i >= 0; i--) {
                if (!busy.contains(tasklets.get(i).thread)) {
                    removeAt(i);
                }
            }
            await(this::isLevel);
            CooperativeCounters counters = workers.counters();
            assertTrue(counters.moves() >= tasklets.size() / 2 - 1, counters::toString);
            while (tasklets.size() > 2) {
                removeAt(tasklets.size() - 1);
            }
            // A removed tasklet counts until its next round.
            await(() -> workers.counters().tasklets() == 2 && isLevel());
        }
    }
}
