/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** The folders of a driver's directory, in which each entry is named by an id. */
public final class Folders {
    private Folders() {}

    /**
     * {@return the directories in a folder by their ids, which is the order of their creation; none if there is no such
     * folder} Links are ignored, because they lead elsewhere.
     *
     * @throws IOException if the folder cannot be read
     */
    public static SortedMap<Long, Path> byId(Path folder) throws IOException {
        SortedMap<Long, Path> directories = new TreeMap<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return directories;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                long id = DriverDirectory.parseId(entry.getFileName().toString());
                if (id >= 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    directories.put(id, entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return directories; // The driver closes at this moment.
        }
        return directories;
    }
}
