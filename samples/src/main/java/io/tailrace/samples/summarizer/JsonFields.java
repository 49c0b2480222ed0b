/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tailrace.samples.summarizer.Event.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of one JSON payload, read one after the other. Fields that it does not know are skipped, with all they
 * hold. Reads on behind a wrong value: only that way it is known whether the JSON is broken. For one thread.
 *
 * <pre>
 * {"time":…,"customer":{"id":"…","region":"…"},"client":{"address":"…"},"item":{"name":"…","amount":…},
 *  "steps":[{"name":"…","us":…},…]}
 * </pre>
 */
final class JsonFields {
    private static final long MISSING = -1;

    private final JsonParser parser;
    private final List<Step> steps = new ArrayList<>();
    private boolean hasSteps;
    private boolean isBad;
    private long timeMs = MISSING;
    private long amount = MISSING;
    private String customer = "";
    private String region = "";
    private String client = "";
    private String item = "";

    JsonFields(JsonParser parser) {
        this.parser = parser;
    }

    /** @throws com.fasterxml.jackson.core.JsonProcessingException if it is not one object and nothing behind it */
    void read() throws IOException {
        parser.nextToken();
        readObject(this::readField);
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "something behind the object");
        }
    }

    Parsed toParsed(long sequence, EventType type) {
        if (isBad) {
            return Reject.BAD_VALUE;
        }
        boolean isComplete = timeMs != MISSING
                && amount != MISSING
                && hasSteps
                && !(customer.isEmpty() || region.isEmpty() || client.isEmpty() || item.isEmpty());
        if (!isComplete) {
            return Reject.MISSING_FIELD;
        }
        long latencyUs = 0;
        for (Step step : steps) {
            latencyUs += step.us(); // Does not overflow: a line has no room for so many.
        }
        return Field.isIn(latencyUs, Field.MAX_LATENCY_US)
                ? new Event(sequence, type, 2, timeMs, customer, region, client, item, amount, latencyUs, steps)
                : Reject.BAD_VALUE;
    }

    private interface FieldReader {
        /** The parser stands at the value, and then at its end. */
        void read(String name) throws IOException;
    }

    private void readField(String name) throws IOException {
        switch (name) {
            case "time" -> timeMs = number(Field.MAX_TIME_MS);
            case "customer" -> readObject(this::readCustomer);
            case "client" -> readObject(this::readClient);
            case "item" -> readObject(this::readItem);
            case "steps" -> readSteps();
            default -> parser.skipChildren();
        }
    }

    private void readCustomer(String name) throws IOException {
        switch (name) {
            case "id" -> customer = text();
            case "region" -> region = text();
            default -> parser.skipChildren();
        }
    }

    private void readClient(String name) throws IOException {
        if (name.equals("address")) {
            client = text();
        } else {
            parser.skipChildren();
        }
    }

    private void readItem(String name) throws IOException {
        switch (name) {
            case "name" -> item = text();
            case "amount" -> amount = number(Field.MAX_AMOUNT);
            default -> parser.skipChildren();
        }
    }

    private void readSteps() throws IOException {
        steps.clear();
        hasSteps = parser.currentToken() == JsonToken.START_ARRAY;
        if (!hasSteps) {
            skipBad();
            return;
        }
        StepFields step = new StepFields();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            step.name = "";
            step.us = MISSING;
            readObject(step::readField);
            if (step.us == MISSING || step.name.isEmpty()) {
                hasSteps = false; // A step without its fields is as good as none.
            }
            steps.add(new Step(step.name, step.us));
        }
    }

    private final class StepFields {
        private String name = "";
        private long us = MISSING;

        void readField(String field) throws IOException {
            switch (field) {
                case "name" -> name = text();
                case "us" -> us = number(Field.MAX_LATENCY_US);
                default -> parser.skipChildren();
            }
        }
    }

    private void readObject(FieldReader reader) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            skipBad();
            return;
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            reader.read(name);
        }
    }

    private String text() throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            String text = parser.getText();
            if (Field.isText(text)) {
                return text;
            }
        }
        skipBad();
        return "";
    }

    /** {@return the number; if it is a wrong one, that is noted} */
    private long number(long max) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && Field.isIn(parser.getLongValue(), max)) {
            return parser.getLongValue();
        }
        skipBad();
        return MISSING;
    }

    private void skipBad() throws IOException {
        isBad = true;
        parser.skipChildren();
    }
}
