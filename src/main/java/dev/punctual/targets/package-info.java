/**
 * Where jobs go when the claim itself cannot hand them over: the webhook.
 * Nothing here knows Redis or claims; each target is a deliverer of the core.
 */
@NullMarked
package dev.punctual.targets;

import org.jspecify.annotations.NullMarked;
