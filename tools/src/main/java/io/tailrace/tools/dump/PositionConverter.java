/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A position on the command line: decimal, or hexadecimal with 0x. */
final class PositionConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
        boolean hex = value.startsWith("0x") || value.startsWith("0X");
        try {
            long position = hex ? Long.parseLong(value.substring(2), 16) : Long.parseLong(value);
            if (position >= 0) {
                return position;
            }
        } catch (NumberFormatException e) {
            // As wrong as a negative one.
        }
        throw new TypeConversionException("'" + value + "' is no position: 0 or more, decimal or 0x…");
    }
}
