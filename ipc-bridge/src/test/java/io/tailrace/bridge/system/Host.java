/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One host of the network, with a driver that may be killed and started again. */
final class Host {
    /** Small, so that the messages of some seconds fill all three terms several times. */
    static final int TERM_LENGTH = 64 * 1024;

    private static final List<String> NAMES = List.of("alpha", "beta", "gamma");

    private final BridgeScene scene;
    private final int index;
    private JavaProcess driver;

    Host(BridgeScene scene, int index) throws IOException {
        this.scene = scene;
        this.index = index;
        launchDriver();
    }

    int index() {
        return index;
    }

    String name() {
        return NAMES.get(index);
    }

    Path directory() {
        return scene.root().resolve(name());
    }

    JavaProcess driver() {
        return driver;
    }

    private void launchDriver() throws IOException {
        driver = start(HostDriverMain.class, directory(), TERM_LENGTH);
    }

    /** Starts a driver in place of the last one, and waits until it is ready. */
    void startDriver() throws IOException {
        launchDriver();
        driver.awaitLine("READY");
    }

    /** Starts a process on this host. */
    JavaProcess start(Class<?> main, Object... arguments) throws IOException {
        return scene.start(scene.network().on(index), main, arguments);
    }
}
