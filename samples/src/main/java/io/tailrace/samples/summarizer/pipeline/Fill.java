/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/**
 * How full a stage was, from 0 to 1.
 *
 * @param stage its name
 * @param mean of all samples
 * @param nearlyEmpty the share of the samples in which a tenth or less of it was full
 * @param nearlyFull the share of the samples in which nine tenths or more were
 */
public record Fill(String stage, double mean, double nearlyEmpty, double nearlyFull) {}
