/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.driver.DriverConfig;
import java.nio.file.Path;
import java.util.List;

/** A candidate's driver, in a process of its own. */
public final class DriverEnd implements Answerer {
    private final Runnable close;

    /** Arguments: the candidate, and the driver's directory. */
    public DriverEnd(List<String> arguments) {
        Candidate candidate = new Candidate(arguments.get(0));
        Path directory = Path.of(arguments.get(1));
        if (candidate.isAeron()) {
            close = io.aeron.driver.MediaDriver.launch(candidate.aeron().driverContext(directory))::close;
        } else {
            close = io.tailrace.driver.MediaDriver.launch(DriverConfig.DEFAULT
                    .withDirectory(directory)
                    .withTermLength(candidate.tailrace().termLength()))::close;
        }
    }

    @Override
    public void close() {
        close.run();
    }
}
