/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.MessageHeaderEncoder;
import io.tailrace.codecs.VacantNameDecoder;
import io.tailrace.codecs.VacantNameEncoder;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.OpenFolder;
import io.tailrace.memory.TemporaryName;
import io.tailrace.memory.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The names that nobody holds, each in a file, for the next driver: until when it is kept, and the
 * {@link Command.AddSubscription} of its last holder. So a name without a log survives the driver, too. One thread.
 */
public final class VacancyFiles {
    private static final int HEAD_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH + VacantNameDecoder.BLOCK_LENGTH;
    private static final int MAX_LENGTH = 1024;

    private final CommandCodec codec = new CommandCodec();
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final Path folder;

    public VacancyFiles(DriverDirectory directory) {
        this.folder = directory.names();
    }

    /** Notes a name, for the driver's user alone, in the place of an earlier note. */
    public void write(Vacancy vacancy) throws IOException {
        byte[] bytes = new byte[MAX_LENGTH];
        MappedBuffer buffer = MappedBuffer.of(bytes);
        new VacantNameEncoder()
                .wrapAndApplyHeader(buffer, 0, headerEncoder)
                .untilNs(vacancy.untilNs())
                .clientId(vacancy.clientId())
                .pid(vacancy.pid());
        int length = HEAD_LENGTH + codec.encode(vacancy.command(), buffer.view(HEAD_LENGTH, MAX_LENGTH - HEAD_LENGTH));
        Path file = path(vacancy);
        Path temporary = TemporaryName.of(file);
        try (OpenFolder opened = OpenFolder.open(folder)) {
            Uninterrupted.run(() -> {
                opened.delete(temporary.getFileName().toString());
                try (var channel = opened.create(temporary.getFileName())) {
                    return channel.write(ByteBuffer.wrap(bytes, 0, length));
                }
            });
        }
        FaultPoint.reach("vacancy.written");
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        FaultPoint.reach("vacancy.noted");
    }

    /** Forgets a name, if it was noted: somebody holds it, or it is given up. */
    public void delete(Vacancy vacancy) throws IOException {
        Files.deleteIfExists(path(vacancy));
        FaultPoint.reach("vacancy.deleted");
    }

    /** Deletes all that is noted, and the folder. It fails where anything else is in it, which stays. */
    public static void deleteAll(Path folder) throws IOException {
        try (OpenFolder opened = OpenFolder.open(folder)) {
            for (String name : opened.list()) {
                if (DriverDirectory.parseId(TemporaryName.complete(name)) >= 0) {
                    SubscriptionFiles.delete(opened, name);
                }
            }
        }
        Files.deleteIfExists(folder);
    }

    private Path path(Vacancy vacancy) {
        return folder.resolve(Long.toString(vacancy.registrationId()));
    }

    /**
     * {@return what is noted}
     *
     * @param problems told what cannot be read; it is deleted
     */
    public List<Vacancy> readAll(Consumer<Throwable> problems) throws IOException {
        List<Vacancy> vacancies = new ArrayList<>();
        try (OpenFolder opened = OpenFolder.open(folder)) {
            for (String name : opened.list()) {
                if (TemporaryName.isTemporary(name)) { // A driver died while it wrote.
                    SubscriptionFiles.delete(opened, name);
                    continue;
                }
                try {
                    vacancies.add(decode(Uninterrupted.run(() -> SubscriptionFiles.read(opened, name)), name));
                } catch (IOException | RuntimeException e) {
                    SubscriptionFiles.throwIfExhausted(e, folder.resolve(name));
                    problems.accept(new IOException(
                            "no name of a subscription: path=" + folder.resolve(name) + ", " + ErrorText.of(e), e));
                    SubscriptionFiles.delete(opened, name);
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return vacancies;
    }

    /** {@return what is noted, as far as it can be read} For tools: it deletes nothing. */
    public List<Vacancy> look() throws IOException {
        return SubscriptionFiles.look(folder, name -> DriverDirectory.parseId(name) >= 0, this::decode);
    }

    private Vacancy decode(byte[] read, String name) {
        if (read.length < HEAD_LENGTH) {
            throw new MalformedMessageException("too short: length=" + read.length + ", min=" + HEAD_LENGTH);
        }
        MappedBuffer buffer = MappedBuffer.of(read);
        SbeMessages.checkHeader(headerDecoder, buffer, 0, read.length);
        if (headerDecoder.templateId() != VacantNameDecoder.TEMPLATE_ID) {
            throw new MalformedMessageException("another message: templateId=" + headerDecoder.templateId());
        }
        int block = headerDecoder.blockLength();
        SbeMessages.checkBlock(
                read.length - MessageHeaderDecoder.ENCODED_LENGTH, block, VacantNameDecoder.BLOCK_LENGTH);
        var head = new VacantNameDecoder()
                .wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, block, headerDecoder.version());
        Vacancy vacancy = new Vacancy(
                addSubscription(buffer, MessageHeaderDecoder.ENCODED_LENGTH + block, read.length),
                head.clientId(),
                head.pid(),
                head.untilNs());
        if (vacancy.command().name().isNone() || !name.equals(Long.toString(vacancy.registrationId()))) {
            throw new MalformedMessageException("another registration: " + vacancy);
        }
        return vacancy;
    }

    private Command.AddSubscription addSubscription(MappedBuffer buffer, int offset, int end) {
        Command command = codec.decode(buffer, offset, end - offset);
        if (command instanceof Command.AddSubscription add) {
            return add;
        }
        throw new MalformedMessageException("another command: " + command);
    }
}
