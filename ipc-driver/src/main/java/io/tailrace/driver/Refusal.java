/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.MappingLimitException;
import java.io.IOException;

/** Why a client does not get what it asks for. */
record Refusal(FailureCode code, String problem) {
    static Refusal invalid(String problem) {
        return new Refusal(FailureCode.INVALID, problem);
    }

    static Refusal limit(String problem) {
        return new Refusal(FailureCode.LIMIT, problem);
    }

    /** {@return what to say where a log could not be made} */
    static Refusal of(LogEntry log, Throwable cause) {
        String problem = "cannot make a log: stream=" + log.stream() + ", ";
        if (cause instanceof LogRoom.ShortageException || cause instanceof MappingLimitException) {
            return limit(problem + ErrorText.of(cause));
        }
        String remedy =
                ". It takes three terms of termLength=" + log.constants().termLength()
                        + "; free space, or ask for shorter terms (PublicationConfig.withTermLength)";
        return cause instanceof IOException
                ? new Refusal(FailureCode.STORAGE, problem + ErrorText.of(cause) + remedy)
                : new Refusal(FailureCode.INTERNAL, problem + cause + remedy);
    }
}
