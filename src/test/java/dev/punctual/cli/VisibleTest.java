package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VisibleTest {

    @Test
    void leavesOrdinaryTextAsItIs() {
        assertThat(Visible.line("Bestellung schließen 👩‍👩‍👧 注文")).isEqualTo("Bestellung schließen 👩‍👩‍👧 注文");
    }

    @Test
    void escapesWhatATerminalWouldObey() {
        assertThat(Visible.line("a\u001b[2Jb\u009b31mc\rd\ne\u007f"))
                .isEqualTo("a\\u001b[2Jb\\u009b31mc\\u000dd\\u000ae\\u007f");
        assertThat(Visible.line("\u202egpj.exe\u2028")).isEqualTo("\\u202egpj.exe\\u2028");
        assertThat(Visible.line("half \ud800")).isEqualTo("half \\ud800");
    }

    @Test
    void keepsJsonOfTheSameMeaning() {
        assertThat(Visible.json("{\r\n\t\"a\":\"\u009b\u202e\"}")).isEqualTo("{ \n\t\"a\":\"\\u009b\\u202e\"}");
    }
}
