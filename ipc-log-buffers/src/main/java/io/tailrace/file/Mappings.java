/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The files that this process has mapped, and those that it has released but no garbage collection has unmapped yet. A
 * mapping to which the program keeps a reference, for example through an unused claim, stays. Any thread.
 */
public final class Mappings {
    private static final ReferenceQueue<ByteBuffer> UNMAPPED = new ReferenceQueue<>();
    /** Includes files that a program forgot to release: each takes a mapping until it is found to be garbage. */
    private static final Set<Reference<?>> ALL = new HashSet<>();

    private static final Set<Reference<?>> RELEASED = new HashSet<>();

    private Mappings() {}

    /** {@return a reference to pass to {@link #release} when the mapping is released} */
    static Reference<ByteBuffer> add(ByteBuffer mapping) {
        Reference<ByteBuffer> reference = new WeakReference<>(mapping, UNMAPPED);
        synchronized (ALL) {
            forgetUnmapped();
            ALL.add(reference);
        }
        return reference;
    }

    static void release(Reference<ByteBuffer> mapping) {
        synchronized (ALL) {
            forgetUnmapped();
            if (!mapping.refersTo(null)) {
                RELEASED.add(mapping);
            }
        }
    }

    private static void forgetUnmapped() {
        Reference<?> unmapped;
        while ((unmapped = UNMAPPED.poll()) != null) {
            ALL.remove(unmapped);
            RELEASED.remove(unmapped);
        }
    }

    static int count() {
        synchronized (ALL) {
            forgetUnmapped();
            return ALL.size();
        }
    }

    /**
     * Collects garbage if that may unmap anything; not in a JVM with {@code -XX:+DisableExplicitGC}. Returns whether it
     * did.
     */
    static boolean collect() {
        synchronized (ALL) {
            forgetUnmapped();
            if (RELEASED.isEmpty()) {
                return false;
            }
        }
        System.gc();
        return true;
    }
}
