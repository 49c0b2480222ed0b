/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpHandler;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host;
import io.tailrace.tools.command.CommandException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The live page about a driver, until it is closed. All of it runs in daemon threads of its own, and only reads. Any
 * thread.
 */
public final class WebPage implements AutoCloseable {
    private final Watch watch;
    private final WebServer server;

    private WebPage(Watch watch, WebServer server) {
        this.watch = watch;
        this.server = server;
    }

    /**
     * Starts it.
     *
     * @param directory of a driver that lives, is dead, or may come
     * @param errors told of what goes wrong, by another thread
     * @throws CommandException if it can not listen there
     */
    public static WebPage start(DriverDirectory directory, Host host, ListenAddress address, Consumer<Throwable> errors)
            throws IOException {
        Map<String, HttpHandler> handlers = new HashMap<>(PageFiles.all());
        Watch watch = new Watch(() -> new LookReader(directory, host), Watch.PATIENCE_NS, errors);
        boolean isStarted = false;
        try {
            handlers.put("/events", new EventsHandler(watch));
            handlers.put("/metrics", new MetricsHandler(directory, host));
            WebPage page = new WebPage(watch, WebServer.start(address, handlers, errors));
            isStarted = true;
            return page;
        } finally {
            if (!isStarted) {
                watch.close();
            }
        }
    }

    /** {@return where it is} */
    public String url() {
        return server.url();
    }

    /** {@return whether it can show anything; why not was told when it happened} */
    public boolean isRunning() {
        return watch.isRunning();
    }

    @Override
    public void close() {
        watch.close();
        server.close();
    }
}
