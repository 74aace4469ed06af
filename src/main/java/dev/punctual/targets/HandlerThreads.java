package dev.punctual.targets;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a handler: virtual ones where the JVM has them (Java 21), else a pool. */
final class HandlerThreads {

    private static final long IDLE_SECONDS = 30;

    private HandlerThreads() {}

    static ExecutorService open(int capacity) {
        try {
            // The name is in no library that Java 17 compiles against.
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException older) {
            return pool(capacity);
        } catch (IllegalAccessException | InvocationTargetException | UnsupportedOperationException preview) {
            return pool(capacity); // Java 19 and 20 refuse without --enable-preview
        }
    }

    /** Where no thread is free for a moment, because the one that has just ended is not back, a job waits for it. */
    static ExecutorService pool(int capacity) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                capacity, capacity, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(capacity));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
