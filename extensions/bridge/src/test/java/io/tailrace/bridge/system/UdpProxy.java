/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A bad network in a process of its own: it forwards datagrams to two adjacent ports, and their answers: {@code SEED
 * FROM-HOST TO-HOST PORT}. Like a router that translates addresses, it has a port of its own for each sender's port.
 *
 * <p>Lines on its standard input change its behaviour, each for both directions:
 *
 * <ul>
 *   <li>{@code bad LOSS DUPLICATED REORDERED DELAY-MS JITTER-MS}: the first three are fractions of all datagrams, from
 *       0 to 1;
 *   <li>{@code rate BITS-PER-SECOND}, 0: without a limit; a datagram that waits for longer than half a second is lost;
 *   <li>{@code cut}: nothing passes; {@code mend}: datagrams pass as before;
 *   <li>{@code move}: it takes new ports, like a router that has forgotten its table.
 * </ul>
 *
 * <p>The answer to each is {@code DONE}.
 */
final class UdpProxy implements AutoCloseable {
    private static final int MAX_DATAGRAM = 65_536;
    private static final int SOCKET_BUFFER = 2 << 20;
    private static final long MOST_WAITING_NS = 500_000_000;
    private static final long REORDERED_BY_NS = 5_000_000;

    /** A datagram that waits. */
    private record Datagram(long dueNs, long number, ByteBuffer bytes, DatagramChannel channel, SocketAddress to) {}

    /** Shared by both directions of one sender's port: where its datagrams leave, and where answers go. */
    private record Flow(DatagramChannel outside, DatagramChannel inside, SocketAddress sender) {}

