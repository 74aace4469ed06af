package dev.punctual.redis;

import java.util.List;

/** Finds out what the Redis user may not do: {@code check_rights.lua}. */
final class CheckRights {

    static final Script SCRIPT = Script.load("check_rights", 0);

    private final ScriptRunner runner;

    CheckRights(ScriptRunner runner) {
        this.runner = runner;
    }

    /** The lines that are refused, of commands with their arguments. */
    List<String> call(List<String> lines) {
        return runner.texts(SCRIPT, List.of(), lines);
    }
}
