package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import dev.punctual.core.NotificationState;
import java.util.Locale;
import java.util.function.Supplier;

/** Says whether notifications arrive. Without them the sweep path fires everything, only later: degraded, not unhealthy. */
final class NotificationsHealthCheck extends HealthCheck {

    private final Supplier<NotificationState> notifications;

    NotificationsHealthCheck(Supplier<NotificationState> notifications) {
        this.notifications = notifications;
    }

    @Override
    protected Result check() {
        NotificationState state = notifications.get();
        if (state.state() == NotificationState.State.ON) {
            return Result.healthy("notifications arrive");
        }
        String word = state.state().name().toLowerCase(Locale.ROOT);
        String reason = state.reason().isEmpty() ? "" : " (" + state.reason() + ")";
        return Result.healthy("degraded: notifications are " + word + reason + ", jobs fire by the sweep path only");
    }
}
