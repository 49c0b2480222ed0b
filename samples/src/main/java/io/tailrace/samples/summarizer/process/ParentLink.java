/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The pipes between a child and the process that has started it. Down one of them nothing comes, and it ends with the
 * parent, however that ends; then the child ends, too. Up the other one goes a byte when the child is ready, and later
 * its report.
 */
public final class ParentLink implements Supervisor {
    static final int READY = 'R';

    private static final int INTERRUPTED_EXIT_CODE = 130;
    private static final long PATIENCE_MS = 5_000;

    private final OutputStream output;
    private volatile boolean hasParentEnded;

    private ParentLink(OutputStream output) {
        this.output = output;
    }

    /** {@return the link of the calling thread, which is interrupted when the parent has ended} */
    public static ParentLink open(InputStream input, OutputStream output) {
        ParentLink link = new ParentLink(output);
        Thread child = Thread.currentThread();
        Thread watch = new Thread(() -> link.watch(input, child), "parent-watch");
        watch.setDaemon(true);
        watch.start();
        return link;
    }

    private void watch(InputStream input, Thread child) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // As good as its end.
        }
        hasParentEnded = true;
        child.interrupt();
        try {
            Thread.sleep(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Nobody does that.
        }
        Runtime.getRuntime().halt(INTERRUPTED_EXIT_CODE); // Nobody is left who would end it by hand.
    }

    /** {@return whether the child is to end because its parent has} */
    public boolean hasParentEnded() {
        return hasParentEnded;
    }

    @Override
    public boolean isLasting() {
        return false;
    }

    @Override
    public void ready() throws IOException {
        output.write(READY);
        output.flush();
    }

    @Override
    public void ended(List<Fill> fills, List<Summary> summaries) throws IOException {
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(output));
        new ChildReport(fills, summaries).write(data);
        data.flush();
    }
}
