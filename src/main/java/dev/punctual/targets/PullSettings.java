package dev.punctual.targets;

import dev.punctual.core.Target;

/** {@code target: pull}: whoever pulls says the rest. */
public record PullSettings() implements TargetSettings {

    @Override
    public boolean isLeased() {
        return true;
    }

    @Override
    public Target toTarget(Site site) {
        return new Target.Pull(site.lease());
    }
}
