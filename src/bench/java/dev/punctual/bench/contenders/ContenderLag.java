package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.time.Duration;

/** How late jobs reach the handler. */
final class ContenderLag extends ContenderMeasure {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final int perSecond;
    private final int pending;

    ContenderLag(Contender contender, int perSecond, int pending, ContenderStage stage) {
        super("lag-" + perSecond, "pending " + pending, contender, stage);
        this.perSecond = perSecond;
        this.pending = pending;
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(10, 15));
        int count = (int) (perSecond * over.toSeconds());
        Progress.step(over.toSeconds() + " s");
        Handling handling = Handling.of(contender, pending, count, over, LIMIT, stage);
        return figures()
                .setting("perSecond", perSecond)
                .setting("seconds", over.toSeconds())
                .setting("pending", pending)
                .setting("limitSeconds", LIMIT.toSeconds())
                .metrics(handling.tally().lags())
                .metrics(handling.tally().countsInTime())
                .metrics(handling.spent());
    }
}
