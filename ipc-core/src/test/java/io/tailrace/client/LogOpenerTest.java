/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.RegistrationException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappingLimit;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogOpenerTest {
    private static final int ALL = 1 << 20;

    private final AtomicInteger mapped = new AtomicInteger();

    @Test
    void aProcessThatMayMapNoMoreIsToldBeforeAndWhenItOpensALog(@TempDir Path folder) throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        Files.createDirectory(directory.logs());
        LogMeta.Constants constants =
                LogMeta.Constants.of(1, "quotes", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        try (LogCreation creation = new LogCreation(directory.log(1), constants, FileAccess.PRIVATE)) {
            assertTrue(creation.step(ALL));
        }
        MappingLimit mappings = new MappingLimit(80, mapped::get, () -> false); // 70 files
        LogOpener opener = new LogOpener(directory, new Trust(null), mappings);

        mapped.set(66);
        opener.requireRoom("quotes");
        assertDoesNotThrow(() -> opener.open(1, LogFiles.Access.META).close());
        mapped.set(67);
        assertRefused(assertThrows(RegistrationException.class, () -> opener.requireRoom("quotes")));
        assertRefused(assertThrows(RegistrationException.class, () -> opener.open(1, LogFiles.Access.META)));
    }

    private static void assertRefused(RegistrationException refusal) {
        assertEquals(RegistrationException.Reason.LIMIT, refusal.reason());
        assertTrue(
                refusal.getMessage().contains("mapped=67, wanted=4, max=70 of vm.max_map_count=80"),
                refusal.getMessage());
    }
}
