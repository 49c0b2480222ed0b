/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * A sub-command that can read plain command lines by itself.
 *
 * <p>picocli is thorough, and takes longer to load than a JVM takes to start: three times that, before a driver, a
 * publisher and a subscriber can meet. So the commands that people wait for take the arguments that need no thought
 * from {@link QuickArguments}; picocli reads every other command line, and writes all help and all complaints. A test
 * holds the two to the same results.
 */
public interface QuickCommand extends Callable<Integer> {
    /**
     * Takes one argument.
     *
     * @return false if picocli should read this command line
     * @throws IllegalArgumentException if the value is wrong; picocli will say so
     */
    boolean take(QuickArguments arguments);

    /** {@return whether nothing that is required is missing} Asked after the last argument. */
    default boolean isComplete() {
        return true;
    }

    @Override
    Integer call() throws IOException;
}
