/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.internal.OwnMemory;
import io.tailrace.memory.BufferOperations.Operation;
import io.tailrace.testing.Seeds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a {@link MappedBuffer} and on Agrona's UnsafeBuffer over equal memory: results, exceptions and
 * all of the memory, inside and outside the window, stay equal.
 */
class MappedBufferPropertyTest {
    private static final int MEMORY_LENGTH = 256;
    private static final int OPERATION_COUNT = 60_000;

    @Test
    void aWindowOnAllOfDirectMemoryDoesWhatAgronaDoes() {
        compare(ByteBuffer.allocateDirect(MEMORY_LENGTH), ByteBuffer.allocateDirect(MEMORY_LENGTH), 0, true);
    }

    @Test
    void aWindowOnAllOfItsOwnMemoryDoesWhatAgronaDoes() {
        compareOwn(0);
    }

    @Test
    void aWindowOnAPartOfItsOwnMemoryDoesWhatAgronaDoes() {
        compareOwn(24);
    }

    /** By address, if the JDK allows it. */
    private static void compareOwn(int margin) {
        ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_LENGTH);
        MappedBuffer window =
                MappedBuffer.of(new OwnMemory(memory, MEMORY_LENGTH)).view(margin, MEMORY_LENGTH - 2 * margin);
        compare(window, memory, ByteBuffer.allocateDirect(MEMORY_LENGTH), margin, true);
    }

    @Test
    void aWindowOnAPartOfDirectMemoryDoesWhatAgronaDoes() {
        compare(ByteBuffer.allocateDirect(MEMORY_LENGTH), ByteBuffer.allocateDirect(MEMORY_LENGTH), 24, true);
    }

    @Test
    void aWindowOnAllOfHeapMemoryDoesWhatAgronaDoes() {
        compare(ByteBuffer.allocate(MEMORY_LENGTH), ByteBuffer.allocate(MEMORY_LENGTH), 0, false);
    }

    @Test
    void aWindowOnAPartOfHeapMemoryDoesWhatAgronaDoes() {
        compare(ByteBuffer.allocate(MEMORY_LENGTH), ByteBuffer.allocate(MEMORY_LENGTH), 24, false);
    }

    @Test
    void theOperationsCoverEveryMethodOfAnAtomicBuffer() {
        Set<String> missing = Arrays.stream(AtomicBuffer.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::toGenericString)
                .collect(toCollection(TreeSet::new));
        AtomicBuffer recorder = recorder(new UnsafeBuffer(ByteBuffer.allocateDirect(MEMORY_LENGTH)), missing);
        for (Operation operation : operations(true).values()) {
            for (int seed = 0; seed < 40; seed++) {
                outcome(operation, recorder, seed);
            }
        }
        missing.removeIf(method -> method.contains(".wrap"));
        missing.removeIf(method -> method.matches(".*(addressOffset|byteArray|byteBuffer)\\(\\)"));
        assertEquals(new TreeSet<>(), missing);
    }

    private static AtomicBuffer recorder(UnsafeBuffer buffer, Set<String> missing) {
        return (AtomicBuffer) Proxy.newProxyInstance(
                AtomicBuffer.class.getClassLoader(), new Class<?>[] {AtomicBuffer.class}, (proxy, method, args) -> {
                    missing.remove(method.toGenericString());
                    try {
                        return method.invoke(buffer, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void compare(ByteBuffer ours, ByteBuffer theirs, int margin, boolean ordered) {
        compare(new MappedBuffer(ours, margin, MEMORY_LENGTH - 2 * margin), ours, theirs, margin, ordered);
    }

    private static void compare(MappedBuffer actual, ByteBuffer ours, ByteBuffer theirs, int margin, boolean ordered) {
        long seed = Seeds.of(MappedBufferPropertyTest.class);
        System.out.println("MappedBufferPropertyTest: seed=" + seed + ", margin=" + margin + ", ordered=" + ordered);
        Random random = new Random(seed);
        byte[] content = OperationArguments.bytes(random, MEMORY_LENGTH);
        ours.put(0, content);
        theirs.put(0, content);
        UnsafeBuffer expected = new UnsafeBuffer(theirs, margin, MEMORY_LENGTH - 2 * margin);
        List<Map.Entry<String, Operation>> operations =
                new ArrayList<>(operations(ordered).entrySet());
        for (int i = 0; i < OPERATION_COUNT; i++) {
            Map.Entry<String, Operation> operation = operations.get(random.nextInt(operations.size()));
            long operationSeed = random.nextLong();
            String what = operation.getKey() + ", seed=" + seed + ", operation=" + i;
            Object expectedOutcome = outcome(operation.getValue(), expected, operationSeed);
            assertEquals(expectedOutcome, outcome(operation.getValue(), actual, operationSeed), what);
            if (ours.mismatch(theirs) != -1) {
                assertEquals(OperationArguments.content(theirs), OperationArguments.content(ours), what);
            }
        }
    }

    private static Map<String, Operation> operations(boolean ordered) {
        Map<String, Operation> operations = new TreeMap<>(BufferOperations.plain());
        if (ordered) {
            operations.putAll(BufferOperations.ordered());
        }
        return operations;
    }

    /** The result of an operation, or the class of the exception that it threw. */
    private static Object outcome(Operation operation, AtomicBuffer buffer, long seed) {
        try {
            return operation.apply(buffer, new Random(seed));
        } catch (IndexOutOfBoundsException e) {
            return IndexOutOfBoundsException.class;
        } catch (Exception e) {
            return e.getClass();
        }
    }
}
