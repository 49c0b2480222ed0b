/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

/** Which modes new files get. */
final class UmaskInspection extends ProcessInspection {
    @Override
    public String topic() {
        return "umask";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        String umask = subject.host().value(process.file("status"), "Umask", ':');
        if (umask == null) {
            findings.unknown(topic(), "its umask can not be told");
        } else {
            findings.ok(topic(), umask + "; files get their modes whatever it is");
        }
    }
}
