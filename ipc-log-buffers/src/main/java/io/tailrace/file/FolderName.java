/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The name of the file or folder of a stream or reader: its own name, if that suits a file system and a shell. */
public final class FolderName {
    private static final int MAX_LENGTH = 150;
    private static final int SHORTENED_LENGTH = 100;
    private static final Set<String> RESERVED = Set.of("lock", "historian");

    private FolderName() {}

    /**
     * {@return the file name for a name} Different names get different file names; the files contain the names
     * themselves.
     */
    public static String of(String name) {
        StringBuilder encoded = new StringBuilder();
        for (byte next : name.getBytes(StandardCharsets.UTF_8)) {
            boolean first = encoded.length() == 0;
            // No file name begins with a dot or equals a name of the history's own files beside the streams.
            if ((isPlain(next) && !(first && RESERVED.contains(name))) || (next == '.' && !first)) {
                encoded.append((char) next);
            } else {
                encoded.append(String.format("%%%02X", next));
            }
        }
        return encoded.length() <= MAX_LENGTH
                ? encoded.toString()
                : encoded.substring(0, SHORTENED_LENGTH) + String.format("~%016x", hash(name));
    }

    private static boolean isPlain(byte next) {
        return (next >= 'a' && next <= 'z')
                || (next >= 'A' && next <= 'Z')
                || (next >= '0' && next <= '9')
                || next == '_'
                || next == '-';
    }

    /** FNV-1a, of 64 bits. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (byte next : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (next & 0xFF)) * 0x100000001B3L;
        }
        return hash;
    }
}
