/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of a sweep: each joint with each version and each number of workers. Beside them, with few workers,
 * those that the findings ask for: queues of other sizes, lines that come at a rate, and lines over TCP.
 *
 * @param joints by their names on the command line
 * @param versions of events
 * @param parsers numbers of them, ascending
 * @param summarizers numbers of them, ascending
 */
public record Grid(List<String> joints, List<Integer> versions, List<Integer> parsers, List<Integer> summarizers) {
    /** Its summarizers parse: there are no parsers to be counted. */
    private static final String LINES = "lines";
    /** Beside the usual size; in items. */
    private static final List<Integer> OTHER_QUEUES = List.of(64, 65_536);
    /** The queues of which the article says what they do at a rate, and the rate. */
    private static final List<String> PACED_JOINTS = List.of("array", "linked");

    private static final int LINES_PER_S = 25_000;
    /** The joint of the article's first design, and that of its second one. */
    private static final List<String> TCP_JOINTS = List.of(Setting.NONE, "linked");

    private static final List<Integer> NETTY_WORKERS = List.of(1, 4);

    /** {@return the settings, each once} */
    public List<Setting> settings() {
        return versions.stream()
                .flatMap(version -> joints.stream().flatMap(joint -> settings(joint, version).stream()))
                .toList();
    }

    private List<Setting> settings(String joint, int version) {
        boolean isAlone = joint.equals(Setting.NONE);
        List<Setting> usual = new ArrayList<>();
        for (int parserCount : isAlone || joint.equals(LINES) ? List.of(1) : parsers) {
            for (int summarizerCount : isAlone ? List.of(1) : summarizers) {
                usual.add(Setting.of(joint, version, parserCount, summarizerCount));
            }
        }
        List<Setting> settings = new ArrayList<>(usual);
        Setting fewest = usual.get(0);
        Setting most = usual.get(usual.size() - 1);
        if (!isAlone) {
            Setting middle = usual.get(usual.size() / 2);
            OTHER_QUEUES.forEach(queue -> settings.add(middle.withQueue(queue)));
        }
        if (PACED_JOINTS.contains(joint)) {
            Stream.of(fewest, most).distinct().forEach(setting -> settings.add(setting.withLinesPerS(LINES_PER_S)));
        }
        if (TCP_JOINTS.contains(joint)) {
            usual.stream()
                    .filter(setting -> setting.summarizers() == fewest.summarizers())
                    .forEach(setting ->
                            NETTY_WORKERS.forEach(workers -> settings.add(setting.withNettyWorkers(workers))));
        }
        return settings;
    }
}
