/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The tasklets that a thread drives, in the order of their turns. They are linked by {@link TaskletHandle#next}, so
 * that adding one takes no memory and cannot fail for lack of it. Used only by that thread.
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

    void add(TaskletHandle tasklet) {
        insert(last, tasklet);
    }

    /** @param newest the first one of a chain whose tasklets are added in the opposite order, or null */
    void addReversed(@Nullable TaskletHandle newest) {
        TaskletHandle end = last;
        TaskletHandle each = newest;
        while (each != null) {
            TaskletHandle older = each.next;
            insert(end, each);
            each = older;
        }
    }

    /** @param previous the tasklet before it; null if it becomes the first */
    private void insert(@Nullable TaskletHandle previous, TaskletHandle tasklet) {
        if (previous == null) {
            tasklet.next = first;
            first = tasklet;
        } else {
            tasklet.next = previous.next;
            previous.next = tasklet;
        }
        if (last == previous) {
            last = tasklet;
        }
    }

    /** @param previous the tasklet before it; null if it is the first */
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

    /**
     * Tasklets on their way to a thread. Any thread puts one in; the receiving thread alone takes them, and closes the
     * inbox. One word holds both the contents of the inbox and whether it is closed, so that no tasklet is put into a
     * closed inbox and lost there.
     */
    static final class Inbox {
        private static final VarHandle NEWEST = Handles.field(MethodHandles.lookup(), "newest", Object.class);

        /** Marks a closed inbox in place of a tasklet. */
        private static final Object CLOSED = new Object();

        /** The tasklet put in last, null, or {@link #CLOSED}. */
        private volatile @Nullable Object newest;

        /**
         * Adds a tasklet. The caller then signals the thread, which checks the inbox before it sleeps. Volatile: pairs
         * with {@link #takeAll}. The receiving thread sees the stores of the tasklet's last call on another thread.
         *
         * @return false if the inbox is closed
         */
        boolean put(TaskletHandle tasklet) {
            for (Object current = newest; current != CLOSED; current = newest) {
                tasklet.next = (TaskletHandle) current;
                if (NEWEST.compareAndSet(this, current, tasklet)) {
                    return true;
                }
            }
            return false;
        }

        /** {@return the tasklets that were put in, linked, the newest first; null if none} Pairs with {@link #put}. */
        @Nullable
        TaskletHandle takeAll() {
            return newest == null ? null : (TaskletHandle) NEWEST.getAndSet(this, null);
        }

        /** {@return the rest, as {@link #takeAll} does} From now on no tasklet can be added. */
        @Nullable
        TaskletHandle close() {
            return (TaskletHandle) NEWEST.getAndSet(this, CLOSED);
        }
    }
}