    private final Selector selector = Selector.open();
    private final Map<SocketAddress, Flow>[] flows;
    private final InetSocketAddress[] targets = new InetSocketAddress[2];
    private final PriorityQueue<Datagram> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Datagram::dueNs).thenComparingLong(Datagram::number));
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_DATAGRAM);
    private final ConcurrentLinkedQueue<String> commands = new ConcurrentLinkedQueue<>();
    private final Random random;
    /** By direction: when the last datagram has left the line whose rate is limited. */
    private final long[] lineFreeNs = new long[2];

    private double loss;
    private double duplicated;
    private double reordered;
    private long delayNs;
    private long jitterNs;
    private long bitsPerSecond;
    private boolean isCut;
    private long number;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private UdpProxy(long seed, String from, String to, int port) throws IOException {
        random = new Random(seed);
        flows = new Map[] {new HashMap<>(), new HashMap<>()};
        for (int i = 0; i < 2; i++) {
            targets[i] = new InetSocketAddress(to, port + i);
            open(new InetSocketAddress(from, port + i)).register(selector, SelectionKey.OP_READ, i);
        }
    }

    public static void main(String[] args) throws IOException {
        try (UdpProxy proxy = new UdpProxy(Long.parseLong(args[0]), args[1], args[2], Integer.parseInt(args[3]))) {
            Thread reader = new Thread(proxy::readCommands);
            reader.setDaemon(true);
            reader.start();
            System.out.println("READY");
            while (reader.isAlive() || !proxy.commands.isEmpty()) {
                proxy.turn();
            }
        }
    }

    private void readCommands() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                commands.add(line);
                selector.wakeup();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            selector.wakeup();
        }
    }

    private static DatagramChannel open(InetSocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
        channel.configureBlocking(false);
        return channel.bind(address);
    }

    private void turn() throws IOException {
        Datagram first = waiting.peek();
        long leftNs = first == null ? 0 : first.dueNs - System.nanoTime();
        if (first != null && leftNs <= 0) {
            selector.selectNow();
        } else {
            selector.select(first == null ? 0 : 1 + leftNs / 1_000_000);
        }
        for (String line = commands.poll(); line != null; line = commands.poll()) {
            obey(List.of(line.split(" ", -1)));
        }
        for (SelectionKey key : selector.selectedKeys()) {
            read((DatagramChannel) key.channel(), key.attachment());
        }
        selector.selectedKeys().clear();
        long nowNs = System.nanoTime();
        while (!waiting.isEmpty() && waiting.peek().dueNs - nowNs <= 0) {
            forward(waiting.remove());
        }
    }

    private void obey(List<String> words) throws IOException {
        switch (words.get(0)) {
            case "bad" -> {
                loss = Double.parseDouble(words.get(1));
                duplicated = Double.parseDouble(words.get(2));
                reordered = Double.parseDouble(words.get(3));
                delayNs = Long.parseLong(words.get(4)) * 1_000_000;
                jitterNs = Long.parseLong(words.get(5)) * 1_000_000;
            }
            case "rate" -> bitsPerSecond = Long.parseLong(words.get(1));
            case "cut" -> isCut = true;
            case "mend" -> isCut = false;
            case "move" -> move();
            default -> throw new IllegalArgumentException("no such command: " + words);
        }
        System.out.println("DONE");
    }

    private void move() throws IOException {
        for (Map<SocketAddress, Flow> ofPort : flows) {
            for (Flow flow : ofPort.values()) {
                flow.outside.close();
            }
            ofPort.clear();
        }
        waiting.clear();
    }

    /** The attachment is the number of a port for senders, or the flow of the answers. */
    private void read(DatagramChannel channel, Object attachment) throws IOException {
        while (channel.isOpen()) {
            buffer.clear();
            SocketAddress sender = receive(channel);
            if (sender == null) {
                return;
            }
            ByteBuffer bytes = ByteBuffer.allocate(buffer.flip().remaining());
            bytes.put(buffer).flip();
            if (attachment instanceof Flow flow) {
                schedule(1, bytes, flow.inside, flow.sender);
            } else {
                int port = (Integer) attachment;
                schedule(0, bytes, flow(port, channel, sender).outside, targets[port]);
            }
        }
    }

    private SocketAddress receive(DatagramChannel channel) {
        try {
            return channel.receive(buffer);
        } catch (IOException e) {
            return null; // No process listens there: the last datagram is lost.
        }
    }

    private Flow flow(int port, DatagramChannel inside, SocketAddress sender) throws IOException {
        Flow flow = flows[port].get(sender);
        if (flow == null) {
            DatagramChannel outside = open(null);
            flow = new Flow(outside, inside, sender);
            outside.register(selector, SelectionKey.OP_READ, flow);
            flows[port].put(sender, flow);
        }
        return flow;
    }

    private void schedule(int direction, ByteBuffer bytes, DatagramChannel channel, SocketAddress to) {
        long nowNs = System.nanoTime();
        if (isCut || random.nextDouble() < loss) {
            return;
        }
        long leftNs = nowNs;
        if (bitsPerSecond > 0) {
            leftNs = Math.max(nowNs, lineFreeNs[direction]) + bytes.remaining() * 8L * 1_000_000_000 / bitsPerSecond;
            if (leftNs - nowNs > MOST_WAITING_NS) {
                return;
            }
            lineFreeNs[direction] = leftNs;
        }
        enqueue(leftNs, bytes, channel, to);
        if (random.nextDouble() < duplicated) {
            enqueue(leftNs, bytes, channel, to);
        }
    }

    private void enqueue(long leftNs, ByteBuffer bytes, DatagramChannel channel, SocketAddress to) {
        long dueNs = leftNs + delayNs + (jitterNs == 0 ? 0 : random.nextLong(jitterNs));
        if (random.nextDouble() < reordered) {
            dueNs += REORDERED_BY_NS;
        }
        waiting.add(new Datagram(dueNs, number++, bytes, channel, to));
    }

    private void forward(Datagram datagram) {
        try {
            datagram.channel.send(datagram.bytes.duplicate(), datagram.to);
        } catch (IOException e) {
            // No process listens there, or the cable is out.
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
