/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is found, in the order in which it is. One thread. */
final class Findings {
    /**
     * What an inspection says.
     *
     * @param topic in a word or two
     * @param text the values, on one line
     * @param fix what to do, empty where nothing is to be done
     */
    record Finding(Verdict verdict, String topic, String text, String fix) {
        /** {@return the same, saying of which process} */
        Finding of(LiveProcess process) {
            return new Finding(verdict, topic, process.describe() + ": " + text, fix);
        }

        /** {@return the same, saying how many other processes there are of which it holds} */
        Finding andMore(int others) {
            return others == 0 ? this : new Finding(verdict, topic, text + "; and " + others + " more", fix);
        }
    }

    private final List<Finding> all = new ArrayList<>();
    private String topic = "";

    /** Says what the next findings are about. */
    Findings about(String newTopic) {
        topic = newTopic;
        return this;
    }

    String topic() {
        return topic;
    }

    void add(Finding finding) {
        all.add(finding);
    }

    void ok(String text) {
        all.add(new Finding(Verdict.OK, topic, text, ""));
    }

    void warn(String text, String fix) {
        all.add(new Finding(Verdict.WARNING, topic, text, fix));
    }

    void crit(String text, String fix) {
        all.add(new Finding(Verdict.CRITICAL, topic, text, fix));
    }

    /** What can not be read is no reason to worry, and none not to. */
    void unknown(String text) {
        all.add(new Finding(Verdict.UNKNOWN, topic, text, ""));
    }

    List<Finding> all() {
        return List.copyOf(all);
    }

    long count(Verdict verdict) {
        return all.stream().filter(finding -> finding.verdict() == verdict).count();
    }

    /** {@return the worst of what is known} */
    Verdict worst() {
        return all.stream()
                .map(Finding::verdict)
                .filter(verdict -> verdict != Verdict.UNKNOWN)
                .reduce(Verdict.OK, Verdict::worse);
    }
}
