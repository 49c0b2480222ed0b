/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.ir.generated.ByteOrderCodec;
import uk.co.real_logic.sbe.ir.generated.FrameCodecDecoder;
import uk.co.real_logic.sbe.ir.generated.TokenCodecDecoder;

/**
 * Reads a schema that SBE wrote as its intermediate representation ({@code -Dsbe.generate.ir=true}). SBE's own {@code
 * IrDecoder} uses Agrona's UnsafeBuffer, which needs a JVM flag; this class uses SBE's codecs with Tailrace's buffer.
 * One thread, once.
 */
final class SbeSchemaFile {
    /** No value in a schema is longer; a longer one is not read, as in SBE. */
    private static final int MAX_VALUE_LENGTH = 4096;

    private static final String CHARSET = StandardCharsets.US_ASCII.name();

    private final FrameCodecDecoder frame = new FrameCodecDecoder();
    private final TokenCodecDecoder token = new TokenCodecDecoder();
    private final byte[] value = new byte[MAX_VALUE_LENGTH];
    private final MappedBuffer valueBuffer = MappedBuffer.of(value);
    private final MappedBuffer file;
    private int offset;

    private SbeSchemaFile(byte[] bytes) {
        this.file = MappedBuffer.of(bytes);
    }

    /**
     * Reads a file.
     *
     * @throws FileFormatException if it is not such a schema
     */
    static SbeMessages read(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        try {
            return new SbeMessages(decode(bytes));
        } catch (RuntimeException e) { // A length or a kind in the file may have any value.
            throw new FileFormatException(
                    path, "no schema of SBE (.sbeir): " + e + "; SbeTool writes one with -Dsbe.generate.ir=true");
        }
    }

    static Ir decode(byte[] bytes) {
        return new SbeSchemaFile(bytes).decode();
    }

    private Ir decode() {
        frame.wrap(file, 0, FrameCodecDecoder.BLOCK_LENGTH, FrameCodecDecoder.SCHEMA_VERSION);
        if (frame.irVersion() != 0) {
            throw new IllegalArgumentException("unknown version: irVersion=" + frame.irVersion());
        }
        String packageName = frame.packageName();
        String namespace = frame.namespaceName();
        String semanticVersion = frame.semanticVersion();
        offset = frame.encodedLength();
        List<Token> tokens = new ArrayList<>();
        while (offset < file.capacity()) {
            tokens.add(decodeToken());
        }
        List<Token> header = tokens.subList(0, end(tokens, 0, Signal.END_COMPOSITE));
        Ir ir = new Ir(
                packageName,
                emptyToNull(namespace),
                frame.irId(),
                frame.schemaVersion(),
                null,
                emptyToNull(semanticVersion),
                byteOrder(tokens),
                header);
        for (int i = header.size(); i < tokens.size(); i++) {
            if (tokens.get(i).signal() == Signal.BEGIN_MESSAGE) {
                int end = end(tokens, i, Signal.END_MESSAGE);
                ir.addMessage(tokens.get(i).id(), new ArrayList<>(tokens.subList(i, end)));
                i = end - 1;
            }
        }
        return ir;
    }

    /** {@return the index after the token that closes the one at {@code start}} */
    private static int end(List<Token> tokens, int start, Signal signal) {
        int end = start;
        while (tokens.get(end).signal() != signal
                || !tokens.get(end).name().equals(tokens.get(start).name())) {
            end++;
        }
        return end + 1;
    }

    private static ByteOrder byteOrder(List<Token> tokens) {
        return tokens.stream()
                .filter(each -> each.signal() == Signal.ENCODING)
                .findFirst()
                .map(each -> each.encoding().byteOrder())
                .orElse(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads texts and values in the order in which they are in the file. */
    private Token decodeToken() {
        token.wrap(file, offset, TokenCodecDecoder.BLOCK_LENGTH, TokenCodecDecoder.SCHEMA_VERSION);
        PrimitiveType type = primitiveType();
        Encoding.Builder encoding = new Encoding.Builder()
                .primitiveType(type)
                .byteOrder(
                        token.byteOrder() == ByteOrderCodec.SBE_BIG_ENDIAN
                                ? ByteOrder.BIG_ENDIAN
                                : ByteOrder.LITTLE_ENDIAN)
                .presence(Encoding.Presence.valueOf(token.presence().name().substring("SBE_".length())));
        Token.Builder builder = new Token.Builder()
                .offset(token.tokenOffset())
                .size(token.tokenSize())
                .id(token.fieldId())
                .version(token.tokenVersion())
                .componentTokenCount(token.componentTokenCount())
                .signal(Signal.valueOf(token.signal().name()))
                .deprecated(token.deprecated())
                .name(token.name());
        encoding.constValue(value(type, token.getConstValue(value, 0, value.length)))
                .minValue(value(type, token.getMinValue(value, 0, value.length)))
                .maxValue(value(type, token.getMaxValue(value, 0, value.length)))
                .nullValue(value(type, token.getNullValue(value, 0, value.length)))
                .characterEncoding(emptyToNull(token.characterEncoding()))
                .epoch(emptyToNull(token.epoch()))
                .timeUnit(emptyToNull(token.timeUnit()))
                .semanticType(emptyToNull(token.semanticType()));
        builder.description(emptyToNull(token.description()))
                .referencedName(emptyToNull(token.referencedName()))
                .packageName(emptyToNull(token.packageName()));
        offset += token.encodedLength();
        return builder.encoding(encoding.build()).build();
    }

    private @Nullable PrimitiveType primitiveType() {
        String name = token.primitiveType().name();
        return name.equals("NONE") ? null : PrimitiveType.valueOf(name);
    }

    /** {@return a value of a type; null if it is absent} */
    private @Nullable PrimitiveValue value(@Nullable PrimitiveType type, int length) {
        if (length == 0 || type == null) {
            return null;
        }
        return switch (type) {
            case CHAR ->
                length == 1
                        ? new PrimitiveValue(value[0], CHARSET)
                        : new PrimitiveValue(Arrays.copyOf(value, length), CHARSET, length);
            case INT8 -> new PrimitiveValue(valueBuffer.getByte(0), 1);
            case UINT8 -> new PrimitiveValue(valueBuffer.getByte(0) & 0xFF, 1);
            case INT16 -> new PrimitiveValue(valueBuffer.getShort(0), 2);
            case UINT16 -> new PrimitiveValue(valueBuffer.getShort(0) & 0xFFFF, 2);
            case INT32 -> new PrimitiveValue(valueBuffer.getInt(0), 4);
            case UINT32 -> new PrimitiveValue(valueBuffer.getInt(0) & 0xFFFF_FFFFL, 4);
            case INT64, UINT64 -> new PrimitiveValue(valueBuffer.getLong(0), 8);
            case FLOAT -> new PrimitiveValue(valueBuffer.getFloat(0), 4);
            case DOUBLE -> new PrimitiveValue(valueBuffer.getDouble(0), 8);
        };
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
