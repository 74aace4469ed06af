package dev.punctual.core;

import java.util.Locale;

/** How much a finding matters, from nothing to jobs that are in danger. */
public enum Severity {
    /** As it should be. */
    OK,
    /** Good to know, or not to be found out. */
    INFO,
    /** Jobs may come late, or be lost if something else happens too. */
    WARNING,
    /** Jobs are lost, refused, or not fired. */
    CRITICAL;

    /** The word in answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
