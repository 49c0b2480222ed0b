/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Lets {@code --tail} stand before the stream: what follows it belongs to it only if that is a number. */
final class OptionalCount implements IParameterPreprocessor {
    static final long DEFAULT = 10;

    /** Between option and value if they are one argument. */
    private static final String ATTACHED = "=";

    private static final Pattern COUNT = Pattern.compile("[0-9]+[kKmMgG]?");

    @Override
    @SuppressWarnings("JdkObsolete") // The interface wants a Stack.
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        boolean attached = ATTACHED.equals(info.get("separator"));
        boolean counted = !args.isEmpty() && COUNT.matcher(args.peek()).matches();
        if (attached || counted) {
            return false;
        }
        option.setValue(DEFAULT);
        return true;
    }
}
