/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileFormat;

/**
 * The errors file of a client, which it makes when the first thing goes wrong: each distinct error once, with how often
 * it came, and when first and last. The driver's stand in the control file ({@link ControlLayout}). {@link ErrorLog}
 * has the records, {@code FORMAT.md} the rest. They tell people; they decide nothing, and nobody but tools reads them.
 */
public final class ErrorsLayout {
    /** "TRAILERR" read as a little-endian long. */
    public static final long MAGIC = 0x5252454C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int CLIENT_ID_OFFSET = 24;
    public static final int PID_OFFSET = 32;
    public static final int ERRORS_OFFSET = 128;
    public static final int ERRORS_LENGTH = 65408;
    public static final int LENGTH = ERRORS_OFFSET + ERRORS_LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private ErrorsLayout() {}
}
