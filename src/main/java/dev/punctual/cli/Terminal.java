package dev.punctual.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where commands print: UTF-8 whatever the locale, and nothing unsafe unless it is asked for. */
final class Terminal {

    private final OutputStream bytes;
    private final PrintWriter out;
    private final PrintWriter err;

    Terminal(OutputStream out, OutputStream err) {
        this.bytes = out;
        this.out = writer(out);
        this.err = writer(err);
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    PrintWriter out() {
        return out;
    }

    PrintWriter err() {
        return err;
    }

    void line(String text) {
        out.println(Visible.line(text));
    }

    void lines(List<String> lines) {
        lines.forEach(this::line);
    }

    void json(String body) {
        out.println(Visible.json(body).stripTrailing());
    }

    /** As they are, for a program at the other end. */
    void bytes(byte[] some) {
        try {
            out.flush();
            bytes.write(some);
            bytes.flush();
        } catch (IOException gone) {
            throw new FailedCallException(
                    ExitCode.REFUSED, "the answer could not be printed: " + gone.getMessage(), gone);
        }
    }

    void complain(String text) {
        err.println("punctual: " + Visible.line(text));
    }
}
