/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tasklets on their way to a thread. Any thread puts one in; that thread alone takes them, and closes it. Its only word
 * says both what is there and whether it is closed, so that nothing is put into a closed one and forgotten there.
 */
final class TaskletInbox {
    private static final VarHandle HEAD = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "head", VarHandle.class, TaskletInbox.class, Object.class);

    /** Stands in place of the first tasklet. */
    private static final Object CLOSED = new Object();

    /** The tasklet put in last, null, or {@link #CLOSED}. */
    private volatile @Nullable Object head;

    /**
     * Puts one in. Who does so tells the thread then, which looks before it sleeps. Pairs with {@link #takeAll}: what
     * was stored before, by the tasklet's last call on another thread, is visible behind that.
     *
     * @return false if it is closed
     */
    boolean put(TaskletHandle tasklet) {
        while (true) {
            Object first = head;
            if (first == CLOSED) {
                return false;
            }
            tasklet.next = (TaskletHandle) first;
            if (HEAD.compareAndSet(this, first, tasklet)) {
                return true;
            }
        }
    }

    /** {@return what was put in, in that order, linked; null if there is nothing} Pairs with {@link #put}. */
    @Nullable
    TaskletHandle takeAll() {
        return head == null ? null : inOrder(HEAD.getAndSet(this, null));
    }

    /** Takes the rest; nothing is put in from now on. */
    @Nullable
    TaskletHandle close() {
        return inOrder(HEAD.getAndSet(this, CLOSED));
    }

    private static @Nullable TaskletHandle inOrder(@Nullable Object newest) {
        TaskletHandle first = null;
        TaskletHandle each = (TaskletHandle) newest;
        while (each != null) {
            TaskletHandle older = each.next;
            each.next = first;
            first = each;
            each = older;
        }
        return first;
    }
}
