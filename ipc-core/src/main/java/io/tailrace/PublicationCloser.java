/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Takes over a publication that its user has closed. */
interface PublicationCloser {
    void onClose(Publication publication);
}
