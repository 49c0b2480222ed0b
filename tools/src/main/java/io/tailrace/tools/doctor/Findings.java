/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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

    /**
     * Takes what a look says, or that it can not be told. One that fails, because a host says what none has said so
     * far, takes none of the others along.
     */
    Findings look(String about, Consumer<Findings> look) {
        try {
            look.accept(about(about));
        } catch (Unknown e) {
            about(about).add(Verdict.UNKNOWN, String.valueOf(e.getMessage()), "");
        } catch (RuntimeException e) {
            about(about).add(Verdict.UNKNOWN, "what the host says is not understood: " + e, "");
        }
        return this;
    }

    /** What can not be read is no reason to worry, and none not to. Ends a look. */
    static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unknown(String text) {
            super(text, null, false, false);
        }
    }

    String topic() {
        return topic;
    }

    void add(Finding finding) {
        all.add(finding);
    }

    private void add(Verdict verdict, String text, String fix) {
        add(new Finding(verdict, topic, text, fix));
    }

    /** Says the same however bad it is; the fix only where there is something to be fixed. */
    void judge(boolean critical, boolean warning, String text, String fix) {
        boolean fine = !critical && !warning;
        add(critical ? Verdict.CRITICAL : fine ? Verdict.OK : Verdict.WARNING, text, fine ? "" : fix);
    }

    void ok(String text) {
        add(Verdict.OK, text, "");
    }

    void warn(String text, String fix) {
        add(Verdict.WARNING, text, fix);
    }

    void crit(String text, String fix) {
        add(Verdict.CRITICAL, text, fix);
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
