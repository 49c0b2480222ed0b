/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.check.CheckCommand;
import io.tailrace.tools.clients.ClientsCommand;
import io.tailrace.tools.command.QuickArguments;
import io.tailrace.tools.command.QuickCommand;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.counters.CountersCommand;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.errors.ErrorsCommand;
import io.tailrace.tools.jitter.JitterCommand;
import io.tailrace.tools.ls.LsCommand;
import io.tailrace.tools.ping.PingCommand;
import io.tailrace.tools.pubsub.PubCommand;
import io.tailrace.tools.pubsub.SubCommand;
import io.tailrace.tools.recording.RecordCommand;
import io.tailrace.tools.recording.ReplayCommand;
import io.tailrace.tools.stat.StatCommand;
import io.tailrace.tools.top.TopCommand;
import io.tailrace.tools.web.WebCommand;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is read without picocli is what picocli reads. */
class QuickStartTest {
    private static final int COMMAND_LINES = 4_000;
    private static final int LEAST_ACCEPTED = 50;
    private static final int LONGEST = 6;
    private static final String[] VALUES = {
        "1",
        "0",
        "4m",
        "64k",
        "100k",
        "5s",
        "250ms",
        "1.5",
        "json",
        "HEX",
        "text",
        "shared",
        "dedicated",
        "tail",
        "oldest",
        "block",
        "drop",
        "evict",
        "spin",
        "quotes",
        "rate",
        "",
        "@x",
        "a=b",
        "=",
        " ",
        "-1",
        "-",
        "--",
        "ü"
    };

    static Stream<Named<Supplier<QuickCommand>>> commands() {
        Termination termination = new Termination();
        return Stream.of(
                Named.of("driver", () -> new DriverCommand(termination)),
                Named.of("pub", () -> new PubCommand(termination)),
                Named.of("sub", () -> new SubCommand(termination)),
                Named.of("ls", () -> new LsCommand(termination, Terminal.PLAIN)),
                Named.of("top", () -> new TopCommand(termination, Terminal.PLAIN)),
                Named.of("web", () -> new WebCommand(termination)),
                Named.of("stat", () -> new StatCommand(termination)),
                Named.of("clients", () -> new ClientsCommand(Terminal.PLAIN)),
                Named.of("errors", () -> new ErrorsCommand(Terminal.PLAIN)),
                Named.of("counters", () -> new CountersCommand(termination)),
                Named.of("doctor", () -> new DoctorCommand(termination, Terminal.PLAIN)),
                Named.of("check", () -> new CheckCommand(termination)),
                Named.of("dump", () -> new DumpCommand(termination)),
                Named.of("ping", () -> new PingCommand(termination)),
                Named.of("jitter", () -> new JitterCommand(termination)),
                Named.of("record", () -> new RecordCommand(termination)),
                Named.of("replay", () -> new ReplayCommand(termination)));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void plainCommandLinesMeanTheSameToPicocli(Supplier<QuickCommand> maker) throws IllegalAccessException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> vocabulary = vocabulary(maker.get());
        int accepted = 0;
        for (int i = 0; i < COMMAND_LINES; i++) {
            String[] arguments = arguments(random, vocabulary);
            String context = "seed=" + seed + ", arguments=" + Arrays.toString(arguments);
            QuickCommand quick = maker.get();
            if (QuickArguments.parse(arguments, 0, quick)) {
                accepted++;
                QuickCommand thorough = maker.get();
                prepared(thorough).parseArgs(arguments);
                assertEquals(values(thorough), values(quick), context);
            }
        }
        assertTrue(accepted >= LEAST_ACCEPTED, "too few to tell: accepted=" + accepted + ", seed=" + seed);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionCanBeReadWithoutPicocli(Supplier<QuickCommand> maker) {
        for (CommandLine.Model.OptionSpec option :
                prepared(maker.get()).getCommandSpec().options()) {
            if (option.usageHelp() || option.versionHelp()) {
                continue;
            }
            String name = option.longestName();
            boolean taken = Stream.of(VALUES)
                    .map(value -> option.arity().max() == 0 ? name : name + "=" + value)
                    .map(argument -> Stream.concat(Stream.of(argument), positionals(maker.get()))
                            .toArray(String[]::new))
                    .anyMatch(arguments -> QuickArguments.parse(arguments, 0, maker.get()));
            assertTrue(taken, "option=" + name);
        }
    }

    /** {@return as many arguments without a dash as the command needs} */
    private static Stream<String> positionals(QuickCommand command) {
        long count = prepared(command).getCommandSpec().positionalParameters().stream()
                .filter(parameter -> parameter.arity().min() > 0)
                .count();
        return Stream.generate(() -> "word").limit(count);
    }

    @Test
    void namesThatAreNoQuickCommandAreLeftToPicocli() {
        for (String name : List.of("dump", "demo", "help", "--help", "--version", "nonsense", "")) {
            assertNull(TailraceMain.quickCommand(new String[] {name}, new Termination(), Terminal.PLAIN), name);
        }
        assertNull(TailraceMain.quickCommand(new String[0], new Termination(), Terminal.PLAIN));
        assertNotNull(TailraceMain.quickCommand(new String[] {"driver"}, new Termination(), Terminal.PLAIN));
    }

    private static CommandLine prepared(QuickCommand command) {
        return new CommandLine(command).setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static List<String> vocabulary(QuickCommand command) {
        List<String> words = new ArrayList<>();
        prepared(command).getCommandSpec().options().forEach(option -> words.addAll(List.of(option.names())));
        return words;
    }

    private static String[] arguments(Random random, List<String> options) {
        String[] arguments = new String[random.nextInt(LONGEST + 1)];
        for (int i = 0; i < arguments.length; i++) {
            String value = VALUES[random.nextInt(VALUES.length)];
            String option = options.get(random.nextInt(options.size()));
            arguments[i] = switch (random.nextInt(5)) {
                case 0, 1 -> value;
                case 2 -> option + "=" + value;
                default -> option;
            };
        }
        return arguments;
    }

    /** The values of everything that can be given on the command line. */
    private static Map<String, Object> values(Object command) throws IllegalAccessException {
        Map<String, Object> values = new TreeMap<>();
        for (Field field : command.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (field.isAnnotationPresent(Mixin.class)) {
                values.putAll(values(field.get(command)));
            } else if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
                values.put(field.getName(), String.valueOf(field.get(command)));
            }
        }
        return values;
    }
}
