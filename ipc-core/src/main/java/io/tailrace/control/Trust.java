/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import io.tailrace.file.Ownership;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The users whose driver a client trusts: its own user, root, and another user that shares the directory with the group
 * named to the client. Any user can create a directory of any name in a place like {@code /dev/shm}, and run a driver
 * there that reads and forges messages; so the presence of a driver is not a reason to use it.
 *
 * @param group whose members are trusted, or null for none
 */
public record Trust(@Nullable String group) {
    /**
     * Checks a driver's directory. Only its owner, the driver's user, can put files into it and its folder of logs.
     *
     * @return the required owner of the files there
     * @throws AccessDeniedException if it is not trusted, with the reason
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
