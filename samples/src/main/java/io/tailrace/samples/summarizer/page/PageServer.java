/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import com.sun.net.httpserver.HttpServer;
import io.tailrace.samples.summarizer.live.Live;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves a page that shows a run, and what is on it as JSON: {@code /figures} and {@code /summaries}. It is reached
 * from this host only. It runs until it is closed. Any thread.
 */
public final class PageServer implements AutoCloseable {
    /** A browser has up to six connections; a request that waits for summaries keeps a thread. */
    private static final int THREADS = 16;

    private final HttpServer server;
    private final ExecutorService executor;

    private PageServer(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /**
     * Starts one.
     *
     * @param port where it listens; 0 for any that is free
     * @throws IOException if the port is in use; the message says so
     */
    public static PageServer start(int port, Live live) throws IOException {
        PageHandler handler = new PageHandler(live);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException("cannot serve the page: port=" + port + ", 0 takes any that is free", e);
        }
        AtomicInteger threadCount = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "page-" + threadCount.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext("/", handler);
        server.start();
        return new PageServer(server, executor);
    }

    /** {@return where the page is} */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** Ends all connections, and the requests that wait. */
    @Override
    public void close() {
        executor.shutdownNow();
        server.stop(0);
    }
}
