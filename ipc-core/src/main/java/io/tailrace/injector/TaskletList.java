/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import org.jspecify.annotations.Nullable;

/**
 * The tasklets that a thread drives, in the order of their turns, linked by themselves, so that a new one takes no
 * memory, and can not fail for want of it. That thread only.
 */
final class TaskletList {
    private @Nullable TaskletHandle first;
    private @Nullable TaskletHandle last;

    boolean isEmpty() {
        return first == null;
    }

    @Nullable
    TaskletHandle first() {
        return first;
    }

    /** @param tasklets linked to one another, or null */
    void addAll(@Nullable TaskletHandle tasklets) {
        TaskletHandle each = tasklets;
        while (each != null) {
            TaskletHandle next = each.next;
            add(each);
            each = next;
        }
    }

    void add(TaskletHandle tasklet) {
        tasklet.next = null;
        if (last == null) {
            first = tasklet;
        } else {
            last.next = tasklet;
        }
        last = tasklet;
    }

    /** @param previous the one before it; null if it is the first */
    void remove(@Nullable TaskletHandle previous, TaskletHandle tasklet) {
        if (previous == null) {
            first = tasklet.next;
        } else {
            previous.next = tasklet.next;
        }
        if (last == tasklet) {
            last = previous;
        }
        tasklet.next = null;
    }
}
