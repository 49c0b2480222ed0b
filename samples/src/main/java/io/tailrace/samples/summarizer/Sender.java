/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends lines over TCP connections in turn. For one thread. */
final class Sender implements AutoCloseable {
    private static final int BUFFER_LENGTH = 64 * 1024;

    private final boolean isOctetCounted;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<OutputStream> outputs = new ArrayList<>();
    private int next;

    /** Connects. */
    Sender(InetSocketAddress to, int connectionCount, boolean isOctetCounted) throws IOException {
        this.isOctetCounted = isOctetCounted;
        try {
            for (int i = 0; i < connectionCount; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.connect(to);
                outputs.add(new BufferedOutputStream(socket.getOutputStream(), BUFFER_LENGTH));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Sends a line, with its length before it or a newline behind it. Waits while the receiver does not read. */
    void send(CharSequence line) throws IOException {
        byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
        OutputStream output = outputs.get(next);
        next = next + 1 == outputs.size() ? 0 : next + 1;
        if (isOctetCounted) {
            output.write((bytes.length + " ").getBytes(StandardCharsets.US_ASCII));
        }
        output.write(bytes);
        if (!isOctetCounted) {
            output.write('\n');
        }
    }

    /** Waits until the receiver has read all, and has closed the connections for it. */
    void finish() throws IOException {
        for (int i = 0; i < outputs.size(); i++) {
            outputs.get(i).flush();
            sockets.get(i).shutdownOutput();
        }
        for (Socket socket : sockets) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
