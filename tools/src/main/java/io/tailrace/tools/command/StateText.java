/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Culprit;
import io.tailrace.inspect.StreamState;
import java.util.StringJoiner;

/** How a stream does, and whom others wait for, in words. */
public final class StateText {
    private StateText() {}

    /** {@return how a stream does, in a line} */
    public static String describe(StreamState state, long nowNs) {
        Culprit culprit = state.culprit();
        String whom = culprit == null ? "" : describe(culprit, nowNs);
        return switch (state.kind()) {
            case HELD_BACK -> "held back by " + whom;
            case OPEN_CLAIM -> "readers wait for the claim of " + whom;
            case ENDED ->
                state.retainedForNs() > 0
                        ? "ended, stays for " + Quantity.shortDuration(state.retainedForNs())
                        : "ended, being read";
            default -> state.kind().words();
        };
    }

    /** {@return it in a word or two} */
    public static String name(Culprit culprit) {
        return switch (culprit.role()) {
            case CLEANER -> "the cleaning";
            case SOME_PUBLISHER -> "one of its publishers";
            case SUBSCRIBER, PUBLISHER ->
                culprit.subscription().isEmpty()
                        ? "client " + culprit.clientId()
                        : EscapedText.escape(culprit.subscription());
        };
    }

    /** {@return all that is known of it, in a line} */
    public static String describe(Culprit culprit, long nowNs) {
        if (culprit.role() == Culprit.Role.CLEANER || culprit.role() == Culprit.Role.SOME_PUBLISHER) {
            return name(culprit);
        }
        StringJoiner facts = new StringJoiner(", ", name(culprit) + " (", ")");
        if (culprit.vacantForNs() >= 0) {
            facts.add("nobody holds that name, kept for " + Quantity.shortDuration(culprit.vacantForNs()));
            return facts.toString();
        }
        if (!culprit.subscription().isEmpty()) {
            facts.add("client " + culprit.clientId());
        }
        facts.add("pid " + culprit.pid());
        ClientView client = culprit.client();
        if (client == null) {
            facts.add("gone");
            return facts.toString();
        }
        if (!client.program().isEmpty()) {
            facts.add(EscapedText.escape(client.program()));
        }
        String reason = client.reason(nowNs);
        if (!reason.isEmpty()) {
            facts.add(client.life(nowNs) + ": " + reason);
        }
        return facts.toString();
    }
}
