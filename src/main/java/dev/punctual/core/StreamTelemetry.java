package dev.punctual.core;

/** What is told of the clients that follow the fires. Must not block and must not throw; called from many threads. */
public interface StreamTelemetry {

    /** A client follows. */
    void opened();

    /** One that followed does not any more, for whatever reason. */
    void closed();

    /** A client was dropped because it did not read; {@link #closed} follows. */
    void dropped();
}
