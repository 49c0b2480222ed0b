/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.codecs.LogKind;
import io.tailrace.driver.MediaDriver;
import io.tailrace.history.History;
import io.tailrace.injector.Injector;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that is a module of its own, on the module path, without flags and without a class path. */
@Tag("smoke")
final class ModulePathIT {
    private static final String MODULE = "module user { requires io.tailrace.injector; }";
    private static final String PROGRAM = """
        package user;

        import io.tailrace.*;
        import io.tailrace.dispatch.*;
        import io.tailrace.injector.*;
        import io.tailrace.memory.MappedBuffer;
        import java.nio.charset.StandardCharsets;
        import java.nio.file.Path;
        import java.time.Duration;
        import java.util.concurrent.CountDownLatch;

        final class Main {
            public static void main(String[] args) throws InterruptedException {
                byte[] text = "hello".getBytes(StandardCharsets.UTF_8);
                FrameHandler print = (buffer, offset, length, header) -> System.out.println(
                        Main.class.getModule() + " got " + buffer.getStringWithoutLengthUtf8(offset, length));
                try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                        Subscription subscription = tailrace.addSubscription("greetings");
                        Publication publication = tailrace.addPublication("greetings");
                        Injector injector = new Injector();
                        InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("handlers", 2))) {
                    publication.offer(MappedBuffer.of(text), 0, text.length, Duration.ofSeconds(30));
                    while (subscription.poll(print, 64) == 0) {
                        Thread.onSpinWait();
                    }
                    CountDownLatch handled = new CountDownLatch(1);
                    try (Dispatch dispatch = Dispatch.of(
                                    subscription, (buffer, offset, length, header) -> handled.countDown())
                            .onFailure(FailurePolicy.HALT)
                            .start(executor)) {
                        publication.offer(MappedBuffer.of(text), 0, text.length, Duration.ofSeconds(30));
                        handled.await();
                    }
                }
                try (Tailrace tailrace = Tailrace.open(Path.of(args[0]))) {
                    tailrace.addSubscription(
                            "greetings", SubscriptionConfig.DEFAULT.withJoinAt(SubscriptionConfig.JoinAt.BEGINNING));
                } catch (RegistrationException e) {
                    System.out.println(e.getMessage());
                }
                System.out.println("done");
            }
        }
        """;

    private static final List<Path> LIBRARIES = Stream.of(
                    MappedBuffer.class,
                    LogKind.class,
                    Tailrace.class,
                    MediaDriver.class,
                    Injector.class,
                    History.class,
                    DirectBuffer.class)
            .map(ModulePathIT::placeOf)
            .toList();

    @RegisterExtension
    final Scene scene = new Scene();

    static Stream<Jvm> jdks() {
        return Stream.of(Optional.of(Jvm.PLAIN), Jvm.other()).flatMap(Optional::stream);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aModuleEmbedsADriverAndPublishesAndSubscribes(Jvm jvm) throws Exception {
        assertEquals("", compile(PROGRAM));

        JavaProcess user = scene.startModule(jvm, path(LIBRARIES) + File.pathSeparator + classes(), "user/user.Main");

        user.awaitLine("module user got hello");
        user.awaitLine("no historian keeps this stream");
        user.awaitLine("done");
        user.awaitQuietEnd();
    }

    @Test
    void whatIsForTheLibraryAloneIsOutOfReach() throws IOException {
        String report = compile("package user; class Main { io.tailrace.log.LogFiles field; }");
        assertTrue(report.contains("package io.tailrace.log is not visible"), report);
    }

    /** Compiles a source file of the module. Returns the compiler's output. */
    private String compile(String program) throws IOException {
        Path sources = Files.createDirectories(scene.root().resolve("sources"));
        Path module = Files.writeString(sources.resolve("module-info.java"), MODULE);
        Path main = Files.writeString(sources.resolve("Main.java"), program);
        StringWriter report = new StringWriter();
        PrintWriter writer = new PrintWriter(report);
        String modulePath = path(LIBRARIES) + File.pathSeparator + placeOf(Nullable.class);
        List<Object> words = List.of(
                "-Xlint:all,-try", "--release", "17", "--module-path", modulePath, "-d", classes(), module, main);
        int exitCode = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(writer, writer, words.stream().map(Object::toString).toArray(String[]::new));
        assertNotEquals(exitCode == 0, report.toString().contains("error:"), report::toString);
        return report.toString();
    }

    private Path classes() {
        return scene.root().resolve("classes");
    }

    private static String path(List<Path> places) {
        return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** {@return the jar or the folder of a class} */
    private static Path placeOf(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }
}
