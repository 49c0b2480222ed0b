/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.Set;

/** Whether the time can be read without a call of the kernel. */
final class ClockInspection implements Inspection {
    private static final String FOLDER = "/sys/devices/system/clocksource/clocksource0/";
    private static final Set<String> QUICK =
            Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "timebase", "tod");
    private static final Set<String> SLOW = Set.of("hpet", "acpi_pm", "jiffies", "refined-jiffies", "xen", "pit");

    @Override
    public String topic() {
        return "clock";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        String current = subject.host().text(FOLDER + "current_clocksource");
        String available = subject.host().text(FOLDER + "available_clocksource");
        if (current == null) {
            findings.unknown(topic(), FOLDER + "current_clocksource can not be read");
            return;
        }
        String text = "source=" + current + ", available=" + (available == null ? "unknown" : available);
        if (QUICK.contains(current)) {
            findings.ok(topic(), text);
        } else if (SLOW.contains(current)) {
            findings.warn(
                    topic(),
                    text + ": each look at the time is a call of the kernel",
                    "where tsc is available: echo tsc > " + FOLDER + "current_clocksource");
        } else {
            findings.unknown(topic(), text + ": not known whether it is quick");
        }
    }
}
