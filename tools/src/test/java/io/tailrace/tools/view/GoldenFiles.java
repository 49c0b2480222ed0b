/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.control.LinkFile;
import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The directory from the repository, unpacked: as a dead driver and its clients left it, until the test takes some of
 * their locks. {@code mvn test -pl tools -am -Dtest=GoldenTest -Dtailrace.test.golden=write
 * -Dsurefire.failIfNoSpecifiedTests=false} writes it and all expected outputs again.
 */
final class GoldenFiles implements AutoCloseable {
    static final Path RESOURCES = Path.of("src/test/resources/golden");
    static final boolean WRITE = "write".equals(System.getProperty("tailrace.test.golden"));
    private static final Path ARCHIVE = RESOURCES.resolve("directory.zip");

    private final Path path;
    private final List<KernelLock> locks = new ArrayList<>();
    private @Nullable LinkFile link;

    private GoldenFiles(Path path) {
        this.path = path;
    }

    static GoldenFiles unpack(Path parent) throws IOException {
        Path path = parent.resolve("driver");
        try (InputStream in = Files.newInputStream(ARCHIVE);
                ZipInputStream zip = new ZipInputStream(in)) {
            ZipEntry entry;
            while ((entry = zip.getNextEntry()) != null) {
                Path target = path.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.write(target, zip.readAllBytes());
                    Files.setLastModifiedTime(target, entry.getLastModifiedTime());
                }
            }
        }
        GoldenDirectory.writeDeadLinks(path);
        return new GoldenFiles(path);
    }

    /** Writes the archive again. */
    static void write(Path parent) throws IOException {
        Path made = parent.resolve("made");
        GoldenDirectory.make(made);
        Files.createDirectories(RESOURCES);
        try (OutputStream out = Files.newOutputStream(ARCHIVE);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> tree = Files.walk(made)) {
            for (Path file : tree.filter(found -> !found.equals(made)).sorted().toList()) {
                boolean isDirectory = Files.isDirectory(file);
                ZipEntry entry = new ZipEntry(made.relativize(file) + (isDirectory ? "/" : ""));
                entry.setLastModifiedTime(
                        file.endsWith("lock") ? Files.getLastModifiedTime(file) : FileTime.from(GoldenDirectory.NOW));
                zip.putNextEntry(entry);
                if (!isDirectory) {
                    zip.write(Files.readAllBytes(file));
                }
                zip.closeEntry();
            }
        }
    }

    Path path() {
        return path;
    }

    /** From now on the driver, clients 1 to 3 and a bridge live: this process holds their locks, and is the bridge. */
    void live() throws IOException {
        DriverDirectory driver = new DriverDirectory(path);
        List<Path> files = new ArrayList<>(List.of(driver.lockFile()));
        for (long id = 1; id <= 3; id++) {
            files.add(ClientFiles.lockFile(driver.client(id)));
        }
        for (Path file : files) {
            FileTime time = Files.getLastModifiedTime(file);
            KernelLock lock = KernelLock.tryAcquire(file, FileAccess.PRIVATE);
            if (lock == null) {
                throw new IllegalStateException("held: " + file);
            }
            locks.add(lock);
            Files.setLastModifiedTime(file, time);
        }
        link = GoldenDirectory.writeLivingLink(path);
    }

    /** {@return all files with their times and contents} */
    Map<Path, String> fingerprint() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path file : tree.toList()) {
                CRC32C content = new CRC32C(); // The processor has an instruction for it.
                if (Files.isRegularFile(file)) {
                    content.update(Files.readAllBytes(file));
                }
                String sum = Long.toHexString(content.getValue());
                files.put(file, Files.getLastModifiedTime(file) + " " + Files.size(file) + " " + sum);
            }
        }
        return files;
    }

    @Override
    public void close() throws IOException {
        for (KernelLock lock : locks) {
            lock.close();
        }
        if (link != null) {
            link.close();
        }
    }
}
