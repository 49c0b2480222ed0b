/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * How many files this process may map. The kernel limits the mappings of a process ({@code vm.max_map_count}). A JVM
 * that finds none left for its own heap or stacks exits at once, so logs may take seven eighths, and the rest is
 * reserved for the JVM.
 *
 * <p>A file that was released stays mapped until a garbage collection. A mapping to which the program keeps a
 * reference, for example through an unused claim, stays. Any thread.
 */
public final class MappingLimit {
    private static final Path KERNELS_FILE = Path.of("/proc/sys/vm/max_map_count");
    /** The default of Linux, used if the file cannot be read. */
    private static final long KERNELS_DEFAULT = 65_530;
    /** The minimum time between collections: each stops all threads of the program for a moment. */
    private static final long COLLECTION_INTERVAL_NS = 60_000_000_000L;

    /** If this system property is {@code false}, nothing is ever collected here. */
    private static final String SWITCH = "tailrace.forceCollection";

    private static final long WAIT_NS = 1_000_000;
    private static final int MAX_WAITS = 200;
    private static final ReferenceQueue<ByteBuffer> UNMAPPED = new ReferenceQueue<>();
    /** Includes files that a program forgot to release: each takes a mapping until it is found to be garbage. */
    private static final Set<Reference<?>> ALL = new HashSet<>();

    private static final Set<Reference<?>> RELEASED = new HashSet<>();
    private static final MappingLimit OF_PROCESS =
            new MappingLimit(readKernelsMax(KERNELS_FILE), MappingLimit::count, MappingLimit::collect);

    private final long kernelsMax;
    private final long max;
    private final IntSupplier used;
    private final BooleanSupplier collect;
    private volatile CollectionListener listener = (before, after, limit, tookNs) -> {};
    private boolean collected;
    private long collectedNs;

    /**
     * @param kernelsMax maximum number of mappings of a process
     * @param used how many files are mapped
     * @param collect unmaps unused files; returns whether there may have been any
     */
    public MappingLimit(long kernelsMax, IntSupplier used, BooleanSupplier collect) {
        this.kernelsMax = kernelsMax;
        this.max = kernelsMax - kernelsMax / 8;
        this.used = used;
        this.collect = collect;
    }

    /** Learns of a collection that was forced because too many files were mapped. */
    public interface CollectionListener {
        void onCollected(int before, int after, long limit, long tookNs);
    }

    /** Sets the listener of this process. */
    public void listen(CollectionListener newListener) {
        listener = newListener;
    }

    /** {@return the limit of this process, and how much of it is used} */
    public static MappingLimit ofProcess() {
        return OF_PROCESS;
    }

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

    private static long readKernelsMax(Path file) {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            // Not Files.readString, which first reads one byte: for this file the kernel returns nothing after that.
            return Long.parseLong(String.valueOf(reader.readLine()));
        } catch (IOException | NumberFormatException e) {
            return KERNELS_DEFAULT;
        }
    }

    /**
     * Checks that this many more files may be mapped. If not, collects garbage first, at most once a minute, unless the
     * system property {@value #SWITCH} is false.
     *
     * @throws MappingLimitException if they may not be mapped
     */
    public void require(int wanted) throws MappingLimitException {
        if (!hasRoom(wanted) && !collect(wanted)) {
            throw new MappingLimitException(
                    "too many mapped files in a process: pid=" + pid() + ", mapped=" + used.getAsInt()
                            + ", wanted=" + wanted + ", max=" + max + " of vm.max_map_count=" + kernelsMax
                            + ", the rest is the JVM's. " + remedy());
        }
    }

    private boolean hasRoom(int wanted) {
        return used.getAsInt() + (long) wanted <= max;
    }

    /** {@return whether the collection has made room} */
    private synchronized boolean collect(int wanted) {
        long nowNs = System.nanoTime();
        int before = used.getAsInt();
        boolean mayCollect = !"false".equals(System.getProperty(SWITCH))
                && (!collected || nowNs - collectedNs >= COLLECTION_INTERVAL_NS);
        if (hasRoom(wanted) || !mayCollect || !collect.getAsBoolean()) {
            return hasRoom(wanted);
        }
        // A thread of the JVM unmaps the files that the collection found, a little later.
        for (int wait = 0; wait < MAX_WAITS && !hasRoom(wanted); wait++) {
            LockSupport.parkNanos(WAIT_NS);
        }
        collected = true;
        collectedNs = System.nanoTime();
        listener.onCollected(before, used.getAsInt(), max, collectedNs - nowNs);
        return hasRoom(wanted);
    }

    /** {@return the message for a file that the kernel has refused to map} */
    String describeRefusal() {
        return ". This process, pid=" + pid() + ", has too many mappings (vm.max_map_count=" + kernelsMax
                + ", of which "
                + used.getAsInt() + " are mapped files of Tailrace) or too little address space (ulimit -v). "
                + remedy();
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    private String remedy() {
        return "Close unused publications and subscriptions, use several processes, or raise the limit: "
                + "sysctl -w vm.max_map_count=" + 4 * kernelsMax;
    }
}
