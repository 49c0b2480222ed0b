/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** How the raw data and the environment become JSON. */
public final class Json {
    /** Fractions lose all digits behind the sixth: none of them was measured. */
    public static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Double.class, new SixDigits(Double.class))
                    .addSerializer(double.class, new SixDigits(double.class)));

    private Json() {}

    /**
     * Reads a line that a measuring process has answered.
     *
     * @return its members, in their order
     */
    public static Map<String, Object> parse(String line) {
        try {
            return MAPPER.readValue(line, new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not what a measuring process answers: line=" + line, e);
        }
    }

    private static final class SixDigits extends StdSerializer<Double> {
        private static final long serialVersionUID = 1;
        private static final MathContext DIGITS = new MathContext(6);

        SixDigits(Class<Double> type) {
            super(type);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(
                        new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString());
            } else {
                json.writeNumber(value);
            }
        }
    }
}
