/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a driver at one moment, with an example of everything that the tools distinguish. It is unpacked
 * from the repository as a dead driver and its clients left it, until the test takes some of their locks. {@code mvn
 * test -pl tools -am -Dtest=GoldenTest -Dtailrace.test.golden=write -Dsurefire.failIfNoSpecifiedTests=false} writes all
 * expected outputs again, but not the archive: a class made it by what main code writes these files with. {@code git
 * log -- tools/src/test/java/io/tailrace/tools/view/GoldenDirectory.java} finds that class, in case these formats
 * change.
 */
final class GoldenFiles implements AutoCloseable {
    static final long NOW_NS = 5_000_000_000_000L;
    static final Instant NOW = Instant.parse("2026-01-02T04:00:00Z");
    static final Path RESOURCES = Path.of("src/test/resources/golden");
    static final boolean WRITE = "write".equals(System.getProperty("tailrace.test.golden"));
    private static final Path ARCHIVE = RESOURCES.resolve("directory.zip");
    private static final Identity SENDER =
            new Identity(LinkFile.Kind.SEND, "bridge/10.0.0.2:9000", "10.0.0.2:9000", "alpha", "quotes,md.*");
    private static final Identity RECEIVER =
            new Identity(LinkFile.Kind.RECEIVE, "bridge/gamma/feed", "10.0.0.1:9000", "alpha", "trades");
    private static final long NOW_MS = NOW.toEpochMilli();
    private static final int PID_OFFSET = 32;
    private static final int BOOT_ID_OFFSET = 64;
    private static final int LEFT_OFFSET = 72;

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
        writeDeadLinks(path);
        return new GoldenFiles(path);
    }

    /** Writes a link whose bridge was killed a minute ago, and one that has ended. */
    private static void writeDeadLinks(Path path) throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        try (LinkFile sender = writeSender(directory, NOW_MS - 60_000)) {
            sender.error(NOW_MS - 70_000, "10.0.0.2:9000 did not answer for 5 s");
        }
        try (LinkFile receiver = LinkFile.create(directory, RECEIVER, NOW_MS - 3_000_000)) {
            receiver.peer("gamma", "1.2.3");
            receiver.beat(NOW_MS - 2_000_000, new Figures(0, 6_000_000, 2_000, 0, 0, 0, 0, 0));
            receiver.state(LinkFile.State.ENDED);
        }
        for (LinkFile.View link : LinkFile.list(directory)) {
            try (MappedFile file = MappedFile.openReadWrite(link.path())) {
                file.buffer().putLong(PID_OFFSET, 4712);
                file.buffer().putLong(BOOT_ID_OFFSET, 1); // From an earlier boot of this host.
                file.buffer().putLong(LEFT_OFFSET, 0);
            }
        }
    }

    /** Writes a link whose sender lives, in this process, and is up. */
    private static LinkFile writeLivingLink(Path path) throws IOException {
        return writeSender(new DriverDirectory(path), NOW_MS);
    }

    private static LinkFile writeSender(DriverDirectory directory, long nowMs) throws IOException {
        LinkFile sender = LinkFile.create(directory, SENDER, NOW_MS - 3_600_000);
        sender.peer("beta", "1.2.3");
        sender.state(LinkFile.State.UP);
        sender.beat(nowMs, new Figures(3, 123_456_789, 65_432, 12_288, 3_100_000, 412_000, 17, 4096));
        return sender;
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
        link = writeLivingLink(path);
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
