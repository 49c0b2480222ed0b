/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import io.tailrace.file.Ownership;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The users whose driver a client trusts: its own user, root, and another user who shares the directory with the group
 * that the client was told by name. Anybody can make a directory of any name in a place like {@code /dev/shm}, and run
 * a driver there that reads and forges messages; so a driver that is found there is not used for that alone.
 *
 * @param group whose members are trusted, or null for none
 */
public record Trust(@Nullable String group) {
    /**
     * Looks at a driver's directory. Only its owner, the driver's user, can put files into it and its folder of logs.
     *
     * @return whose the files there must be
     * @throws AccessDeniedException if it is not to be trusted, with the reason
     * @throws java.nio.file.attribute.UserPrincipalNotFoundException if there is no such group
     */
    public Ownership check(Path directory) throws IOException {
        Ownership found = Ownership.of(directory);
        if (found.isLink()) {
            throw refusal(directory, "it is a symbolic link");
        }
        if (!found.isOwn() && !found.isRoots() && !isNamed(found)) {
            throw refusal(directory, "it belongs to another user");
        }
        found.requireNotForAnybody(directory);
        return found;
    }

    private boolean isNamed(Ownership found) throws IOException {
        return group != null && found.isSharedWith(FileAccess.groupOf(group));
    }

    private static AccessDeniedException refusal(Path directory, String reason) {
        return new AccessDeniedException(directory.toString(), null, reason);
    }
}
