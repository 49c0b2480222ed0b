/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.PublicationConfig;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A publication that a program requests.
 *
 * @param beginPosition where the log begins if it is a new mirror, else 0
 * @param mirror the source if the log is a mirror, else null
 */
record PublicationWish(
        String stream,
        LogKind kind,
        PublicationConfig config,
        long beginPosition,
        @Nullable LogMirror mirror) {
    PublicationWish {
        LogLayout.checkStream(stream);
    }

    /** Creates a request for a log that is not a mirror. */
    PublicationWish(String stream, LogKind kind, PublicationConfig config) {
        this(stream, kind, config, 0, null);
    }

    /** {@return the command that asks the driver for it} */
    Command command(long registrationId) {
        Duration retention = config.retention();
        long retainNs = retention == null ? Command.AddPublication.ANY_RETENTION : retention.toNanos();
        return new Command.AddPublication(
                registrationId, kind, config.termLength(), retainNs, stream, beginPosition, mirror);
    }
}
