/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFolderTest {
    /** {@code -Dtailrace.test.races} sets a higher number. */
    private static final int ROUNDS = Integer.getInteger("tailrace.test.races", 300);

    @TempDir
    private Path path;

    private Path precious;

    @BeforeEach
    void makeWhatNobodyMayTouch() throws IOException {
        precious = Files.createDirectory(path.resolve("precious"));
        Files.writeString(precious.resolve("thesis"), "work of years");
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs the first until it is done, and the second concurrently and repeatedly. */
    private static void race(Step first, Step second) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread swapper = new Thread(() -> {
            while (!over.get()) {
                try {
                    second.run();
                } catch (IOException e) {
                    // The file that it was about to move is being deleted.
                }
            }
        });
        swapper.start();
        try {
            for (int i = 0; i < ROUNDS; i++) {
                try {
                    first.run();
                } catch (IOException e) {
                    // Refused, as it should be.
                }
            }
        } finally {
            over.set(true);
            swapper.join();
        }
    }

    /** Puts a link and another file in the same place in turn. */
    private static Step swap(Path place, Path target, Step other) {
        AtomicBoolean link = new AtomicBoolean();
        return () -> {
            if (link.getAndSet(!link.get())) {
                Path making = place.resolveSibling("link");
                Files.deleteIfExists(making);
                Files.createSymbolicLink(making, target);
                Files.deleteIfExists(place);
                Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.deleteIfExists(place);
                other.run();
            }
        };
    }

    @Test
    void aLinkThatComesBetweenGetsNoFileAnotherMode() throws Exception {
        FileAccess access = new FileAccess(Ownership.of(path).group());
        Path thesis = precious.resolve("thesis");
        FileAccess.PRIVATE.applyToFile(thesis);
        Path place = path.resolve("place");

        race(() -> access.applyToFile(place), swap(place, thesis, () -> Files.createFile(place)));

        assertEquals(0100600, Files.getAttribute(thesis, "unix:mode"));
    }

    @Test
    void aLinkThatComesBetweenGetsNothingBehindItDeleted() throws Exception {
        Path tree = Files.createDirectory(path.resolve("tree"));
        Path place = tree.resolve("place");

        race(
                () -> {
                    try (OpenFolder folder = OpenFolder.open(path)) {
                        folder.deleteTree("tree");
                    }
                },
                swap(place, precious, () -> Files.createDirectories(place)));

        assertTrue(Files.exists(precious.resolve("thesis")));
    }

    @Test
    void aLinkIsNotOpenedNorAPipe() throws Exception {
        Files.createSymbolicLink(path.resolve("link"), precious);
        assertThrows(NotDirectoryException.class, () -> OpenFolder.open(path.resolve("link")));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", path.resolve("pipe").toString())
                        .start()
                        .waitFor());
        assertThrows(IOException.class, () -> OpenFolder.open(path.resolve("pipe")));
        assertThrows(NoSuchFileException.class, () -> OpenFolder.open(path.resolve("nothing")));
    }

    @Test
    void aTreeIsDeletedWithoutWhatItsLinksLeadTo() throws IOException {
        Files.createDirectories(path.resolve("tree/branch/twig"));
        Files.createFile(path.resolve("tree/branch/leaf"));
        Files.createSymbolicLink(path.resolve("tree/link"), precious);
        try (OpenFolder folder = OpenFolder.open(path)) {
            folder.deleteTree("tree");
            folder.deleteTree("tree");
        }
        assertFalse(Files.exists(path.resolve("tree"), LinkOption.NOFOLLOW_LINKS));
        assertTrue(Files.exists(precious.resolve("thesis")));
    }

    @Test
    void whatIsDoneIsDoneInTheFolderThatWasOpened() throws IOException {
        Path first = Files.createDirectory(path.resolve("first"));
        try (OpenFolder folder = OpenFolder.open(first)) {
            Files.move(first, path.resolve("moved"));
            Files.createSymbolicLink(first, precious);
            folder.create(Path.of("made")).close();
            folder.delete("thesis");
            assertEquals(List.of("made"), folder.list());
        }
        assertTrue(Files.exists(path.resolve("moved/made")));
        assertTrue(Files.exists(precious.resolve("thesis")));
    }

    @Test
    void whatCannotBeDeletedIsNamed() throws IOException {
        try (OpenFolder folder = OpenFolder.open(path)) {
            DirectoryNotEmptyException refusal =
                    assertThrows(DirectoryNotEmptyException.class, () -> folder.delete("precious"));
            assertEquals(precious.toString(), refusal.getFile());
        }
    }
}
