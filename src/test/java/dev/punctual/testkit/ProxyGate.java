package dev.punctual.testkit;

/** Open at first; while it is shut, who passes waits. */
final class ProxyGate {

    private boolean shut;

    synchronized void shut() {
        shut = true;
    }

    synchronized void open() {
        shut = false;
        notifyAll();
    }

    synchronized void pass() throws InterruptedException {
        while (shut) {
            wait();
        }
    }
}
