package dev.punctual.redis;

import dev.punctual.core.RepeatedFault;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection on which something was asked and nothing at all has come back for a while, so that Lettuce opens
 * another. A network that died without a word, or a server that hangs, would otherwise hold it until TCP gives up, which
 * takes minutes. One for each connection; runs on its event loop alone.
 */
final class SilenceGuard extends ChannelDuplexHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SilenceGuard.class);

    /** The same for all connections. */
    private static final RepeatedFault SILENCE = new RepeatedFault(
            LOG, "A connection is opened anew, since Redis is silent on it", "No connection has been silent");

    private static final int LOOKS = 4;

    private final Duration limit;
    private boolean unanswered;
    private int silentLooks;
    private @Nullable Future<?> looking;

    /**
     * @param limit how long the server may be silent; the connection is closed within a quarter more
     */
    SilenceGuard(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        long pauseMillis = Math.max(1, limit.toMillis() / LOOKS);
        looking = context.executor()
                .scheduleWithFixedDelay(() -> look(context), pauseMillis, pauseMillis, TimeUnit.MILLISECONDS);
        context.fireChannelActive();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        unanswered = true;
        var unused = context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        unanswered = false;
        silentLooks = 0;
        context.fireChannelRead(message);
    }

    /** Counts instead of reading a clock: after a pause of this whole process the server gets its time anew. */
    private void look(ChannelHandlerContext context) {
        if (unanswered && ++silentLooks > LOOKS) {
            SILENCE.happened("for " + limit);
            var unused = context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (looking != null) {
            looking.cancel(false);
        }
        context.fireChannelInactive();
    }
}
