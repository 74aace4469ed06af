package dev.punctual.targets;

import dev.punctual.core.Target;

/** {@code target: handler}: the code of whoever embeds the service. */
public record HandlerSettings() implements TargetSettings {

    /** How many jobs are handled at once where the queue says nothing. */
    public static final int CAPACITY = 16;

    @Override
    public boolean isLeased() {
        return true;
    }

    @Override
    public Target toTarget(Site site) {
        return new Target.Handler(site.lease());
    }
}
