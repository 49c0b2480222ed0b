/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.memory.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether systemd removes the files when their owner logs out ({@code RemoveIPC}): those of users who are no system
 * users, in {@code /dev/shm}. Root's it never removes.
 */
final class RemovalInspection implements Inspection {
    /** From what counts least; a file in a later folder hides one of its name in an earlier one. */
    private static final List<String> FOLDERS = List.of(
            "/usr/lib/systemd/logind.conf.d",
            "/usr/local/lib/systemd/logind.conf.d",
            "/run/systemd/logind.conf.d",
            "/etc/systemd/logind.conf.d");

    private static final Pattern SETTING = Pattern.compile("\\s*RemoveIPC\\s*=\\s*(\\S*)\\s*");
    private static final Set<String> NO = Set.of("no", "false", "off", "0", "n", "f");
    private static final long LAST_SYSTEM_USER = 999;

    @Override
    public String topic() {
        return "removal";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        HostFiles host = subject.host();
        if (!subject.directory().startsWith("/dev/shm") || !host.exists("/run/systemd/seats")) {
            findings.ok(topic(), "systemd removes nothing there at logout");
            return;
        }
        Ownership owner = owner(subject.directory());
        if (owner == null) {
            findings.unknown(topic(), "the owner of the files can not be told");
            return;
        }
        inspect(host, owner.uid(), owner.owner(), findings);
    }

    void inspect(HostFiles host, int uid, String user, Findings findings) {
        String text = "RemoveIPC=" + setting(host) + ", owner=" + user + ", uid=" + uid;
        if (NO.contains(setting(host).toLowerCase(Locale.ROOT))) {
            findings.ok(topic(), text);
        } else if (uid <= lastSystemUser(host)) {
            findings.ok(topic(), text + ": a system user, whose files stay");
        } else if (host.exists("/var/lib/systemd/linger/" + user)) {
            findings.ok(topic(), text + ": lingers, so the files stay");
        } else {
            findings.crit(
                    topic(),
                    text + ": the files go when that user logs out, under a driver that lives",
                    "run the driver as a system user, or loginctl enable-linger " + user
                            + ", or RemoveIPC=no in /etc/systemd/logind.conf");
        }
    }

    /** {@return the setting that counts; {@code yes} if there is none} */
    private static String setting(HostFiles host) {
        List<String> files = new ArrayList<>(List.of("/usr/lib/systemd/logind.conf", "/etc/systemd/logind.conf"));
        Map<String, String> dropIns = new TreeMap<>();
        for (String folder : FOLDERS) {
            List<String> names = host.names(folder);
            for (String name : names == null ? List.<String>of() : names) {
                if (name.endsWith(".conf")) {
                    dropIns.put(name, folder + '/' + name);
                }
            }
        }
        files.addAll(dropIns.values());
        String setting = "yes";
        for (String file : files) {
            for (String line : host.lines(file)) {
                Matcher found = SETTING.matcher(line);
                if (found.matches()) {
                    setting = found.group(1).isEmpty() ? "yes" : found.group(1);
                }
            }
        }
        return setting;
    }

    private static long lastSystemUser(HostFiles host) {
        for (String line : host.lines("/etc/login.defs")) {
            String[] words = line.split("\\s+", -1);
            if (words[0].equals("SYS_UID_MAX") && words.length > 1) {
                return HostFiles.parse(words[1]);
            }
        }
        return LAST_SYSTEM_USER;
    }

    private static @Nullable Ownership owner(Path directory) {
        try {
            return Ownership.of(Files.exists(directory) ? directory : Path.of("/proc/self"));
        } catch (IOException e) {
            return null;
        }
    }
}
