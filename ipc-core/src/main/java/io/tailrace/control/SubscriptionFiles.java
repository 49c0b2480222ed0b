/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.ErrorText;
import io.tailrace.memory.Exhaustion;
import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.OpenFolder;
import io.tailrace.memory.Uninterrupted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The subscriptions of a client, each in a file of its directory: the {@link Command.AddSubscription} as it came. The
 * driver writes the file before it says that the subscription is ready. So the next driver knows the subscription
 * before anybody publishes, even if it reads no log yet. One thread.
 */
public final class SubscriptionFiles {
    private static final String PREFIX = "subscription-";
    private static final int MAX_LENGTH = 1024;

    private final CommandCodec codec = new CommandCodec();
    private final byte[] bytes = new byte[MAX_LENGTH];
    private final MappedBuffer buffer = MappedBuffer.of(bytes);

    /** Notes a subscription, for the driver's user alone; where that fails nothing of it is left. */
    public void write(Path client, Command.AddSubscription subscription) throws IOException {
        String name = PREFIX + subscription.registrationId();
        int length = codec.encode(subscription, buffer);
        try (OpenFolder folder = OpenFolder.open(client)) {
            try {
                Uninterrupted.run(() -> {
                    folder.delete(name); // Somebody may have put anything there.
                    try (var channel = folder.create(Path.of(name))) {
                        return channel.write(ByteBuffer.wrap(bytes, 0, length));
                    }
                });
            } catch (IOException e) {
                folder.delete(name);
                throw e;
            }
        }
        FaultPoint.reach("subscription.noted");
    }

    /** Forgets a subscription, if it was ever noted. */
    public void delete(Path client, long registrationId) throws IOException {
        try (OpenFolder folder = OpenFolder.open(client)) {
            folder.delete(PREFIX + registrationId);
        } catch (NoSuchFileException | NotDirectoryException e) {
            // The client's directory has gone, and what was noted with it.
        }
    }

    /**
     * {@return what is noted of a client}
     *
     * @param problems told what cannot be read; it is deleted
     */
    public List<Command.AddSubscription> readAll(Path client, Consumer<Throwable> problems) throws IOException {
        List<Command.AddSubscription> subscriptions = new ArrayList<>();
        try (OpenFolder folder = OpenFolder.open(client)) {
            for (String name : list(folder)) {
                try {
                    byte[] read = Uninterrupted.run(() -> read(folder, name));
                    if (read.length == 0) {
                        folder.delete(name); // Its driver died before it had answered.
                    } else {
                        subscriptions.add(decode(read, name));
                    }
                } catch (IOException | MalformedMessageException | IllegalArgumentException e) {
                    throwIfExhausted(e, client.resolve(name));
                    problems.accept(new IOException(
                            "no subscription: path=" + client.resolve(name) + ", " + ErrorText.of(e), e));
                    delete(folder, name);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of(); // Nothing is noted of it.
        }
        return subscriptions;
    }

    /** {@return what is noted of a client, as far as it can be read} For tools: it deletes nothing. */
    public List<Command.AddSubscription> look(Path client) throws IOException {
        return look(client, name -> name.startsWith(PREFIX), this::decode);
    }

    /** Decodes what stands in a file of this name. */
    interface Decoder<T> {
        T decode(byte[] read, String name);
    }

    /** {@return what stands in the files of a folder, as far as it can be read} */
    static <T> List<T> look(Path folder, Predicate<String> isOurs, Decoder<T> decoder) throws IOException {
        List<T> found = new ArrayList<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (isOurs.test(name) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                        found.add(decoder.decode(in.readNBytes(MAX_LENGTH), name));
                    } catch (IOException | RuntimeException e) {
                        // Another user's, gone meanwhile, being written at this moment, or none of ours.
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException | AccessDeniedException e) {
            return found;
        }
        return found;
    }

    /** Where this process cannot open what is noted, another one may. */
    static void throwIfExhausted(Exception e, Path file) throws IOException {
        if (e instanceof IOException shortage && Exhaustion.isOfSystem(shortage, file)) {
            throw new IOException("cannot open: path=" + file + ", " + ErrorText.of(e), e);
        }
    }

    static byte[] read(OpenFolder folder, String name) throws IOException {
        try (SeekableByteChannel channel = folder.open(name)) {
            // A pipe has none: reading would wait.
            if (channel.size() > MAX_LENGTH) {
                throw new IOException("longer than " + MAX_LENGTH + " bytes");
            }
            return Channels.newInputStream(channel).readNBytes((int) channel.size());
        }
    }

    private Command.AddSubscription decode(byte[] read, String name) {
        Command command = codec.decode(MappedBuffer.of(read), 0, read.length);
        if (command instanceof Command.AddSubscription add && name.equals(PREFIX + add.registrationId())) {
            return add;
        }
        throw new MalformedMessageException("another command: " + command);
    }

    /** Deletes all that is noted of a client. */
    static void deleteAll(OpenFolder client) throws IOException {
        for (String name : list(client)) {
            delete(client, name);
        }
    }

    static void delete(OpenFolder client, String name) throws IOException {
        try {
            if (!client.isDirectory(name)) { // None of ours.
                client.delete(name);
            }
        } catch (NoSuchFileException e) {
            // Somebody was faster.
        }
    }

    private static List<String> list(OpenFolder client) throws IOException {
        return client.list().stream().filter(name -> name.startsWith(PREFIX)).toList();
    }
}
