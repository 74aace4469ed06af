/**
 * What an operator is shown: the scrape, the percentiles, health.
 * Fakes answer for Redis; one suite asks over the admin port.
 */
@NullMarked
package dev.punctual.observe;

import org.jspecify.annotations.NullMarked;
