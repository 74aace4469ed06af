package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.bench.kit.Scale;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;

/** From the start of the process until it answers, on a Redis that runs. */
final class ReadyMeasure extends PunctualMeasure {

    ReadyMeasure(Stage stage) {
        super("ready", "", stage);
    }

    @Override
    public Figures run(Scale scale) {
        stage.clear();
        try (RedisProcess redis = RedisProcess.start()) {
            long started = System.nanoTime();
            try (ServiceProcess service = ServiceProcess.builder().redis(redis).start();
                    HttpConnection connection = new HttpConnection(service.api())) {
                double readyNanos = System.nanoTime() - started;
                connection.get("/v1/stats");
                return Figures.empty()
                        .metric("readyMs", readyNanos / 1e6)
                        .metric("firstAnswerMs", (System.nanoTime() - started) / 1e6);
            }
        }
    }
}
