/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.internal.OwnMemory;
import io.tailrace.testing.Seeds;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every operation of an AtomicBuffer with random arguments, on a {@link MappedBuffer} and on Agrona's UnsafeBuffer over
 * equal memory: results, exceptions, what is written to arguments, and all of the memory, inside and outside of the
 * window, stay equal. Indexes and lengths are mostly inside the buffer, sometimes just outside, sometimes wild.
 */
class MappedBufferPropertyTest {
    private static final int LENGTH = 256;
    private static final int OPERATIONS = 2_000 * Integer.getInteger("tailrace.test.rounds", 10);
    private static final String[] TEXTS = {
        null, "", "a", "Grüße, 世界", "ascii only", "lone \ud800 surrogate", "x\u007f\u0080y"
    };

    private static final long[] ENDS = {Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE};

    private static final Pattern ORDERED =
            Pattern.compile(".*(Opaque|Acquire|Release|Ordered|Volatile)|getAnd.*|compareAnd.*");
    private static final Pattern NATURAL = Pattern.compile("putNatural.*|parse.*|putStringWithoutLength.*");

    /** Except those that only tell what is wrapped, or wrap something else. */
    private static final List<Method> METHODS = Arrays.stream(AtomicBuffer.class.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .filter(method -> !method.getName().matches("wrap.*|addressOffset|byteArray|byteBuffer"))
            .sorted(Comparator.comparing(Method::toGenericString))
            .toList();

    private final Set<Method> succeeded = new HashSet<>();

    @ParameterizedTest
    @CsvSource({"own, 0", "own, 24", "direct, 0", "direct, 24", "heap, 0", "heap, 24"})
    void aWindowDoesWhatAgronasDoes(String kind, int margin) throws Exception {
        Random random = new Random(Seeds.of(MappedBufferPropertyTest.class));
        byte[] content = bytes(random, LENGTH);
        ByteBuffer ours = memory(kind).put(0, content);
        ByteBuffer theirs = memory(kind).put(0, content);
        int length = LENGTH - 2 * margin;
        MappedBuffer actual = kind.equals("own") // By address, if the JDK allows it.
                ? MappedBuffer.of(new OwnMemory(ours, LENGTH)).view(margin, length)
                : new MappedBuffer(ours, margin, length);
        UnsafeBuffer expected = new UnsafeBuffer(theirs, margin, length);
        List<Method> methods = new ArrayList<>(METHODS);
        methods.removeIf(method ->
                kind.equals("heap") && (isOrdered(method) || method.getName().equals("verifyAlignment")));
        for (int i = 0; i < OPERATIONS; i++) {
            Method method = methods.get(random.nextInt(methods.size()));
            int place = random.nextInt(length - 40) & (isOrdered(method) ? -8 : -1);
            byte[] planted = planted(method, random);
            ours.put(margin + place, planted);
            theirs.put(margin + place, planted);
            long operation = random.nextLong();
            Object[] theirArguments = arguments(method, expected, place, new Random(operation));
            Object[] ourArguments = arguments(method, actual, place, new Random(operation));
            int count = i;
            Supplier<String> what = () -> method + Arrays.toString(theirArguments) + ", operation " + count;
            assertEquals(outcome(method, expected, theirArguments), outcome(method, actual, ourArguments), what);
            assertArrayEquals(contents(theirArguments), contents(ourArguments), what);
            assertEquals(-1, ours.mismatch(theirs), what);
        }
        methods.removeAll(succeeded);
        assertEquals(List.of(), methods, "never succeeded");
    }

    private static ByteBuffer memory(String kind) {
        return kind.equals("heap") ? ByteBuffer.allocate(LENGTH) : ByteBuffer.allocateDirect(LENGTH);
    }

    private static boolean isOrdered(Method method) {
        return ORDERED.matcher(method.getName()).matches();
    }

    /** The result of an operation, or the class of the exception that it threw. */
    private Object outcome(Method method, AtomicBuffer buffer, Object[] arguments) throws Exception {
        try {
            Object result = method.invoke(buffer, arguments);
            succeeded.add(method);
            return method.getName().equals("compareTo") ? Integer.signum((int) result) : content(result);
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof IndexOutOfBoundsException
                    ? IndexOutOfBoundsException.class
                    : e.getCause().getClass();
        }
    }

    private static Object[] contents(Object[] arguments) {
        return Arrays.stream(arguments).map(MappedBufferPropertyTest::content).toArray();
    }

    private static Object content(Object value) {
        if (value instanceof DirectBuffer buffer) {
            byte[] content = new byte[buffer.capacity()];
            buffer.getBytes(0, content);
            return ByteBuffer.wrap(content);
        }
        if (value instanceof ByteBuffer buffer) {
            return List.of(buffer.position(), buffer.duplicate().clear());
        }
        return value instanceof byte[] array
                ? ByteBuffer.wrap(array)
                : value instanceof StringWriter text ? text.toString() : value;
    }

    private static Object[] arguments(Method method, AtomicBuffer buffer, int place, Random random) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(method, types[i], i, buffer, place, random);
        }
        return arguments;
    }

    private static Object argument(
            Method method, Class<?> type, int at, AtomicBuffer buffer, int place, Random random) {
        String name = type.getSimpleName();
        return switch (name) {
            case "int" -> at == 0 ? index(method, buffer, place, random) : number(method, at, random);
            case "long" -> aLong(method, at, random);
            case "short" -> (short) random.nextInt();
            case "char" -> (char) random.nextInt();
            case "byte" -> (byte) random.nextInt();
            case "float" -> random.nextFloat();
            case "double" -> random.nextGaussian();
            case "ByteOrder" -> random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            case "byte[]" -> bytes(random, 40);
            case "ByteBuffer" -> byteBuffer(random);
            case "MutableDirectBuffer" -> new UnsafeBuffer(bytes(random, 64), 16, 48);
            case "DirectBuffer", "Object" -> source(buffer, random);
            case "String" -> TEXTS[random.nextInt(TEXTS.length)];
            case "CharSequence" -> chars(random);
            case "Appendable" -> new StringWriter();
            default -> throw new AssertionError(method);
        };
    }

    private static int index(Method method, AtomicBuffer buffer, int place, Random random) {
        int index =
                switch (random.nextInt(24)) {
                    case 0 -> -1 - random.nextInt(10);
                    case 1 -> buffer.capacity() - random.nextInt(20);
                    case 2 -> Integer.MAX_VALUE - random.nextInt(10);
                    case 3 -> Integer.MIN_VALUE + random.nextInt(10);
                    default -> place;
                };
        return isOrdered(method) ? index & -8 : index;
    }

    /** A length, an offset, or a value. */
    private static int number(Method method, int at, Random random) {
        if (isExpected(method, at)) {
            return random.nextInt(2);
        }
        if (method.getName().startsWith("parse") && random.nextBoolean()) {
            return random.nextBoolean() ? 10 + random.nextInt(2) : 19 + random.nextInt(2);
        }
        int number =
                switch (random.nextInt(24)) {
                    case 0 -> random.nextBoolean() ? -1 - random.nextInt(3) : Integer.MIN_VALUE + random.nextInt(2);
                    case 1 -> Integer.MAX_VALUE - random.nextInt(8);
                    case 2 -> 300;
                    case 3, 4, 5 -> random.nextInt() >> random.nextInt(32);
                    default -> random.nextInt(40);
                };
        return isNatural(method) ? number & Integer.MAX_VALUE : number;
    }

    private static long aLong(Method method, int at, Random random) {
        if (isExpected(method, at)) {
            return random.nextInt(2);
        }
        long number =
                switch (random.nextInt(8)) {
                    case 0 -> Long.MIN_VALUE + random.nextInt(2);
                    case 1 -> Long.MAX_VALUE;
                    default -> random.nextLong() >> random.nextInt(64);
                };
        return isNatural(method) ? number & Long.MAX_VALUE : number;
    }

    /** Whether it is the value that a compareAndSet wants to find, where a 0 was planted. */
    private static boolean isExpected(Method method, int at) {
        return at == 1 && method.getName().startsWith("compareAnd");
    }

    /** Agrona's buffer does not say what it does with negative numbers there. */
    private static boolean isNatural(Method method) {
        return NATURAL.matcher(method.getName()).matches()
                || Arrays.asList(method.getParameterTypes()).contains(Appendable.class);
    }

    private static ByteBuffer byteBuffer(Random random) {
        ByteBuffer memory = random.nextBoolean() ? ByteBuffer.allocateDirect(53) : ByteBuffer.allocate(53);
        ByteBuffer buffer = memory.slice(5, 48).put(0, bytes(random, 48));
        return buffer.limit(48 - random.nextInt(9)).position(random.nextInt(9));
    }

    private static Object source(AtomicBuffer buffer, Random random) {
        ExpandableArrayBuffer expandable = new ExpandableArrayBuffer(40);
        expandable.putBytes(0, bytes(random, 40));
        byte[] copy = new byte[buffer.capacity()];
        buffer.getBytes(0, copy);
        copy[random.nextInt(copy.length)] += (byte) (random.nextInt(3) - 1);
        return switch (random.nextInt(4)) {
            case 0 -> expandable;
            case 1 -> buffer;
            case 2 -> new UnsafeBuffer(copy);
            default -> new UnsafeBuffer(bytes(random, 64), 16, 48);
        };
    }

    private static CharSequence chars(Random random) {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        return text == null ? null : CharBuffer.wrap(text);
    }

    /** An operation finds a 0, or digits, or a number at the end of its range, or a text after its length. */
    private static byte[] planted(Method method, Random random) {
        if (!method.getName().startsWith("parse") && !method.getName().startsWith("getString")) {
            return new byte[method.getName().startsWith("compareAnd") ? Long.BYTES : 0];
        }
        byte[] text = new byte[24];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) ('0' + random.nextInt(10));
        }
        switch (random.nextInt(6)) {
            case 0 -> text[0] = '-';
            case 1 -> text[random.nextInt(8)] = (byte) random.nextInt();
            case 2 -> ByteBuffer.wrap(text).putInt(0, random.nextInt(20));
            case 3 -> ByteBuffer.wrap(text).putInt(0, Integer.reverseBytes(random.nextInt(20)));
            case 4 -> {
                BigInteger end = BigInteger.valueOf(ENDS[random.nextInt(ENDS.length)]);
                String digits =
                        end.add(BigInteger.valueOf(random.nextInt(3) - 1)).toString();
                ByteBuffer.wrap(text).put(digits.getBytes(StandardCharsets.US_ASCII));
            }
            default -> {}
        }
        return text;
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
