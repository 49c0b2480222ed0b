/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.ArrayList;
import java.util.List;

/**
 * What is chosen for a point: all events are of one version.
 *
 * @param joint its name on the command line
 * @param version of the events
 * @param parsers threads or processes that parse
 * @param summarizers threads or processes that summarize
 * @param queue items that each joint has room for
 * @param linesPerS offered; 0: as many as are taken
 * @param nettyWorkers threads that read lines that come over TCP; 0: they are read from a file
 */
public record Setting(
        String joint, int version, int parsers, int summarizers, int queue, int linesPerS, int nettyWorkers) {
    /** The joint of those who do everything in one thread. */
    public static final String NONE = "none";
    /** Room in a joint where nothing else is asked for, as in the article. */
    public static final int USUAL_QUEUE = 2_048;

    /** {@return one with the usual queues, and as many lines of a file as are taken} */
    public static Setting of(String joint, int version, int parsers, int summarizers) {
        return new Setting(joint, version, parsers, summarizers, USUAL_QUEUE, 0, 0);
    }

    Setting withQueue(int items) {
        return new Setting(joint, version, parsers, summarizers, items, linesPerS, nettyWorkers);
    }

    Setting withLinesPerS(int lines) {
        return new Setting(joint, version, parsers, summarizers, queue, lines, nettyWorkers);
    }

    Setting withNettyWorkers(int workers) {
        return new Setting(joint, version, parsers, summarizers, queue, linesPerS, workers);
    }

    /** Whether its lines come over TCP. */
    boolean isTcp() {
        return nettyWorkers > 0;
    }

    /** Whether it differs from others in joint, version and workers only. */
    boolean isUsual() {
        return queue == USUAL_QUEUE && linesPerS == 0 && !isTcp();
    }

    /** The arguments of {@code run}, without the files. The kernel chooses the port. */
    List<String> arguments() {
        String suffix = version == 1 ? "" : "-v2";
        List<String> arguments = new ArrayList<>(List.of("run", "--joint", joint, "--queue", String.valueOf(queue)));
        arguments.addAll(List.of("--parsers" + suffix, String.valueOf(parsers)));
        arguments.addAll(List.of("--summarizers" + suffix, String.valueOf(summarizers)));
        if (linesPerS > 0) {
            arguments.addAll(List.of("--rate", String.valueOf(linesPerS)));
        }
        if (isTcp()) {
            arguments.addAll(List.of("--port", "0", "--netty-workers", String.valueOf(nettyWorkers)));
        }
        return arguments;
    }

    /** {@return how it is told to a person} */
    @Override
    public String toString() {
        return joint + ", v" + version + ", parsers=" + parsers + ", summarizers=" + summarizers
                + (queue == USUAL_QUEUE ? "" : ", queue=" + queue)
                + (linesPerS == 0 ? "" : ", lines/s=" + linesPerS)
                + (isTcp() ? ", Netty workers=" + nettyWorkers : "");
    }
}
