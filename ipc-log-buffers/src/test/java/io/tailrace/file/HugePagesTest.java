/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HugePagesTest {
    private static final int HUGE = 2 << 20;

    @TempDir
    Path root;

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void writeSetting(String shared) throws IOException {
        write("sys/kernel/mm/transparent_hugepage/shmem_enabled", shared + "\n");
        write("sys/kernel/mm/transparent_hugepage/hpage_pmd_size", HUGE + "\n");
    }

    /** 0x1234 is device 18:52, and 0x10000001200376 is 1048579:4726. */
    @ParameterizedTest
    @CsvSource({
        "0x27, 'always [never] deny force', 2097152",
        "0x27, 'always never [deny] force', 1",
        "0x28, 'always [never] deny force', 1",
        "0x28, 'always never deny [force]', 2097152",
        "0x29, 'always never deny [force]', 1",
        "0x30, 'always never deny [force]', 1",
        "0x1234, '[never]', 2097152",
        "0x10000001200376, '[never]', 2097152"
    })
    void theMountOptionsAndTheSettingOfTheKernelDecide(String device, String setting, long unit) throws IOException {
        writeSetting(setting);
        write("proc/self/mountinfo", """
                27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
                25 24 0:40 / /dev/shm rw,relatime shared:3 - tmpfs tmpfs rw,size=24684096k
                42 27 0:39 / /mnt/with\\040space rw,relatime - tmpfs tmpfs rw,size=204800k,huge=always,inode64
                43 27 0:41 / /mnt/huge=always rw - ext4 huge=always rw,huge=always
                44 27 18:52 / /mnt/a rw,relatime master:1 - tmpfs none rw,huge=always
                45 27 1048579:4726 / /mnt/b rw,relatime - tmpfs none rw,huge=always
                """);
        assertEquals(unit, HugePages.fileUnit(Long.decode(device), root));
    }

    @Test
    void whatCanNotBeReadIsNotHuge() {
        assertEquals(1, HugePages.fileUnit(root.resolve("missing")));
    }
}
