package dev.punctual.api;

import dev.punctual.core.Page;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items what was found; may be empty although more follows
 * @param next the cursor of the next page; null where the list ends
 */
public record PageView<T>(List<T> items, @Nullable String next) {

    public static <S, T> PageView<T> of(Page<S> page, Function<S, T> view) {
        return new PageView<>(page.items().stream().map(view).toList(), page.next());
    }
}
