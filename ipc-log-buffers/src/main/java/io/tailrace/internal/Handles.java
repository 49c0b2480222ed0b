/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the VarHandles of fields, for static final constants of the declaring class. */
public final class Handles {
    private Handles() {}

    /** {@return the handle of a field of the calling class} */
    public static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return ConstantBootstraps.fieldVarHandle(lookup, name, VarHandle.class, lookup.lookupClass(), type);
    }
}
