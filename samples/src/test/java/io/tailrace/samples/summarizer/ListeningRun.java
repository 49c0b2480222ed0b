/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Pipeline;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.LineSource;
import io.tailrace.samples.summarizer.tcp.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A pipeline of this process that listens at a port of its own. */
final class ListeningRun implements AutoCloseable {
    final int port;

    private final AtomicLong lineCount = new AtomicLong();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final FutureTask<Outcome> outcome;
    private final Thread owner;

    ListeningRun(Joining joining, int capacity, int nettyWorkers, Path directory) throws Exception {
        this(joining, capacity, nettyWorkers, directory, directory.resolve("rejects"));
    }

    ListeningRun(Joining joining, int capacity, int nettyWorkers, Path directory, Path rejects) throws Exception {
        CompletableFuture<String> listening = new CompletableFuture<>();
        Listener listener = new Listener(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                nettyWorkers,
                ending::await,
                listening::complete);
        LineSource source = (newHandler, failed) -> listener.readAll(() -> counting(newHandler.get()), failed);
        outcome = new FutureTask<>(() -> run(joining, capacity, source, directory, rejects));
        owner = new Thread(outcome, "owner");
        owner.start();
        port = Integer.parseInt(listening.get(60, TimeUnit.SECONDS).replaceFirst(".*port=", ""));
    }

    private static Outcome run(Joining joining, int capacity, LineSource source, Path directory, Path rejects)
            throws Exception {
        Workers workers = new Workers(2, 3);
        if (joining == Joining.DISPATCH) {
            try (Tailrace tailrace = Tailrace.open(directory.resolve("driver"))) {
                return Pipeline.withDispatch(tailrace, capacity)
                        .run(source, rejects, workers, workers, new LiveRun("test"));
            }
        }
        Pipeline pipeline = joining == Joining.NONE
                ? Pipeline.direct()
                : Pipeline.withJoints(JointKind.valueOf(joining.name()), capacity);
        return pipeline.run(source, rejects, workers, workers, new LiveRun("test"));
    }

    private LineHandler counting(LineHandler handler) {
        return new LineHandler() {
            @Override
            public void onLine(byte[] bytes, int offset, int length) throws InterruptedException {
                handler.onLine(bytes, offset, length);
                lineCount.incrementAndGet();
            }

            @Override
            public void onReject(Reject reason, byte[] bytes, int offset, int length) throws InterruptedException {
                handler.onReject(reason, bytes, offset, length);
                lineCount.incrementAndGet();
            }
        };
    }

    /** Waits until so many lines have come. */
    void awaitLines(long count) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (lineCount.get() < count) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("only " + lineCount + " of " + count + " lines");
            }
            Thread.sleep(1);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** Sends something, and waits until it is read and handed over. */
    void send(byte[] bytes) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes);
            finish(socket);
        }
    }

    /** Says that nothing will come any more, and waits until what came is read and handed over. */
    static void finish(Socket socket) throws IOException {
        socket.shutdownOutput();
        if (socket.getInputStream().read() >= 0) {
            throw new AssertionError("it does not answer");
        }
    }

    /** Waits for its end by itself. */
    Outcome await() throws Exception {
        return outcome.get(60, TimeUnit.SECONDS);
    }

    /** Asks it to end. */
    Outcome end() throws Exception {
        ending.countDown();
        return await();
    }

    void interrupt() {
        owner.interrupt();
    }

    @Override
    public void close() throws InterruptedException {
        owner.interrupt();
        owner.join(60_000);
        try {
            outcome.get(0, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            // The test has seen it, or has failed before.
        } catch (TimeoutException e) {
            throw new AssertionError("does not end", e);
        }
    }
}
