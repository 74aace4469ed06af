package dev.punctual.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts an answer of any shape together as it comes off the wire (RESP 2). */
final class AnswerOutput extends CommandOutput<byte[], byte[], RedisAnswer> {

    /** A list that is not whole yet. */
    private record Open(int size, List<RedisAnswer> items) {}

    /** Lettuce hands over a status and a string alike. These are hardly ever anything but a status. */
    private static final Set<String> STATUS_WORDS = Set.of("OK", "PONG");

    private final Deque<Open> open = new ArrayDeque<>();
    private final boolean answersByStatus;

    /**
     * @param answersByStatus whether any text that is the whole answer is a status, as with TYPE
     */
    AnswerOutput(boolean answersByStatus) {
        super(ByteArrayCodec.INSTANCE, new RedisAnswer.Nil());
        this.answersByStatus = answersByStatus;
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            add(new RedisAnswer.Nil());
            return;
        }
        String text = text(bytes, StandardCharsets.ISO_8859_1);
        boolean isStatus = open.isEmpty() && (answersByStatus || STATUS_WORDS.contains(text));
        add(isStatus ? new RedisAnswer.Status(text) : new RedisAnswer.Bulk(text));
    }

    @Override
    public void set(long value) {
        add(new RedisAnswer.Whole(value));
    }

    @Override
    public void setError(ByteBuffer bytes) {
        add(new RedisAnswer.Failure(text(bytes, StandardCharsets.UTF_8)));
    }

    @Override
    public void multi(int count) {
        if (count > 0) {
            open.push(new Open(count, new ArrayList<>()));
        } else {
            add(count < 0 ? new RedisAnswer.Nil() : new RedisAnswer.Many(List.of()));
        }
    }

    private void add(RedisAnswer one) {
        RedisAnswer whole = one;
        while (!open.isEmpty()) {
            Open list = open.getFirst();
            list.items().add(whole);
            if (list.items().size() < list.size()) {
                return;
            }
            whole = new RedisAnswer.Many(open.pop().items());
        }
        output = whole;
    }

    private static String text(ByteBuffer bytes, Charset charset) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return new String(copy, charset);
    }
}
