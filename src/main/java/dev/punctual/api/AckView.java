package dev.punctual.api;

/**
 * What became of one of several acks.
 *
 * @param status 204, or 410 where the lease was no longer the owner
 */
public record AckView(String leaseToken, int status) {

    private static final int DONE = 204;
    private static final int GONE = 410;

    public static AckView of(String leaseToken, boolean held) {
        return new AckView(leaseToken, held ? DONE : GONE);
    }
}
