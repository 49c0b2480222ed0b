/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Streams mirrored to other hosts, over Aeron. Aeron needs {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED};
 * if Agrona is on the module path, too, use {@code org.agrona} in place of {@code ALL-UNNAMED}.
 */
@SuppressWarnings("requires-automatic") // Aeron has module names in its manifests, and no module-info.
module io.tailrace.bridge {
    requires static transitive org.jspecify;
    requires transitive io.tailrace;
    requires io.tailrace.history;
    requires io.aeron.client;
    requires io.aeron.driver;

    exports io.tailrace.bridge;
}
