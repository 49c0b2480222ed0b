/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.ControlLayout;
import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether the driver is of the same version as this command. Reads the first bytes of the control file by itself, for
 * who reads the whole refuses another version.
 */
final class VersionInspection implements Inspection {
    private static final int LENGTH = 12;
    private static final int VERSION_OFFSET = 8;
    private static final String OWN = ControlLayout.VERSION_MAJOR + "." + ControlLayout.VERSION_MINOR;

    @Override
    public String topic() {
        return "version";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        Path control = new DriverDirectory(subject.directory()).lastControlFile();
        if (!Files.isRegularFile(control, LinkOption.NOFOLLOW_LINKS)) {
            findings.ok(topic(), "no driver's files; those of this command are of version " + OWN);
            return;
        }
        try (InputStream in = Files.newInputStream(control, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(LENGTH)).order(ByteOrder.LITTLE_ENDIAN);
            if (header.limit() < LENGTH || header.getLong(0) != ControlLayout.MAGIC) {
                findings.crit(
                        topic(), "no control file of a driver: path=" + control, "end the driver, start it again");
            } else {
                compare(header.getInt(VERSION_OFFSET), findings);
            }
        } catch (IOException e) {
            findings.unknown(topic(), "path=" + control + " can not be read");
        }
    }

    private void compare(int version, Findings findings) {
        int major = version >>> 16;
        int minor = version & 0xFFFF;
        String text = "driver's files=" + major + '.' + minor + ", this command's=" + OWN;
        if (major != ControlLayout.VERSION_MAJOR) {
            findings.crit(topic(), text + ": they can not work together", "run both from the same version of Tailrace");
        } else if (minor != ControlLayout.VERSION_MINOR) {
            findings.warn(
                    topic(),
                    text + ": they work together without what the newer one has added",
                    "start the driver again from this version, or run the command from the driver's");
        } else {
            findings.ok(topic(), text);
        }
    }
}
