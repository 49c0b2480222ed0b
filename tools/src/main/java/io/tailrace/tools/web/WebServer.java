/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An HTTP server of a few read-only paths, by daemon threads, until it is closed. Any thread. */
final class WebServer implements AutoCloseable {
    /** One for each browser that looks, and some for short requests; who comes beyond that is cut off. */
    private static final int THREADS = 64;

    private static final int IDLE_S = 10;

    static {
        // Else the JDK waits for ever for the rest of a request; it has no other switch for that.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
    }

    private final HttpServer server;
    private final ExecutorService executor;
    private final String host;

    private WebServer(HttpServer server, ExecutorService executor, String host) {
        this.server = server;
        this.executor = executor;
        this.host = host;
    }

    /**
     * Starts one.
     *
     * @param handlers by their paths; each gets GET and HEAD only
     * @param errors told of what a handler throws
     * @throws CommandException if it can not listen there
     */
    static WebServer start(ListenAddress address, Map<String, HttpHandler> handlers, Consumer<Throwable> errors) {
        HttpServer server = bind(address);
        AtomicInteger threadCount = new AtomicInteger();
        ExecutorService executor =
                new ThreadPoolExecutor(0, THREADS, IDLE_S, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, "tailrace-web-" + threadCount.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        server.setExecutor(executor);
        server.createContext("/", new Gatekeeper(address.host(), handlers, errors));
        server.start();
        return new WebServer(server, executor, address.host());
    }

    private static HttpServer bind(ListenAddress address) {
        InetSocketAddress resolved = address.resolve();
        try {
            return HttpServer.create(resolved, 0);
        } catch (BindException e) {
            String reason = String.valueOf(e.getMessage());
            int exitCode = reason.contains("in use")
                    ? ExitCode.IN_USE
                    : reason.contains("denied") ? ExitCode.PERMISSION : ExitCode.IO_FAILED;
            throw new CommandException(
                    exitCode,
                    "cannot listen there: address=" + address + ": " + reason
                            + ". Give another port; 0 takes any that is free");
        } catch (IOException e) {
            throw new CommandException(ExitCode.IO_FAILED, "cannot listen there: address=" + address + ": " + e);
        }
    }

    /** {@return where it is, with the port that it has got} */
    String url() {
        return "http://" + host + ':' + server.getAddress().getPort() + '/';
    }

    /** Ends all connections. */
    @Override
    public void close() {
        executor.shutdownNow(); // Interrupts those that write or wait.
        server.stop(0);
    }
}
