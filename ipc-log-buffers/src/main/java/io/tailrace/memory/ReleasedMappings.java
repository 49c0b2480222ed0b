/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The mappings that this process has let go of and that no garbage collection has unmapped yet. They keep the space of
 * deleted files taken, and nothing else makes an idle process collect. A mapping to which the program keeps a
 * reference, as through a closed publication, stays; a JVM with {@code -XX:+DisableExplicitGC} takes no part. Any
 * thread.
 */
public final class ReleasedMappings {
    private static final ReferenceQueue<ByteBuffer> UNMAPPED = new ReferenceQueue<>();
    private static final Set<Reference<?>> RELEASED = new HashSet<>();

    private ReleasedMappings() {}

    /** {@return a reference to hand to {@link #add} when the mapping is let go of} */
    static Reference<ByteBuffer> track(ByteBuffer mapping) {
        return new WeakReference<>(mapping, UNMAPPED);
    }

    static void add(Reference<ByteBuffer> mapping) {
        synchronized (RELEASED) {
            forgetUnmapped();
            if (!mapping.refersTo(null)) {
                RELEASED.add(mapping);
            }
        }
    }

    private static void forgetUnmapped() {
        Reference<?> unmapped;
        while ((unmapped = UNMAPPED.poll()) != null) {
            RELEASED.remove(unmapped);
        }
    }

    /** Collects garbage, where that may unmap anything. Returns whether it did. */
    public static boolean collect() {
        synchronized (RELEASED) {
            forgetUnmapped();
            if (RELEASED.isEmpty()) {
                return false;
            }
        }
        System.gc();
        return true;
    }
}
