/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.CooperativeFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.CooperativeFixture.Counting;
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
    void newOnesGoWhereTheFewestAre() {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreads(THREADS))) {
            add(workers, TASKLETS);
            assertTrue(isLevel(), () -> spread().toString());
            assertEquals(0, workers.counters().moves());
        }
    }

    @Test
    void whereMoreHaveEndedOthersAreHandedOver() {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreads(THREADS))) {
            add(workers, TASKLETS);
            spread();
            Thread stays = tasklets.get(0).thread;
            Thread another = tasklets.stream()
                    .map(each -> each.thread)
                    .filter(thread -> thread != stays)
                    .findFirst()
                    .orElseThrow();
            for (int i = tasklets.size() - 1; i >= 0; i--) {
                if (tasklets.get(i).thread != stays && tasklets.get(i).thread != another) {
                    removeAt(i);
                }
            }
            await(this::isLevel);
            assertTrue(workers.counters().moves() >= tasklets.size() / 2 - 1, () -> workers.counters()
                    .toString());
            while (tasklets.size() > 2) {
                removeAt(tasklets.size() - 1);
            }
            await(() ->
                    workers.counters().tasklets() == 2 && isLevel()); // A removed tasklet counts until its next round.
        }
    }
}
