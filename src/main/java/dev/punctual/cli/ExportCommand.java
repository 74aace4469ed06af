package dev.punctual.cli;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "export",
        description = {
            "Write all waiting jobs as NDJSON, a line each, for import. Finished, running and dead jobs are left out.",
            "A file is complete only if the exit code is 0."
        })
final class ExportCommand implements Callable<Integer> {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Where to; standard output if absent or -.")
    @Nullable String file;

    @Mixin
    ProgressOption progress = new ProgressOption();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ServiceCalls calls = service.calls();
        long expected = calls.call("GET", ServicePath.of("/v1/stats"))
                .tree()
                .at("/jobs/scheduled")
                .asLong();
        Progress bar = new Progress(terminal, progress.shown, "jobs");
        long count;
        try (InputStream lines = new BufferedInputStream(calls.stream(ServicePath.of("/v1/jobs/export")))) {
            if (file == null || file.equals("-")) {
                count = copy(
                        lines,
                        new OutputStream() {
                            @Override
                            public void write(int one) {
                                terminal.bytes(new byte[] {(byte) one});
                            }

                            @Override
                            public void write(byte[] some, int from, int length) {
                                terminal.bytes(Arrays.copyOfRange(some, from, from + length));
                            }
                        },
                        bar,
                        expected);
            } else {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(file)))) {
                    count = copy(lines, out, bar, expected);
                }
            }
        } catch (IOException broken) {
            throw new FailedCallException(
                    ExitCode.REFUSED, "the export broke off and is not complete: " + broken + "; run it again", broken);
        } finally {
            bar.end();
        }
        terminal.err().println(count + " jobs exported");
        return ExitCode.DONE;
    }

    private static long copy(InputStream lines, OutputStream out, Progress bar, long expected) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long count = 0;
        int read;
        while ((read = lines.read(buffer)) >= 0) {
            out.write(buffer, 0, read);
            for (int i = 0; i < read; i++) {
                count += buffer[i] == '\n' ? 1 : 0;
            }
            bar.at(expected == 0 ? 0 : (double) count / expected, count);
        }
        return count;
    }
}
