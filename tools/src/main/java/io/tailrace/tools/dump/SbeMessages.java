/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrDecoder;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.json.JsonTokenListener;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;

/**
 * Decodes messages of one SBE schema to JSON with SBE's own decoder. Trusts no message: the decoder sees only the
 * message's bytes, and a message that cannot be decoded does not belong to the schema. One thread.
 */
final class SbeMessages {
    /** The most entries of groups in a message: a group of empty entries may claim billions of them. */
    private static final int MAX_ENTRIES = 100_000;
    /** A constant takes no byte of a message, however long its schema declares it. */
    private static final int MAX_ARRAY_LENGTH = 1 << 20;

    private static final int MAX_TEXT_LENGTH = 1 << 27;

    private final Ir ir;
    private final OtfHeaderDecoder header;

    /** In ASCII, so that no byte of a message can control a terminal. */
    private final JsonFactory json =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /**
     * A decoded message.
     *
     * @param name its name in the schema
     * @param json its fields as an object, on one line
     */
    record Decoded(String name, String json) {}

    private SbeMessages(Ir ir) {
        this.ir = ir;
        this.header = new OtfHeaderDecoder(ir.headerStructure());
    }

    /**
     * Reads a schema that SBE wrote as its intermediate representation ({@code -Dsbe.generate.ir=true}).
     *
     * @throws FileFormatException if the file is not such a schema
     */
    static SbeMessages read(Path path) throws IOException {
        try (IrDecoder decoder = new IrDecoder(ByteBuffer.wrap(Files.readAllBytes(path)))) {
            return new SbeMessages(decoder.decode());
        } catch (RuntimeException e) { // A length or a kind in the file may have any value.
            throw new FileFormatException(
                    path, "no schema of SBE (.sbeir): " + e + "; SbeTool writes one with -Dsbe.generate.ir=true");
        }
    }

    /** {@return the decoded message; null if it does not belong to the schema} */
    @Nullable
    Decoded decode(byte[] payload) {
        MappedBuffer message = MappedBuffer.of(payload);
        try {
            return header.getSchemaId(message, 0) == ir.id() ? decode(message) : null;
        } catch (RuntimeException | IOException e) { // It is too short, or a length in it exceeds it.
            return null;
        }
    }

    private @Nullable Decoded decode(MappedBuffer message) throws IOException {
        List<Token> tokens = ir.getMessage(header.getTemplateId(message, 0));
        if (tokens == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        OtfMessageDecoder.decode(
                message,
                header.encodedLength(),
                header.getSchemaVersion(message, 0),
                header.getBlockLength(message, 0),
                tokens,
                new BoundedListener(text));
        return new Decoded(tokens.get(0).name(), oneLine(text.toString()));
    }

    private String oneLine(String text) throws IOException {
        StringWriter line = new StringWriter(text.length());
        try (JsonParser parser = json.createParser(text);
                JsonGenerator generator = json.createGenerator(line)) {
            parser.nextToken();
            generator.copyCurrentStructure(parser);
        }
        return line.toString();
    }

    /** Stops the decoding of a message that never ends, or claims to be longer than it is. */
    private static final class BoundedListener extends JsonTokenListener {
        private final StringBuilder text;
        private int entries;

        BoundedListener(StringBuilder text) {
            super(text);
            this.text = text;
        }

        @Override
        public void onEncoding(Token field, DirectBuffer buffer, int index, Token type, int version) {
            if (type.arrayLength() > MAX_ARRAY_LENGTH || text.length() > MAX_TEXT_LENGTH) {
                throw new IllegalArgumentException("too long: field=" + field.name() + ", length=" + type.arrayLength()
                        + ", max=" + MAX_ARRAY_LENGTH + ", text=" + text.length() + ", max=" + MAX_TEXT_LENGTH);
            }
            super.onEncoding(field, buffer, index, type, version);
        }

        @Override
        public void onBeginGroup(Token token, int index, int count) {
            if (++entries > MAX_ENTRIES) {
                throw new IllegalArgumentException("too many entries of groups: max=" + MAX_ENTRIES);
            }
            super.onBeginGroup(token, index, count);
        }

        @Override
        public void onVarData(Token field, DirectBuffer buffer, int index, int length, Token type) {
            buffer.boundsCheck(index, length); // Before SBE allocates that much.
            super.onVarData(field, buffer, index, length, type);
        }
    }
}
