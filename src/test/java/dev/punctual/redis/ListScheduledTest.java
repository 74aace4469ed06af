package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ListScheduledTest {

    private static final JobFilter ALL = new JobFilter("", "");

    private final Namespace ns = new Namespace();
    private final ListScheduled list = new ListScheduled(ns.runner, ns.keys);
    private final long due = ns.nowMillis() + 3_600_000;

    @Test
    void isAtItsEndAtOnceWhereNothingWaits() {
        Reply reply = list.call(ns.keys.schedule(), 10, 100, ALL, null);

        assertThat(reply.number(0)).isEqualTo(1);
        assertThat(reply.text(1)).isEmpty();
        assertThat(reply.rows(3)).isEmpty();
    }

    @Test
    void goesByDueTimeAndThenById() {
        ns.schedule(List.of(at("b", due), at("c", due + 1), at("a", due), at("z", due - 1)));

        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, ALL, null))).containsExactly("z", "a", "b", "c");
    }

    @Test
    void saysWhereItStoppedAndThatMoreFollows() {
        ns.schedule(List.of(at("a", due), at("b", due), at("c", due)));

        Reply page = list.call(ns.keys.schedule(), 2, 100, ALL, null);

        assertThat(page.number(0)).isZero();
        assertThat(page.number(1)).isEqualTo(due);
        assertThat(page.text(2)).isEqualTo("b");
        assertThat(list.call(ns.keys.schedule(), 3, 100, ALL, null).number(0)).isEqualTo(1);
    }

    @Test
    void pagesThroughManyOfOneDueTimeWithoutGapsOrRepetitions() {
        ns.schedule(IntStream.range(0, 250).mapToObj(i -> at("a" + i, due)).toList());

        assertThat(pages(7, 100, null)).hasSize(250).doesNotHaveDuplicates();
        assertThat(pages(50, 3, null)).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void goesOnWhereItsCursorWasThoughThatJobIsGoneOrMoved() {
        ns.schedule(IntStream.range(0, 20)
                .mapToObj(i -> at("a" + (10 + i), due + i / 10))
                .toList());

        ns.cancel("a14");
        ns.redis.cli("ZADD", ns.keys.schedule(), "1", "a15");

        assertThat(ids(list.call(ns.keys.schedule(), 3, 100, ALL, new JobPlace(due, "a14"))))
                .containsExactly("a16", "a17", "a18");
        assertThat(ids(list.call(ns.keys.schedule(), 3, 100, ALL, new JobPlace(due, "a15"))))
                .containsExactly("a16", "a17", "a18");
        assertThat(ids(list.call(ns.keys.schedule(), 3, 100, ALL, new JobPlace(due, "never"))))
                .containsExactly("a20", "a21", "a22");
        assertThat(ids(list.call(ns.keys.schedule(), 3, 100, ALL, new JobPlace(due + 5, "a"))))
                .isEmpty();
    }

    @Test
    void filtersByQueueAndNameAndStopsLookingAtTheBound() {
        ns.schedule(List.of(
                queued(named(at("a", due), "x"), "one"),
                queued(named(at("b", due), "y"), "one"),
                queued(named(at("c", due), "x"), "two"),
                queued(at("d", due), "one"),
                queued(named(at("e", due), ""), "one")));

        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, new JobFilter("one", ""), null)))
                .containsExactly("a", "b", "d", "e");
        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, new JobFilter("", "=x"), null)))
                .containsExactly("a", "c");
        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, new JobFilter("one", "=x"), null)))
                .containsExactly("a");
        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, new JobFilter("one", "="), null)))
                .containsExactly("e");
        Reply bounded = list.call(ns.keys.schedule(), 10, 2, new JobFilter("two", ""), null);
        assertThat(bounded.rows(3)).isEmpty();
        assertThat(bounded.number(0)).isZero();
        assertThat(bounded.text(2)).isEqualTo("b");
    }

    @Test
    void passesOverWhatCannotBeRead() {
        ns.schedule(List.of(at("a", due), at("b", due)));
        ns.redis.cli("SET", ns.keys.job("a"), "garbage");
        ns.redis.cli("ZADD", ns.keys.schedule(), Long.toString(due), "ghost");

        assertThat(ids(list.call(ns.keys.schedule(), 10, 100, ALL, null))).containsExactly("b");
    }

    private List<String> pages(int limit, int look, @Nullable JobPlace start) {
        List<String> ids = new ArrayList<>();
        JobPlace after = start;
        while (true) {
            Reply page = list.call(ns.keys.schedule(), limit, look, ALL, after);
            ids.addAll(ids(page));
            if (page.number(0) == 1) {
                return ids;
            }
            after = new JobPlace(page.number(1), page.text(2));
        }
    }

    private static List<String> ids(Reply page) {
        return page.rows(3).stream().map(row -> row.text(0)).toList();
    }
}
