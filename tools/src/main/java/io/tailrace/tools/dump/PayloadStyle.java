/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.dump.SbeMessages.Decoded;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How payloads are shown.
 *
 * @param limit the most bytes to show of a payload that is not decoded
 * @param sbe decodes messages; null to show bytes
 */
record PayloadStyle(Kind kind, int limit, @Nullable SbeMessages sbe) {
    /** The part of a payload to show. */
    enum Kind {
        NONE,
        TEXT,
        HEX
    }

    /** {@return how many bytes of each payload to copy} */
    int copyLimit() {
        if (kind == Kind.NONE) {
            return 0;
        }
        return sbe == null ? limit : Integer.MAX_VALUE;
    }

    /** {@return whether payloads are shown at all} */
    boolean showsPayload() {
        return kind != Kind.NONE;
    }

    private int shown(Frame frame) {
        return Math.min(frame.payload.length, limit);
    }

    private boolean isCut(Frame frame) {
        return shown(frame) < frame.payloadLength();
    }

    /** Null if the message does not belong to the schema, or there is no schema. */
    private @Nullable Decoded decode(Frame frame) {
        return sbe == null ? null : sbe.decode(frame.payload);
    }

    /** {@return text in quotes if it is UTF-8, else hexadecimal digits} */
    String text(Frame frame) {
        Decoded decoded = decode(frame);
        if (decoded != null) {
            return decoded.name() + ' ' + decoded.json();
        }
        String text = utf8(frame);
        String hex = EscapedText.hex(frame.payload, shown(frame));
        String quoted = text == null ? "" : EscapedText.quote(text);
        boolean isText = text != null && quoted.length() <= hex.length() + 2; // Else it is full of escapes.
        return (isText ? quoted : hex) + (isCut(frame) ? "…" : "");
    }

    /** {@return the payload as text, null if it is none or digits are asked for} */
    private @Nullable String utf8(Frame frame) {
        return kind == Kind.TEXT ? EscapedText.decode(frame.payload, shown(frame), isCut(frame)) : null;
    }

    /** Writes the payload as text if it is UTF-8, else as hexadecimal digits, so that nothing is lost. */
    void write(JsonGenerator json, Frame frame) throws IOException {
        Decoded decoded = decode(frame);
        if (decoded != null) {
            json.writeStringField("message", decoded.name());
            json.writeFieldName("sbe");
            json.writeRawValue(decoded.json());
            json.writeNumberField("payloadLength", frame.payloadLength());
            return;
        }
        String text = utf8(frame);
        json.writeStringField(
                text == null ? "hex" : "text", text == null ? EscapedText.hex(frame.payload, shown(frame)) : text);
        json.writeNumberField("payloadLength", frame.payloadLength());
        if (isCut(frame)) {
            json.writeBooleanField("truncated", true);
        }
    }
}
