/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.MessageCodec.MalformedMessageException;
import io.tailrace.file.OpenFolder;
import io.tailrace.internal.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * The subscriptions of a client, each in a file of its directory: the {@link Command.AddSubscription} as received. The
 * driver writes the file before it reports that the subscription is ready. So the next driver knows the subscription
 * before any publication is added, even if it reads no log yet. Used by one thread.
 */
public final class SubscriptionFiles extends Notes<Command.AddSubscription> {
    private static final String PREFIX = "subscription-";

    private final byte[] bytes = new byte[MAX_LENGTH];
    private final MappedBuffer buffer = MappedBuffer.of(bytes);

    public SubscriptionFiles() {
        super("subscription");
    }

    /** Records a subscription; if that fails, nothing of it remains. */
    public void write(Path client, Command.AddSubscription subscription) throws IOException {
        String name = PREFIX + subscription.registrationId();
        int length = codec.encode(subscription, buffer);
        try (OpenFolder folder = OpenFolder.open(client)) {
            try {
                write(folder, name, bytes, length);
            } catch (IOException e) {
                folder.delete(name);
                throw e;
            }
        }
        FaultPoint.reach("subscription.noted");
    }

    /** Deletes the note of a subscription, if there is one. */
    public void delete(Path client, long registrationId) throws IOException {
        try (OpenFolder folder = OpenFolder.open(client)) {
            folder.delete(PREFIX + registrationId);
        } catch (NoSuchFileException | NotDirectoryException e) {
            // The client's directory has gone, and the notes with it.
        }
    }

    @Override
    boolean isOurs(String name) {
        return name.startsWith(PREFIX);
    }

    @Override
    Command.AddSubscription decode(byte[] read, String name) {
        Command.AddSubscription add = codec.decodeAddSubscription(MappedBuffer.of(read), 0, read.length);
        if (!name.equals(PREFIX + add.registrationId())) {
            throw new MalformedMessageException("another command: " + add);
        }
        return add;
    }

    /** Deletes all notes of a client. */
    static void deleteAll(OpenFolder client) throws IOException {
        deleteAll(client, name -> name.startsWith(PREFIX));
    }
}
