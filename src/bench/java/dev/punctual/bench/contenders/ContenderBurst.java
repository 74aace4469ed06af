package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** Jobs that are due in the same millisecond; what is not handled after a while is not waited for. */
final class ContenderBurst extends ContenderMeasure {

    private final int count;

    ContenderBurst(Contender contender, int count, ContenderStage stage) {
        super("burst", "", contender, stage);
        this.count = count;
    }

    @Override
    public Figures run(Scale scale) {
        Duration limit = Duration.ofSeconds(scale.pick(20, 40));
        Progress.step(count + " jobs");
        Handling handling = Handling.of(contender, 0, count, Duration.ZERO, limit, stage);
        return figures()
                .setting("count", count)
                .setting("limitSeconds", limit.toSeconds())
                .metric("handledPerSecond", handling.tally().perSecond())
                .metrics(handling.tally().countsInTime())
                .metrics(handling.spent());
    }
}
