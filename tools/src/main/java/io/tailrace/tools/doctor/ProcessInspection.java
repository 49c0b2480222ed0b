/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at each process alone: at those that live, or at this command where none does, for it runs where they would. Of
 * processes of which there is the same to be said one is named.
 */
abstract class ProcessInspection implements Inspection {
    /** Looks at one. What is found names the values only. */
    abstract void inspect(Subject subject, LiveProcess process, Findings findings);

    /** {@return the processes to look at} */
    List<LiveProcess> processes(Subject subject) {
        return subject.processes().isEmpty() ? List.of(subject.self()) : subject.processes();
    }

    /** {@return what two findings have in common that are the same to a reader} All is well, with whatever values. */
    Object likeness(Finding finding) {
        return finding.fix().isEmpty() ? finding.verdict() : finding;
    }

    @Override
    public final void inspect(Subject subject, Findings findings) {
        Map<Object, Finding> first = new LinkedHashMap<>();
        Map<Object, Integer> counts = new LinkedHashMap<>();
        for (LiveProcess process : processes(subject)) {
            Findings own = new Findings();
            inspect(subject, process, own);
            for (Finding finding : own.all()) {
                Object key = likeness(finding);
                first.putIfAbsent(key, finding.of(process));
                counts.merge(key, 1, Integer::sum);
            }
        }
        first.forEach((key, finding) -> findings.add(finding.andMore(counts.getOrDefault(key, 1) - 1)));
    }
}
