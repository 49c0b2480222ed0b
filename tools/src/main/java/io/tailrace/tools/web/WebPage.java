/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The live page about a driver, until it is closed. It runs entirely in daemon threads of its own, and only reads. Any
 * thread.
 */
public final class WebPage implements AutoCloseable {
    /** As many requests are served at once; further ones are cut off. */
    private static final int THREADS = 64;

    private static final int IDLE_S = 10;
    private static final int MAX_UNFOLDED = 32;
    private static final String PARAMETER = "stream=";
    private static final String JSON_LINES = "application/jsonl; charset=utf-8";

    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final List<String> FILES = List.of(
            "index.html",
            "page.css",
            "icon.svg",
            "page.js",
            "charts.js",
            "glance.js",
            "links.js",
            "streams.js",
            "strip.js",
            "sparkline.js",
            "tables.js",
            "text.js",
            CHARTS + "uPlot.iife.min.js",
            CHARTS + "uPlot.min.css");

    static {
        // Otherwise the JDK waits for ever for the rest of a request, and for one who does not read a reply.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        System.setProperty("sun.net.httpserver.maxRspTime", "10");
    }

    private final Looks looks;
    private final HttpServer server;
    private final ExecutorService executor;
    private final String host;

    private WebPage(Looks looks, HttpServer server, ExecutorService executor, String host) {
        this.looks = looks;
        this.server = server;
        this.executor = executor;
        this.host = host;
    }

    /**
     * Starts the page.
     *
     * @param directory the directory of a driver that lives, is dead, or may start later
     * @param errors receives errors, on another thread
     * @throws CommandException if it cannot listen at the address
     */
    public static WebPage start(DriverDirectory directory, Host host, ListenAddress address, Consumer<Throwable> errors)
            throws IOException {
        return start(directory, host, address, Looks.PERIOD_NS, errors);
    }

    /** Starts a page whose looks serve all who ask for {@code periodNs}. */
    static WebPage start(
            DriverDirectory directory, Host host, ListenAddress address, long periodNs, Consumer<Throwable> errors)
            throws IOException {
        Map<String, HttpHandler> handlers = new HashMap<>();
        for (String name : FILES) {
            String path = name.equals("index.html") ? "/" : "/" + name.substring(name.lastIndexOf('/') + 1);
            handlers.put(path, file(name)::send);
        }
        LastHour history = new LastHour();
        Looks looks = new Looks(directory, host, history, periodNs, LastHour.PERIOD_NS, errors);
        handlers.put("/metrics", new MetricsHandler(looks, directory, host));
        handlers.put("/look", exchange -> {
            byte[] lines = looks.recent(look -> look.lines(streams(exchange)));
            Reply reply = lines == null ? Reply.ended() : new Reply(Reply.OK, JSON_LINES, lines);
            reply.send(exchange);
        });
        handlers.put("/history", exchange -> new Reply(Reply.OK, JSON_LINES, history.lines(streams(exchange)))
                .send(exchange));
        boolean isStarted = false;
        try {
            HttpServer server = bind(address);
            ExecutorService executor = newExecutor();
            server.setExecutor(executor);
            server.createContext("/", new Gatekeeper(address.host(), handlers, errors));
            server.start();
            isStarted = true;
            return new WebPage(looks, server, executor, address.host());
        } finally {
            if (!isStarted) {
                looks.close();
            }
        }
    }

    /** {@return a file of the page, from this jar; the chart library has a jar of its own} */
    private static Reply file(String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = WebPage.class.getResourceAsStream(name)) {
            if (in == null || type == null) {
                throw new IOException("not in the program: resource=" + name);
            }
            return new Reply(Reply.OK, type, in.readAllBytes());
        }
    }

    /** {@return the streams that a query names, at most as many as may be unfolded} */
    private static Set<String> streams(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        Set<String> streams = new LinkedHashSet<>();
        if (query != null) {
            for (String parameter : query.split("&", -1)) {
                if (parameter.startsWith(PARAMETER) && streams.size() < MAX_UNFOLDED) {
                    String value = parameter.substring(PARAMETER.length());
                    streams.add(URLDecoder.decode(value, StandardCharsets.UTF_8)); // A URI can always be decoded.
                }
            }
        }
        return streams;
    }

    private static ExecutorService newExecutor() {
        AtomicInteger threadCount = new AtomicInteger();
        return new ThreadPoolExecutor(0, THREADS, IDLE_S, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "tailrace-web-" + threadCount.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private static HttpServer bind(ListenAddress address) {
        InetSocketAddress resolved = address.resolve();
        try {
            return HttpServer.create(resolved, 0);
        } catch (BindException e) {
            String reason = String.valueOf(e.getMessage());
            throw new CommandException(
                    ExitCode.ofAddress(reason),
                    "cannot listen there: address=" + address + ": " + reason
                            + ". Give another port, or 0 for any free one");
        } catch (IOException e) {
            throw new CommandException(ExitCode.IO_FAILED, "cannot listen there: address=" + address + ": " + e);
        }
    }

    /** {@return the URL of the page, with its actual port} */
    public String url() {
        return "http://" + host + ':' + server.getAddress().getPort() + '/';
    }

    /** {@return whether it can show anything; the reason for a failure was reported when it happened} */
    public boolean isRunning() {
        return looks.isRunning();
    }

    /** Ends all connections. */
    @Override
    public void close() {
        looks.close();
        executor.shutdownNow(); // Interrupts the threads that write or wait.
        server.stop(0);
    }
}
