package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Schedule jobs from NDJSON, a line each, as export writes it.",
            "It may be repeated: a job that is known with the same content is left as it is. A line that fails is told with"
                    + " its number, and the others go on."
        })
final class ImportCommand implements Callable<Integer> {

    private static final int LINES_A_CALL = 1_000;
    private static final int CHARACTERS_A_CALL = 4 << 20;

    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Where from; standard input if absent or -.")
    @Nullable String file;

    @Mixin
    ProgressOption progress = new ProgressOption();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    private long made;
    private long known;
    private long failed;

    ImportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Progress bar = new Progress(terminal, progress.shown, "jobs");
        boolean standard = file == null || file.equals("-");
        try (InputStream in = standard ? System.in : Files.newInputStream(Path.of(String.valueOf(file)))) {
            long size = standard ? 0 : Files.size(Path.of(String.valueOf(file)));
            send(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), bar, size);
        } catch (NoSuchFileException absent) {
            throw new FailedCallException(ExitCode.WRONG_USAGE, "there is no file " + file, absent);
        } catch (IOException unreadable) {
            throw new FailedCallException(ExitCode.REFUSED, "cannot read " + file + ": " + unreadable, unreadable);
        } finally {
            bar.end();
        }
        terminal.line(made + " jobs scheduled, " + known + " known already, " + failed + " failed");
        return failed == 0 ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private void send(BufferedReader lines, Progress bar, long size) throws IOException {
        ServiceCalls calls = service.calls();
        List<Long> numbers = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        long number = 0;
        long characters = 0;
        String line;
        while ((line = lines.readLine()) != null) {
            number++;
            characters += line.length() + 1;
            if (line.isBlank()) {
                continue;
            }
            numbers.add(number);
            body.append(line).append('\n');
            if (numbers.size() == LINES_A_CALL || body.length() >= CHARACTERS_A_CALL) {
                send(calls, numbers, body);
                bar.at(size == 0 ? 0 : (double) characters / size, made + known + failed);
            }
        }
        send(calls, numbers, body);
    }

    private void send(ServiceCalls calls, List<Long> numbers, StringBuilder body) {
        if (numbers.isEmpty()) {
            return;
        }
        int place = 0;
        try {
            for (String answer : calls.bulk(body.toString()).body().split("\n", -1)) {
                if (!answer.isBlank() && place < numbers.size()) {
                    tell(numbers.get(place++), answer);
                }
            }
        } catch (FailedCallException broken) {
            throw new FailedCallException(
                    broken.exitCode(),
                    broken.getMessage() + "; stopped at line " + numbers.get(0) + ": run it again, it goes on",
                    broken);
        }
        if (place < numbers.size()) {
            throw new FailedCallException(
                    ExitCode.REFUSED,
                    "the answer broke off at line " + numbers.get(place) + ": run it again, it goes on",
                    null);
        }
        numbers.clear();
        body.setLength(0);
    }

    private void tell(long number, String answer) {
        int status = Json.tree(answer)
                .map(node -> node.path("status"))
                .map(JsonNode::asInt)
                .orElse(500);
        if (status == 201) {
            made++;
        } else if (status == 200) {
            known++;
        } else {
            failed++;
            terminal.complain("line " + number + ": " + ProblemText.of(status, answer));
        }
    }
}
