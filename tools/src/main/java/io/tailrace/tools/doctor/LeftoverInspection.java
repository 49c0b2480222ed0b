/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.SuggestedCommand;
import io.tailrace.tools.clean.Survey;
import io.tailrace.tools.command.EscapedText;

/** Whether a crash left something that nobody holds. */
final class LeftoverInspection implements Inspection {
    @Override
    public String topic() {
        return "leftovers";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        if (subject.snapshot() == null && !subject.trouble().isEmpty()) {
            findings.unknown(topic(), "the directory can not be looked through");
            return;
        }
        if (subject.leftovers().isEmpty()) {
            findings.ok(topic(), "none");
            return;
        }
        long bytes =
                subject.leftovers().stream().mapToLong(Survey.Leftover::bytes).sum();
        Survey.Leftover first = subject.leftovers().get(0);
        findings.warn(
                topic(),
                "count=" + subject.leftovers().size() + ", bytes=" + bytes + ", first=" + first.path() + ": "
                        + EscapedText.escape(first.reason()),
                "start a driver, which takes them over, or remove them: "
                        + SuggestedCommand.of("clean", "--force", "--dir", subject.directory()));
    }
}
