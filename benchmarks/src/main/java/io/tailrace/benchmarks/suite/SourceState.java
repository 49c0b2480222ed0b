/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What was measured: the commit that lies around the jar, and the versions of the peers in it. */
final class SourceState {
    private static final String VERSIONS = "versions.properties";

    private SourceState() {}

    /** {@return the commit, and whether files differ from it} */
    static Map<String, Object> facts() {
        String folder = folder();
        String commit =
                ProcessOutput.of("git", "-C", folder, "rev-parse", "HEAD").trim();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("commit", commit.isEmpty() ? "unknown" : commit);
        if (!commit.isEmpty()) {
            facts.put(
                    "changedFiles",
                    ProcessOutput.of("git", "-C", folder, "status", "--porcelain")
                            .lines()
                            .count());
        }
        return facts;
    }

    private static String folder() {
        try {
            Path code = Path.of(SourceState.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path folder = code.getParent();
            return (folder == null ? code : folder).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the versions of the peers by their names, as the build has put them into the jar} */
    static Map<String, String> versions() {
        try (InputStream in = SourceState.class.getResourceAsStream(VERSIONS)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: " + VERSIONS);
            }
            Properties properties = new Properties();
            properties.load(in);
            Map<String, String> versions = new TreeMap<>();
            properties.stringPropertyNames().forEach(name -> versions.put(name, properties.getProperty(name)));
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
