package dev.punctual.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One command in this JVM: how it ended and what it printed. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... words) {
        return of(Map.of(), words);
    }

    static CommandRun of(Map<String, String> environment, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Punctual.commandLine(new Terminal(out, err), environment).execute(words);
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
