/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes how things of one kind are shown: to people as columns of a {@link Table}, to programs as fields of an
 * object of {@link JsonLines}. An entry with a title and a key is both. One thread.
 */
public final class Columns<R> {
    /** Shown to people in place of an empty value. */
    public static final String NOTHING = "-";

    /** The content of a column: figures align to the right and are never cut; words, such as a name; or a sentence. */
    enum Shape {
        FIGURES,
        WORDS,
        SENTENCE
    }

    record Column<R>(String title, Shape shape, Function<R, String> text) {}

    /** Writes one or several fields. */
    public interface Field<R> {
        void write(JsonGenerator json, R thing) throws IOException;
    }

    private final List<Column<R>> columns = new ArrayList<>();
    private final List<Field<R>> fields = new ArrayList<>();
    private List<String> leaving = List.of();

    /** Adds a column of words. */
    public Columns<R> left(String title, Function<R, String> text) {
        columns.add(new Column<>(title, Shape.WORDS, text));
        return this;
    }

    /** Adds a column of sentences. */
    public Columns<R> sentence(String title, Function<R, String> text) {
        columns.add(new Column<>(title, Shape.SENTENCE, text));
        return this;
    }

    /** Names the columns that are dropped where a terminal is too narrow, in the order of dropping. */
    public Columns<R> leaving(String... titles) {
        leaving = List.of(titles);
        return this;
    }

    /** Adds a column of figures. */
    public Columns<R> right(String title, Function<R, String> text) {
        columns.add(new Column<>(title, Shape.FIGURES, text));
        return this;
    }

    /** Adds a field with any value that {@link JsonLines#field} takes. */
    public Columns<R> key(String key, Function<R, @Nullable Object> value) {
        return fields((json, thing) -> JsonLines.field(json, key, value.apply(thing)));
    }

    /** Adds fields of any form. */
    public Columns<R> fields(Field<R> field) {
        fields.add(field);
        return this;
    }

    /** Adds a column of words that is also a field. */
    public Columns<R> left(String title, String key, Function<R, @Nullable Object> value) {
        return key(key, value).left(title, thing -> text(value.apply(thing)));
    }

    /** Adds a column of figures that is also a field. */
    public Columns<R> right(String title, String key, Function<R, @Nullable Object> value) {
        return right(title, key, value, thing -> text(value.apply(thing)));
    }

    /** Adds a column of figures that is also a field, with a text of its own for people. */
    public Columns<R> right(String title, String key, Function<R, @Nullable Object> value, Function<R, String> text) {
        return key(key, value).right(title, text);
    }

    /** Adds a column of sizes that is also a field, in bytes; null for one that is unknown. */
    public Columns<R> bytes(String title, String key, Function<R, @Nullable Long> bytes) {
        return right(title, key, bytes::apply, thing -> {
            Long known = bytes.apply(thing);
            return known == null ? NOTHING : Quantity.shortBytes(known);
        });
    }

    /** {@return a value as people read it} */
    public static String text(@Nullable Object value) {
        String text = value == null ? "" : EscapedText.escape(value.toString());
        return text.isEmpty() ? NOTHING : text;
    }

    List<Column<R>> columns() {
        return columns;
    }

    /** {@return the indices of the columns that may be dropped, in the order of dropping} */
    List<Integer> leaving() {
        return leaving.stream()
                .map(titles()::indexOf)
                .filter(place -> place >= 0)
                .toList();
    }

    /** {@return the titles, one a column} */
    public List<String> titles() {
        return columns.stream().map(Column::title).toList();
    }

    /** {@return the texts of a thing for people, one a column} */
    public List<String> texts(R thing) {
        return columns.stream().map(column -> column.text.apply(thing)).toList();
    }

    /** {@return the texts of a thing for people on a line without columns: each with its title} */
    public String line(R thing) {
        return columns.stream()
                .map(column -> column.title + ' ' + column.text.apply(thing))
                .collect(Collectors.joining("  "));
    }

    /** {@return the fields of each thing for programs, for an array of objects} */
    public List<JsonLines.Fields> all(List<R> things) {
        return things.stream().map(this::of).toList();
    }

    /** {@return the fields of a thing for programs} */
    public JsonLines.Fields of(R thing) {
        return json -> {
            for (Field<R> field : fields) {
                field.write(json, thing);
            }
        };
    }
}
