package dev.punctual.cli;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = {
            "Print what completes commands and options in a shell.",
            "bash: source <(scripts/punctual completion bash), or write it to"
                    + " ~/.local/share/bash-completion/completions/punctual",
            "zsh: source <(scripts/punctual completion zsh), in ~/.zshrc to keep it"
        })
final class CompletionCommand implements Callable<Integer> {

    /** The shells. */
    enum Shell {
        bash,
        zsh
    }

    private final Terminal terminal;

    @Spec
    @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    Shell shell = Shell.bash;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The script is for both: in zsh it switches the completion of bash on. */
    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        String script = AutoComplete.bash("punctual", own.root().commandLine());
        terminal.bytes(script.getBytes(StandardCharsets.UTF_8));
        return ExitCode.DONE;
    }
}
