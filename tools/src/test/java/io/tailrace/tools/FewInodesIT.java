/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A directory with much space for bytes, but for few files. */
class FewInodesIT {
    private static final int INODES = 60;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private SmallFileSystem small;
    private String dir;
    private Tool driver;

    @BeforeEach
    void startDriver() throws IOException {
        small = SmallFileSystem.mount(directory.path().resolve("small"), "size=256m,nr_inodes=" + INODES);
        dir = small.path().resolve("driver").toString();
        driver = Tool.driver(directory, "--dir", dir, "--term-length", "1m");
    }

    @AfterEach
    void endDriver() throws IOException {
        try (SmallFileSystem mounted = small;
                Tool last = driver) {
            // Ends the driver, then unmounts, as far as they exist.
        }
    }

    /** Takes all inodes. */
    private List<Path> fill() {
        List<Path> fillers = new ArrayList<>();
        assertThrows(IOException.class, () -> {
            while (fillers.size() < INODES) {
                fillers.add(Files.createFile(small.path().resolve("filler-" + fillers.size())));
            }
        });
        return fillers;
    }

    @Test
    void aRefusalNamesTheInodesAndNotTheBytes() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir))) {
            List<Publication> publications = new ArrayList<>();
            RegistrationException refused = assertThrows(RegistrationException.class, () -> {
                while (publications.size() < INODES) {
                    publications.add(tailrace.addPublication("stream-" + publications.size()));
                }
            });
            assertTrue(publications.size() > 2, publications::toString);
            assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
            assertNamesInodes(refused);
            assertFalse(refused.getMessage().contains("shorter terms"), refused::getMessage);

            fill();
            assertNamesInodes(assertThrows(TailraceException.class, () -> Tailrace.connect(Path.of(dir))));
        }
    }

    @Test
    void roomIsCountedInInodesToo() throws IOException {
        try (Tool doctor = Tool.run(directory, "doctor", "--dir", dir)) {
            doctor.await();
            assertTrue(doctor.out().matches("(?s).* space .*free inodes=\\d\\d, .*room for \\d more.*"), doctor::out);
        }
        fill();
        try (Tool doctor = Tool.run(directory, "doctor", "--dir", dir);
                Tool check = Tool.run(directory, "check", "--dir", dir)) {
            doctor.await();
            String finding = "(?s).*\\[CRIT] space .*free inodes=0, .*room for 0 more\n +fix: [^\n]*nr_inodes=.*";
            assertTrue(doctor.out().matches(finding), doctor::out);
            check.assertExit(2);
            assertTrue(check.out().contains("free inodes=0"), check::out);
        }
    }

    @Test
    void hugePagesAreSeen() throws IOException {
        Path huge = directory.path().resolve("huge");
        try (SmallFileSystem mounted = SmallFileSystem.mount(huge, "size=100m,huge=always");
                Tool doctor =
                        Tool.run(directory, "doctor", "--dir", mounted.path().toString())) {
            doctor.await();
            assertTrue(doctor.out().matches("(?s).* space .*one more=14M .*room for 7 more.*"), doctor::out);
            assertTrue(doctor.out().contains("each file in the directory takes a multiple of 2M"), doctor::out);
        }
    }

    private static void assertNamesInodes(TailraceException thrown) {
        for (String part : List.of("no inode is free", "path=", "nr_inodes")) {
            assertTrue(thrown.getMessage().contains(part), thrown::getMessage);
        }
    }
}
