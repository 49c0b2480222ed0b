/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which JDKs run, as their {@code release} files say. */
final class JavaInspection extends ProcessInspection {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)([^\"]*)\"");
    private static final Pattern VENDOR = Pattern.compile("(?m)^IMPLEMENTOR=\"([^\"]*)\"");
    private static final int OLDEST = 17;
    private static final int FIRST_WITH_FUTEXES = 22;

    @Override
    public String topic() {
        return "java";
    }

    @Override
    List<LiveProcess> processes(Subject subject) {
        List<LiveProcess> all = new ArrayList<>(List.of(subject.self()));
        all.addAll(subject.processes());
        return all;
    }

    /** Each JDK is named. */
    @Override
    Object likeness(Finding finding) {
        return finding;
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        String release = release(subject.host(), process);
        Matcher version = VERSION.matcher(release == null ? "" : release);
        if (release == null || !version.find()) {
            findings.unknown(topic(), "its JDK can not be told");
            return;
        }
        Matcher vendor = VENDOR.matcher(release);
        String text = "version=" + version.group(1) + version.group(2) + ", vendor="
                + (vendor.find() ? vendor.group(1) : "unknown");
        long feature = HostFiles.parse(version.group(1));
        if (feature < OLDEST) {
            findings.crit(topic(), text, "use a JDK of " + OLDEST + " or newer");
        } else if (feature < FIRST_WITH_FUTEXES) {
            findings.ok(topic(), text + "; threads are woken by sockets, faster by futexes from JDK 22 on");
        } else {
            findings.ok(topic(), text);
        }
    }

    /** {@return what the JDK of a process says of itself} In a container it is in another tree of files. */
    private static @Nullable String release(HostFiles host, LiveProcess process) {
        String executable = host.link(process.file("exe"));
        int bin = executable == null ? -1 : executable.lastIndexOf("/bin/");
        if (executable == null || bin < 0) {
            return null;
        }
        String file = executable.substring(0, bin) + "/release";
        String there = host.text(process.file("root" + file));
        return there == null ? host.text(file) : there;
    }
}
