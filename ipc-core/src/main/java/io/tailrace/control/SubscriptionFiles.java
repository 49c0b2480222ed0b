/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.FileAccess;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a client subscribes to, a file for each in its directory: {@link Command.AddSubscription} as it came. The driver writes
 * it before it says that the subscription is ready, so that the next driver knows it before anybody publishes, also where it
 * reads no log. One thread.
 */
public final class SubscriptionFiles {
    private static final String PREFIX = "subscription-";
    private static final int MAX_LENGTH = 1024;

    private final FileAccess access;
    private final CommandCodec codec = new CommandCodec();
    private final byte[] bytes = new byte[MAX_LENGTH];
    private final MappedBuffer buffer = MappedBuffer.of(bytes);

    /**
     * Makes it.
     *
     * @param access who may use the files
     */
    public SubscriptionFiles(FileAccess access) {
        this.access = access;
    }

    /** Notes a subscription; where that fails nothing of it is left. */
    public void write(Path client, Command.AddSubscription subscription) throws IOException {
        if (!isDirectory(client)) {
            throw new NotDirectoryException(client.toString());
        }
        Path path = path(client, subscription.registrationId());
        int length = codec.encode(subscription, buffer);
        Files.deleteIfExists(path); // Whatever it is that somebody has put there.
        try (var channel = Files.newByteChannel(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            access.applyToFile(path);
            channel.write(ByteBuffer.wrap(bytes, 0, length));
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        FaultPoint.reach("subscription.noted");
    }

    /** Forgets a subscription, if it was ever noted. */
    public void delete(Path client, long registrationId) throws IOException {
        if (isDirectory(client)) {
            Files.deleteIfExists(path(client, registrationId));
        }
    }

    /** What a link leads to is not ours. */
    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path path(Path client, long registrationId) {
        return client.resolve(PREFIX + registrationId);
    }

    /**
     * {@return what is noted of a client}
     *
     * @param problems told what cannot be read; it is deleted
     */
    public List<Command.AddSubscription> readAll(Path client, Consumer<Throwable> problems) throws IOException {
        List<Command.AddSubscription> subscriptions = new ArrayList<>();
        for (Path path : list(client)) {
            try {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) == 0) {
                    Files.delete(path); // Its driver died before it had answered.
                } else {
                    subscriptions.add(read(path));
                }
            } catch (IOException | MalformedMessageException | IllegalArgumentException e) {
                problems.accept(new IOException("no subscription: path=" + path + ", " + e.getMessage(), e));
                delete(path);
            }
        }
        return subscriptions;
    }

    private Command.AddSubscription read(Path path) throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) > MAX_LENGTH) {
            throw new IOException("not a file of at most " + MAX_LENGTH + " bytes");
        }
        byte[] read = Files.readAllBytes(path);
        Command command = codec.decode(MappedBuffer.of(read), 0, read.length);
        if (command instanceof Command.AddSubscription add && path.endsWith(PREFIX + add.registrationId())) {
            return add;
        }
        throw new MalformedMessageException("another command: " + command);
    }

    /** Deletes all that is noted of a client. */
    static void deleteAll(Path client) throws IOException {
        for (Path path : list(client)) {
            delete(path);
        }
    }

    private static void delete(Path path) throws IOException {
        if (!isDirectory(path)) { // None of ours.
            Files.deleteIfExists(path);
        }
    }

    private static List<Path> list(Path client) throws IOException {
        List<Path> paths = new ArrayList<>();
        if (isDirectory(client)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(client, PREFIX + "*")) {
                entries.forEach(paths::add);
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return paths;
    }
}
