/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAccessTest {
    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("created");
    }

    @Test
    void sharedFilesAreForTheGroupAndSoIsWhatIsCreatedBesideThem() throws IOException {
        FileAccess access = new FileAccess(FileAccess.groupOf(ownGroup()));
        access.createDirectory(path());
        MappedFile.create(path().resolve("file"), 1, access).close();
        assertEquals(042750, mode(path()));
        assertEquals(0100660, mode(path().resolve("file")));
        assertEquals(access.group(), attributes(path()).group());
        assertEquals(access.group(), attributes(path().resolve("file")).group());
        assertTrue(access.groupShared());
    }

    @Test
    void anExistingDirectoryIsNotTakenOver() throws IOException {
        Files.createDirectory(
                path(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------")));
        assertThrows(FileAlreadyExistsException.class, () -> FileAccess.PRIVATE.createDirectory(path()));
        assertEquals(040500, mode(path()));
    }

    @Test
    void aSymbolicLinkIsNotFollowed() throws IOException {
        Path target = Files.createFile(directory.resolve("target"));
        int before = mode(target);
        Files.createSymbolicLink(path(), target);
        assertThrows(IOException.class, () -> FileAccess.PRIVATE.applyToFile(path()));
        assertEquals(before, mode(target));
    }

    @Test
    void theAccessOfADirectoryIsToldFromItsMode() throws IOException {
        FileAccess shared = new FileAccess(FileAccess.groupOf(ownGroup()));
        FileAccess.PRIVATE.createDirectory(path());
        assertEquals(FileAccess.PRIVATE, FileAccess.of(path()));
        for (FileAccess.Entries entries : FileAccess.Entries.values()) {
            shared.applyToDirectory(path(), entries);
            assertEquals(shared, FileAccess.of(path()));
        }
        FileAccess.PRIVATE.applyToDirectory(path(), FileAccess.Entries.OF_ALL);
        assertEquals(040700, mode(path()));
        assertEquals(FileAccess.PRIVATE, FileAccess.of(path()));
    }

    private String ownGroup() throws IOException {
        return attributes(directory).group().getName();
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    private static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class);
    }
}
