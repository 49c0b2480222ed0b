/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether processes may open more files. */
final class OpenFilesInspection extends ProcessInspection {
    private static final Pattern LIMIT = Pattern.compile("Max open files\\s+(\\d+|unlimited)\\s.*");
    /** A client with many streams opens that many at once. */
    private static final long FEW = 256;

    @Override
    public String topic() {
        return "open files";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        long limit = limit(subject.host().lines(process.file("limits")));
        List<String> open = subject.host().names(process.file("fd"));
        if (limit < 0 || open == null) {
            findings.unknown(topic(), "its open files can not be told");
            return;
        }
        String text = "open=" + open.size() + ", limit=" + (limit == Long.MAX_VALUE ? "none" : limit);
        String fix = "ulimit -n 65536 before it is started; LimitNOFILE=65536; docker run --ulimit nofile=65536";
        if (open.size() >= limit - limit / 20) {
            findings.crit(topic(), text, fix);
        } else if (open.size() >= limit - limit / 5 || limit < FEW) {
            findings.warn(topic(), text, fix);
        } else {
            findings.ok(topic(), text);
        }
    }

    private static long limit(List<String> lines) {
        for (String line : lines) {
            Matcher limit = LIMIT.matcher(line);
            if (limit.matches()) {
                return limit.group(1).equals("unlimited") ? Long.MAX_VALUE : HostFiles.parse(limit.group(1));
            }
        }
        return -1;
    }
}
