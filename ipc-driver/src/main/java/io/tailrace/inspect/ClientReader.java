/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command.AddSubscription;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.OwnerState;
import io.tailrace.control.ReportFile;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.inspect.Host.ProcessView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what the directories of clients say. Maps nothing. One thread. */
final class ClientReader {
    /**
     * A client as it was found.
     *
     * @param subscriptions that it has, as the driver has noted them for the next one; of a dead client none
     */
    record Found(long id, Path path, OwnerState owner, List<AddSubscription> subscriptions) {}

    private final DriverDirectory directory;
    private final Host host;
    private final SubscriptionFiles subscriptionFiles = new SubscriptionFiles();

    ClientReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    /**
     * Looks at all clients.
     *
     * @param unreadable told what can not be read
     * @throws IOException if their folder can not be read
     */
    List<Found> read(List<Unreadable> unreadable) throws IOException {
        List<Found> clients = new ArrayList<>();
        for (Map.Entry<Long, Path> client : Folders.byId(directory.clients()).entrySet()) {
            Path path = client.getValue();
            try {
                OwnerState owner = ClientFiles.examine(path);
                List<AddSubscription> noted = owner.lives() ? subscriptionFiles.look(path) : List.of();
                clients.add(new Found(client.getKey(), path, owner, noted));
            } catch (IOException e) {
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    unreadable.add(Unreadable.file("client", e));
                }
            }
        }
        return clients;
    }

    ClientView view(Found client, Holdings holdings) {
        return new ClientView(
                client.id,
                client.owner,
                user(host, client.path),
                arrival(client.path),
                process(host, client.owner),
                Files.isRegularFile(ReportFile.ERRORS.path(client.path), LinkOption.NOFOLLOW_LINKS),
                holdings);
    }

    static String user(Host host, Path path) {
        try {
            return host.owner(path);
        } catch (IOException e) {
            return ""; // It has gone meanwhile.
        }
    }

    static @Nullable ProcessView process(Host host, OwnerState owner) {
        if (owner.visible()) {
            return host.process(owner.pid());
        }
        return owner.lives() && owner.pidNamespace() != 0 ? host.process(owner.pidNamespace(), owner.pid()) : null;
    }

    /** Nobody writes the lock file, so its time is that of its making. */
    private static @Nullable Instant arrival(Path client) {
        try {
            return Files.getLastModifiedTime(ClientFiles.lockFile(client), LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            return null;
        }
    }
}
