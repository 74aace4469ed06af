package dev.punctual.targets;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many deliveries start in a second: tokens come evenly, and a tenth of a second's worth, at least one, may
 * wait. Not thread-safe.
 */
final class TokenBucket {

    private static final double BURST_SECONDS = 0.1;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final double perNano;
    private final double most;
    private final LongSupplier nanoTime;
    private double tokens;
    private long filledNanos;

    /**
     * @param perSecond null for no limit
     */
    TokenBucket(@Nullable Double perSecond, LongSupplier nanoTime) {
        this.perNano = perSecond == null ? Double.POSITIVE_INFINITY : perSecond / NANOS;
        this.most = perSecond == null ? Integer.MAX_VALUE : Math.max(1, perSecond * BURST_SECONDS);
        this.nanoTime = nanoTime;
        this.tokens = most;
        this.filledNanos = nanoTime.getAsLong();
    }

    /** Takes whole tokens, as many as there are and no more than wanted. */
    int take(int wanted) {
        if (isUnlimited()) {
            return wanted;
        }
        fill();
        int taken = (int) Math.min(wanted, Math.floor(tokens));
        tokens -= taken;
        return taken;
    }

    void giveBack(int count) {
        tokens = Math.min(most, tokens + count);
    }

    /** How long until there is a token, 0 if there is one. */
    long nanosToNext() {
        if (isUnlimited()) {
            return 0;
        }
        fill();
        return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / perNano);
    }

    private boolean isUnlimited() {
        return perNano == Double.POSITIVE_INFINITY;
    }

    private void fill() {
        long now = nanoTime.getAsLong();
        tokens = Math.min(most, tokens + (now - filledNanos) * perNano);
        filledNanos = now;
    }
}
