/**
 * The dashboard in a real browser, against the real service.
 * Each test looks and clicks as an operator would; pictures of it go to target/screenshots.
 */
@NullMarked
package dev.punctual.browser;

import org.jspecify.annotations.NullMarked;
