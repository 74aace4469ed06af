package dev.punctual.core;

/**
 * A fire that this instance has just claimed.
 *
 * @param fire its record; the cause of a sweep is provisional until it is settled
 * @param recordId the place of the record in the fire log
 */
public record ClaimedFire(Fire fire, String recordId) {

    /** The due key that the fire answers. */
    public DueKey dueKey() {
        return new DueKey(fire.job().id(), fire.job().generation());
    }
}
