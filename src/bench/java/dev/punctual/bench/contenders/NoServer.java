package dev.punctual.bench.contenders;

import java.util.Map;

/** For a system that keeps its jobs in its heap. */
final class NoServer implements Server {

    @Override
    public String uri() {
        return "none";
    }

    @Override
    public long usedBytes() {
        return 0;
    }

    @Override
    public Map<String, Double> spent() {
        return Map.of();
    }

    @Override
    public void cutAll() {}

    @Override
    public void close() {}
}
