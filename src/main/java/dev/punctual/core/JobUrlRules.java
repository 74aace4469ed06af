package dev.punctual.core;

/** Says which URLs jobs may bring to a queue. Thread-safe. */
@FunctionalInterface
public interface JobUrlRules {

    /** No URL at all. */
    JobUrlRules NONE = url -> {
        throw new InvalidJobException("url", "is taken only by a webhook whose allowJobUrls lists hosts");
    };

    /**
     * Judges a URL before its job is stored, without asking a name server.
     *
     * @throws InvalidJobException for field {@code url} if it may not be brought
     */
    void admit(String url);
}
