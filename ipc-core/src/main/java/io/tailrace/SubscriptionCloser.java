/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Takes over a subscription that its user has closed. */
interface SubscriptionCloser {
    void onClose(Subscription subscription);
}
