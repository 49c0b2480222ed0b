/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Cells of a sweep. Points that failed are in none. */
record Cells(List<Cell> all) {
    /** Makes a cell of each setting. */
    static Cells of(List<Point> points) {
        Map<Setting, List<Result>> results = new LinkedHashMap<>();
        for (Point point : points) {
            @Nullable Result result = point.result();
            if (result != null) {
                results.computeIfAbsent(point.setting(), setting -> new ArrayList<>())
                        .add(result);
            }
        }
        return new Cells(results.entrySet().stream()
                .map(entry -> new Cell(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(
                        Cell::setting,
                        Comparator.comparingInt(Setting::version)
                                .thenComparing(setting -> !setting.joint().equals(Setting.NONE))
                                .thenComparing(Setting::joint)
                                .thenComparingInt(Setting::parsers)
                                .thenComparingInt(Setting::summarizers)
                                .thenComparingInt(Setting::queue)))
                .toList());
    }

    Cells where(Predicate<Setting> condition) {
        return new Cells(
                all.stream().filter(cell -> condition.test(cell.setting())).toList());
    }

    /** Those that differ in joint, version and workers only. */
    Cells usual() {
        return where(Setting::isUsual);
    }

    Cells ofVersion(int version) {
        return where(setting -> setting.version() == version);
    }

    Cells ofJoints(Collection<String> joints) {
        return where(setting -> joints.contains(setting.joint()));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Integer> versions() {
        return all.stream()
                .map(cell -> cell.setting().version())
                .distinct()
                .sorted()
                .toList();
    }

    /** The joints, in the order of their first cells. */
    List<String> joints() {
        return all.stream().map(cell -> cell.setting().joint()).distinct().toList();
    }

    /** The cell that is chosen so. */
    Optional<Cell> find(Setting setting) {
        return all.stream().filter(cell -> cell.setting().equals(setting)).findFirst();
    }

    /** The fastest. */
    Optional<Cell> best() {
        return all.stream().max(Comparator.comparingDouble(Cell::rate));
    }

    /** A group of cells for each key, in the order of their first cells. */
    <K> List<Cells> groups(Function<Setting, K> key) {
        return all.stream()
                .collect(groupingBy(cell -> key.apply(cell.setting()), LinkedHashMap::new, toList()))
                .values()
                .stream()
                .map(Cells::new)
                .toList();
    }
}
