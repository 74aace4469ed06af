package dev.punctual.core;

/** What must hold for a job to be put. */
public sealed interface Precondition {

    /** Nothing. */
    record None() implements Precondition {}

    /** No job of that id may be known. */
    record Absent() implements Precondition {}

    /** The job must be known in exactly this generation. */
    record GenerationIs(Generation generation) implements Precondition {}
}
