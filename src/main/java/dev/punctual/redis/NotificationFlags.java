package dev.punctual.redis;

import dev.punctual.core.RepeatedFault;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's {@code notify-keyspace-events}. Missing flags are added where that is wanted; none is ever taken away,
 * since others may need it. Where CONFIG is refused nothing is known, and the probe key has to tell.
 */
final class NotificationFlags {

    private static final Logger LOG = LoggerFactory.getLogger(NotificationFlags.class);
    private static final String SETTING = "notify-keyspace-events";

    private final RepeatedFault refusals = new RepeatedFault(
            LOG, "Redis refuses CONFIG SET " + SETTING, "Redis has not refused CONFIG SET " + SETTING);
    private final RepeatedFault missing = new RepeatedFault(
            LOG, "Every job fires by the sweep path until " + SETTING + " is set", SETTING + " is not missed any more");
    private final ScriptRunner runner;
    private final RedisSettings.FlagPolicy policy;
    private final String needed;

    NotificationFlags(ScriptRunner runner, RedisSettings.FlagPolicy policy, String needed) {
        this.runner = runner;
        this.policy = policy;
        this.needed = needed;
    }

    /** What is known. */
    enum Known {
        PRESENT,
        MISSING,
        UNKNOWN
    }

    /** Looks, and by policy adds what is missing. Blocks for two commands at most; never throws. */
    Known ensure() {
        Known known = look();
        if (known == Known.MISSING && policy == RedisSettings.FlagPolicy.AUTO) {
            try {
                String wanted = value() + missing(value());
                runner.await(runner.command(redis -> redis.configSet(SETTING, wanted)));
                LOG.info("Set {} to '{}'", SETTING, value());
                missing.works(this);
                return look();
            } catch (RuntimeException refused) {
                refusals.happened(String.valueOf(refused.getMessage()));
            }
        }
        if (known == Known.MISSING) {
            missing.failed(this, "it lacks some of '" + needed + "'");
        } else if (known == Known.PRESENT) {
            missing.works(this);
        }
        return known;
    }

    /** Looks only. Blocks for one command; never throws. */
    Known look() {
        if (policy == RedisSettings.FlagPolicy.OFF) {
            return Known.UNKNOWN;
        }
        try {
            return missing(value()).isEmpty() ? Known.PRESENT : Known.MISSING;
        } catch (RuntimeException refused) {
            LOG.debug("Redis does not tell {}: {}", SETTING, refused.getMessage());
            return Known.UNKNOWN;
        }
    }

    /** What to do about missing flags, in plain words. */
    String remedy() {
        return String.format(Locale.ROOT, "set it: CONFIG SET %s %s", SETTING, needed);
    }

    private String value() {
        String value =
                runner.await(runner.command(redis -> redis.configGet(SETTING))).get(SETTING);
        if (value == null) {
            throw new IllegalStateException("CONFIG GET has no " + SETTING);
        }
        return value;
    }

    private String missing(String flags) {
        StringBuilder missing = new StringBuilder();
        for (int i = 0; i < needed.length(); i++) {
            char flag = needed.charAt(i);
            boolean covered = flag == 'x' && flags.indexOf('A') >= 0;
            if (flags.indexOf(flag) < 0 && !covered) {
                missing.append(flag);
            }
        }
        return missing.toString();
    }
}
