/**
 * The domain: jobs, generations, fires, retries, the service over them, its ports and its exceptions.
 * It knows neither Redis nor HTTP, and sees nothing but java.*, JSpecify and SLF4J.
 */
@NullMarked
package dev.punctual.core;

import org.jspecify.annotations.NullMarked;
