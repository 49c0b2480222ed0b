/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.inspect.Unreadable;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Patterns;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the logs that a user names: those of a stream in a driver's directory, or one by the path of its directory.
 */
final class LogLocator {
    private final DriverDirectory directory;
    private final List<Path> logs = new ArrayList<>();
    private final SortedSet<String> streams = new TreeSet<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    /**
     * The result of a search.
     *
     * @param logs the directories of the logs, in the order of their creation; at least one
     * @param unreadable other logs whose stream is unknown, each with the reason
     */
    record Found(List<Path> logs, List<Unreadable> unreadable) {}

    private LogLocator(DriverDirectory directory) {
        this.directory = directory;
    }

    /**
     * Searches for logs.
     *
     * @param name a stream, or the path of a directory with a meta file
     * @throws CommandException if there is none, or the directory cannot be read
     */
    static Found find(DriverDirectory directory, String name) {
        Path path = asPath(name);
        if (path != null && hasMeta(path, name)) {
            return new Found(List.of(path), List.of());
        }
        return new LogLocator(directory).findStream(name);
    }

    private static boolean hasMeta(Path path, String name) {
        Path meta = LogFiles.metaPath(path);
        try {
            Files.readAttributes(meta, BasicFileAttributes.class);
            return true;
        } catch (AccessDeniedException e) {
            if (isLikePath(name)) {
                throw new CommandException(Unreadable.log(path, e));
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isLikePath(String name) {
        return name.contains("/") || name.startsWith(".");
    }

    private Found findStream(String name) {
        try {
            for (Path log : logDirectories()) {
                look(log, name);
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new CommandException(ExitCode.NO_DRIVER, noDirectory(name));
        } catch (AccessDeniedException e) {
            throw new CommandException(
                    ExitCode.PERMISSION, "not allowed to read " + directory.logs() + ": give another --dir");
        } catch (IOException e) {
            throw new CommandException(ExitCode.IO_FAILED, "cannot read " + directory.logs() + ": " + ErrorText.of(e));
        }
        if (logs.isEmpty()) {
            throw unknown(name);
        }
        return new Found(logs, unreadable);
    }

    private List<Path> logDirectories() throws IOException {
        List<Path> directories = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.logs())) {
            for (Path entry : entries) {
                if (id(entry) >= 0) {
                    directories.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        directories.sort(Comparator.comparingLong(LogLocator::id));
        return directories;
    }

    private static long id(Path log) {
        return DriverDirectory.parseId(log.getFileName().toString());
    }

    private void look(Path log, String name) {
        try {
            String stream = stream(LogFiles.metaPath(log));
            streams.add(stream);
            if (stream.equals(name)) {
                logs.add(log);
            }
        } catch (IOException e) {
            // A log that was removed after the folder was listed does not count.
            if (Files.exists(log)) {
                unreadable.add(Unreadable.log(log, e));
            }
        }
    }

    private static String stream(Path metaPath) throws IOException {
        try (MappedFile file = LogLayout.FORMAT.openReadOnly(metaPath)) {
            return new LogMeta(file.buffer()).constants().stream();
        } catch (IllegalArgumentException e) {
            throw new FileFormatException(metaPath, "corrupt: " + e.getMessage());
        }
    }

    private static @Nullable Path asPath(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private String noDirectory(String name) {
        return notFound(name)
                + ", because there is no directory of a media driver: give --dir, or the path of a log's directory";
    }

    private String notFound(String name) {
        String place = isLikePath(name) ? "no log at " + name + ", which has no file " + LogFiles.META_NAME + "; " : "";
        return place + "no log of stream " + EscapedText.quote(name) + " in " + directory.path();
    }

    /** Not an error of usage: the command line becomes right as soon as the stream has a publisher. */
    private CommandException unknown(String name) {
        String message = notFound(name) + "; streams there: " + Patterns.list(streams);
        return unreadable.isEmpty()
                ? new CommandException(ExitCode.NO_DRIVER, message)
                : new CommandException(
                        ExitCode.of(unreadable.get(0).reason()),
                        message + "; unreadable logs: " + unreadable.size() + ", the first: "
                                + unreadable.get(0).message());
    }
}
