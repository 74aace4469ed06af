package dev.punctual.resources;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Tells when the caller of a suspended request has hung up. Over HTTP/1.1 the server looks at a connection only when it
 * wants to read, so while an answer is open nobody does, and this reads in its place. Over HTTP/2 the server tells by
 * itself, and this does nothing. Thread-safe.
 */
final class CallerWatch implements Callback {

    private static final int FEW_BYTES = 512;

    private final AbstractEndPoint endPoint;
    private final Connection.UpgradeTo reader;
    private final Runnable gone;
    private final ReentrantLock turn = new ReentrantLock();
    private boolean ended;

    private CallerWatch(AbstractEndPoint endPoint, Connection.UpgradeTo reader, Runnable gone) {
        this.endPoint = endPoint;
        this.reader = reader;
        this.gone = gone;
    }

    /**
     * Begins to watch. The body of the request must have been read to its end.
     *
     * @param gone is told once; it must see to it that the request is answered all the same, which ends it
     * @return ends the watch; to be called before the answer is given, any number of times
     */
    static Runnable begin(HttpServletRequest request, Runnable gone) {
        ConnectionMetaData caller =
                ServletContextRequest.getServletContextRequest(request).getConnectionMetaData();
        Connection connection = caller.getConnection();
        if (caller.getHttpVersion() == HttpVersion.HTTP_2
                || !(connection.getEndPoint() instanceof AbstractEndPoint endPoint)
                || !(connection instanceof Connection.UpgradeTo reader)) {
            return () -> {};
        }
        CallerWatch watch = new CallerWatch(endPoint, reader, gone);
        watch.listen();
        return watch::end;
    }

    private void listen() {
        endPoint.tryFillInterested(this);
    }

    private void end() {
        turn.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
        } finally {
            turn.unlock();
        }
        // A read that is still wanted when the answer has gone out would make the server close the connection.
        endPoint.getFillInterest().onFail(new CancellationException("the request is being answered"));
    }

    /** There is something to read: the end of the connection, or a request that did not wait for this answer. */
    @Override
    public void succeeded() {
        if (hasHungUp()) {
            gone.run();
        }
    }

    @Override
    public void failed(Throwable closed) {
        turn.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
        } finally {
            turn.unlock();
        }
        gone.run();
    }

    private boolean hasHungUp() {
        turn.lock();
        try {
            if (ended) {
                return false;
            }
            ByteBuffer some = BufferUtil.allocate(FEW_BYTES);
            int filled = endPoint.fill(some);
            if (filled == 0) {
                listen();
                return false;
            }
            ended = true;
            if (filled > 0) {
                // Whoever sends on is there; the server goes on with what was read here.
                reader.onUpgradeTo(some);
                return false;
            }
            return true;
        } catch (IOException broken) {
            ended = true;
            return true;
        } finally {
            turn.unlock();
        }
    }
}
