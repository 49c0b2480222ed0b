/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * Told of an image that comes or goes. Runs on the client's conductor thread, or inside a call that waits; it must
 * not call back to add anything, and should be brief.
 */
@FunctionalInterface
public interface ImageHandler {
    void onImage(Image image);
}
