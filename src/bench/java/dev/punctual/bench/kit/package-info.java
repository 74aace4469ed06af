/** What every measure needs: loads, tallies, counters of the servers, a plain HTTP connection. */
package dev.punctual.bench.kit;
