package dev.punctual.testkit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals to processes that a test started. */
public enum Signal {
    STOP,
    CONT,
    INT,
    TERM,
    KILL;

    private static final int LIMIT_SECONDS = 10;

    /**
     * Sends it and waits until it is sent, not until it has worked.
     *
     * @throws IllegalStateException if the process is gone
     */
    public void sendTo(long pid) {
        try {
            // The shell's own kill: the program of that name is not on every machine.
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid)
                    .inheritIO()
                    .start();
            if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill -" + name() + " " + pid + " did not work");
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
