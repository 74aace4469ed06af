package dev.punctual.core;

/**
 * The final cause of a sweep's fire.
 *
 * @param fire the fire as it was claimed
 * @param cause the cause that holds
 */
public record Settlement(ClaimedFire fire, SweepCause cause) {}
