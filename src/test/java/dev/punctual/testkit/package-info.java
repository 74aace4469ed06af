/**
 * What the tests stand on: private and shared Redis servers, the service as a process, a proxy that can half die.
 * Everything here is closed by the test that opened it, or with the JVM.
 */
@NullMarked
package dev.punctual.testkit;

import org.jspecify.annotations.NullMarked;
