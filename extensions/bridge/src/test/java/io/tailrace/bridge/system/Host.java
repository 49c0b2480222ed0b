/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;

/** One host: addresses of its own on the loopback device, and a driver that may be killed and started again. */
final class Host {
    private final BridgeScene scene;
    private final String name;
    private final int index;
    private JavaProcess driver;

    Host(BridgeScene scene, String name, int index) throws IOException {
        this.scene = scene;
        this.name = name;
        this.index = index;
        startDriver();
    }

    String name() {
        return name;
    }

    Path directory() {
        return scene.root().resolve(name);
    }

    String address() {
        return scene.subnet() + index + ".2";
    }

    /** {@return the address beside this host where a proxy listens for it} */
    String wire() {
        return scene.subnet() + index + ".1";
    }

    JavaProcess driver() {
        return driver;
    }

    /** Starts a driver in place of the last one, and waits until it is ready. */
    void startDriver() throws IOException {
        driver = start("drive");
        driver.awaitLine("READY");
    }

    /** Starts an actor on this host. */
    JavaProcess start(String verb, Object... arguments) throws IOException {
        return scene.start(BridgeActor.class, verb + " " + directory(), arguments);
    }
}
