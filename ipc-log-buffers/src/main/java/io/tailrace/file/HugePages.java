/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether files in memory consist of huge pages, so that even a short one takes megabytes. */
public final class HugePages {
    private static final String SETTINGS = "sys/kernel/mm/transparent_hugepage/";

    private HugePages() {}

    /** {@return the bytes of which each file in a folder takes a multiple; 1 if there are no huge pages} */
    public static long fileUnit(Path folder) {
        try {
            return fileUnit((long) Files.getAttribute(folder, "unix:dev"), Path.of("/"));
        } catch (IOException | RuntimeException e) {
            return 1; // No such folder, or a kernel without huge pages.
        }
    }

    /** @param root the folder that contains the kernel's files: that of the host except in tests */
    static long fileUnit(long device, Path root) throws IOException {
        String setting = Files.readString(root.resolve(SETTINGS + "shmem_enabled"));
        List<String> options = options(device, root);
        boolean huge = (options.contains("huge=always") && !setting.contains("[deny]"))
                || (!options.isEmpty() && setting.contains("[force]"));
        return huge
                ? Long.parseLong(Files.readString(root.resolve(SETTINGS + "hpage_pmd_size"))
                        .strip())
                : 1;
    }

    /** {@return the options of a file system in memory; none if it is of another type} By its device, not its path. */
    private static List<String> options(long device, Path root) throws IOException {
        long major = ((device >> 8) & 0xfff) | ((device >> 32) & 0xffff_f000L);
        long minor = (device & 0xff) | ((device >> 12) & 0xffff_ff00L);
        Pattern mount = Pattern.compile("\\S+ \\S+ " + major + ':' + minor + " .* - tmpfs \\S+ (\\S+)");
        return Files.readAllLines(root.resolve("proc/self/mountinfo"), ISO_8859_1).stream()
                .map(mount::matcher)
                .filter(Matcher::matches)
                .flatMap(found -> List.of(found.group(1).split(",")).stream())
                .toList();
    }
}
