/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.TailraceException;
import java.nio.file.AccessDeniedException;

/** The directory is not usable by a media driver: it belongs to another user, is not writable, or holds other files. */
public final class DirectoryException extends TailraceException {
    private static final long serialVersionUID = 1L;

    private final boolean permission;

    DirectoryException(String message, boolean permission) {
        super(message);
        this.permission = permission;
    }

    DirectoryException(String message, Throwable cause) {
        super(message, cause);
        this.permission = cause instanceof AccessDeniedException;
    }

    /** {@return whether the reason is a missing permission} */
    public boolean isPermission() {
        return permission;
    }
}
