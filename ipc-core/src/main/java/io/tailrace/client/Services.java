/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceException;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.stream.Replay;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Code of other modules that the client uses where it is on the path.
 *
 * @param <T> the service
 * @param type of the service
 * @param purpose is named if it is missing
 * @param artifact that provides it
 * @param provider its class
 */
record Services<T>(Class<T> type, String purpose, String artifact, String provider) {
    static final Services<EmbeddedDriver.Provider> DRIVER = new Services<>(
            EmbeddedDriver.Provider.class, "driver to embed", "ipc-driver", "io.tailrace.driver.DriverProvider");
    static final Services<Replay.Provider> HISTORY = new Services<>(
            Replay.Provider.class, "reader of history", "ipc-history", "io.tailrace.history.replay.ReplayProvider");

    /**
     * Finds the code: in the module layer of this library, by its class loader, or else by the one of the thread, which
     * in an application server or a common pool may know nothing of either.
     *
     * @throws TailraceException if there is none
     */
    T require() {
        ModuleLayer layer = Services.class.getModule().getLayer();
        ClassLoader own = Services.class.getClassLoader();
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        String asked = ". Asked: library's class loader=" + own + ", thread's class loader=" + ofThread;
        try {
            return Stream.concat(
                            Stream.ofNullable(layer).map(in -> ServiceLoader.load(in, type)),
                            Stream.of(own, ofThread).map(loader -> ServiceLoader.load(type, loader)))
                    .flatMap(services -> services.findFirst().stream())
                    .findFirst()
                    .orElseThrow(() -> new TailraceException("no " + purpose + ": " + remedy() + asked));
        } catch (ServiceConfigurationError e) { // For example, the thread's loader has another copy of the library.
            throw new TailraceException("no " + purpose + ": " + e.getMessage() + asked, e);
        }
    }

    /** In a fat jar the classes may be present while the file that names them is lost. */
    private String remedy() {
        try {
            Class.forName(provider, false, Services.class.getClassLoader());
            return "io.tailrace:" + artifact + " is there, but not its file META-INF/services/" + type.getName()
                    + ". Have the tool that made this jar merge such files: ServicesResourceTransformer of"
                    + " maven-shade-plugin, metaInf-services of maven-assembly-plugin, mergeServiceFiles of Shadow";
        } catch (ClassNotFoundException e) {
            return "add io.tailrace:" + artifact + " to the class or module path";
        }
    }
}
