/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/** What is compared with one another in every round: one workload on one kind of publication. */
record Cell(String kind, Workload workload) {}
