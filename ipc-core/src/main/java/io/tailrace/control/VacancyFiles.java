/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.MessageCodec.MalformedMessageException;
import io.tailrace.file.OpenFolder;
import io.tailrace.file.TemporaryName;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;

/**
 * The vacant names, each in a file, for the next driver: the time until which it is kept, and the {@link
 * Command.AddSubscription} of its last holder. So a name without a log also survives the driver. Used by one thread.
 */
public final class VacancyFiles extends Notes<Vacancy> {
    private final Path folder;

    public VacancyFiles(DriverDirectory directory) {
        super("name of a subscription");
        this.folder = directory.names();
    }

    /** Records a name, replacing an earlier note. */
    public void write(Vacancy vacancy) throws IOException {
        byte[] bytes = new byte[MAX_LENGTH];
        int length = codec.encode(vacancy, MappedBuffer.of(bytes));
        Path file = path(vacancy);
        Path temporary = TemporaryName.of(file);
        try (OpenFolder opened = OpenFolder.open(folder)) {
            write(opened, temporary.getFileName().toString(), bytes, length);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes the note of a name, if there is one: the name has a holder, or is given up. */
    public void delete(Vacancy vacancy) throws IOException {
        Files.deleteIfExists(path(vacancy));
    }

    /** Deletes all notes, and the folder. It fails if the folder contains anything else, which stays. */
    public static void deleteAll(Path folder) throws IOException {
        try (OpenFolder opened = OpenFolder.open(folder)) {
            deleteAll(opened, name -> DriverDirectory.parseId(TemporaryName.complete(name)) >= 0);
        }
        Files.deleteIfExists(folder);
    }

    private Path path(Vacancy vacancy) {
        return folder.resolve(Long.toString(vacancy.registrationId()));
    }

    /** As {@link #readAll(Path, Consumer)}. */
    public List<Vacancy> readAll(Consumer<Throwable> problems) throws IOException {
        return readAll(folder, problems);
    }

    /** As {@link #look(Path)}. */
    public List<Vacancy> look() throws IOException {
        return look(folder);
    }

    /** The folder contains nothing else. */
    @Override
    boolean isOurs(String name) {
        return true;
    }

    @Override
    Vacancy decode(byte[] read, String name) {
        Vacancy vacancy = codec.decodeVacancy(MappedBuffer.of(read), read.length);
        if (vacancy.command().name().isNone() || !name.equals(Long.toString(vacancy.registrationId()))) {
            throw new MalformedMessageException("another registration: " + vacancy);
        }
        return vacancy;
    }
}
