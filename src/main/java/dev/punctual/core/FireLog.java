package dev.punctual.core;

/** The record of what fired, over all instances. Thread-safe. */
public interface FireLog {

    /**
     * A page of fire records, newest first.
     *
     * @throws InvalidJobException for field {@code cursor} if the cursor is not one of ours
     * @throws StoreUnavailableException if Redis does not answer
     */
    Page<Fire> fires(FireQuery query);
}
