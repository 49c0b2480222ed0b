/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The other process of {@link KernelLockTest}: executes commands from its standard input, one word per line, on the
 * lock file that is its argument, and answers each with a line.
 */
final class LockMain {
    private LockMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path path = Path.of(args[0]);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        KernelLock lock = null;
        String word;
        while ((word = input.readLine()) != null) {
            switch (word) {
                case "acquire" -> {
                    lock = KernelLock.tryAcquire(path, FileAccess.PRIVATE);
                    System.out.println(lock != null);
                }
                case "release" -> {
                    lock.close();
                    System.out.println("released");
                }
                case "probe" -> System.out.println(KernelLock.probe(path));
                case "probe always" -> probeAlways(path);
                default -> throw new IllegalArgumentException(word);
            }
        }
    }

    private static void probeAlways(Path path) throws IOException, InterruptedException {
        System.out.println("probing");
        while (true) {
            KernelLock.probe(path);
            Thread.sleep(0, 100_000);
        }
    }
}
