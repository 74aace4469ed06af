package dev.punctual.resources;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes an answer that is no stream in one piece with its length, so that one that fails is never half an answer. */
final class WholeAnswers implements WriterInterceptor {

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        if (context.getEntity() instanceof StreamingOutput) {
            context.proceed();
            return;
        }
        OutputStream out = context.getOutputStream();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        context.setOutputStream(whole);
        context.proceed();
        context.setOutputStream(out);
        context.getHeaders().putSingle(HttpHeaders.CONTENT_LENGTH, whole.size());
        whole.writeTo(out);
    }
}
