// BullMQ as a system of the benchmark: node bench.mjs version | work | schedule | bulk, see `options` below.
//
// Set up as BullMQ's documentation advises; the chapter that a setting comes from is named beside it. Redis keeps its
// defaults: the chapter "Going to production" asks for maxmemory-policy noeviction, which is the default, and for an
// append-only file, which no system of the benchmark has. ioredis is of the version that this BullMQ is tested with.
import { readFileSync, openSync, writeSync, closeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Queue, Worker } from 'bullmq';
import IORedis from 'ioredis';

const QUEUE = 'bench';
const DAY_MILLIS = 86_400_000;
const FLUSH_MILLIS = 20;
const WARM_MOST = 2_000;
/** {"filler":"xxx…"} of 200 bytes. */
const PAYLOAD = { filler: 'x'.repeat(200 - '{"filler":""}'.length) };

// "Concurrency" has 50 in its example; "Parallelism and Concurrency" has 100 to 300 for handlers that wait for I/O and less
// for those that do not. Of 1, 10, 50 and 100, 50 drained a burst fastest, and the lag was the same with each.
const CONCURRENCY = 50;

// "Adding jobs in bulk": one call is one transaction. A thousand at a time keeps it from blocking Redis for long.
const BULK = 1_000;

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    report: { type: 'string' },
    flush: { type: 'boolean', default: false },
    prefix: { type: 'string' },
    count: { type: 'string' },
    first: { type: 'string' },
    over: { type: 'string' },
    callers: { type: 'string', default: '1' },
  },
});

/** Appends `<id> <epochMicros>` lines: each with a write of its own, or all of the last 20 ms with one. */
class Report {
  #file = openSync(options.report, 'a');
  #lines = '';

  constructor() {
    if (!options.flush) {
      setInterval(() => this.write(), FLUSH_MILLIS).unref();
    }
  }

  handled(id) {
    const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
    this.#lines += `${id} ${micros}\n`;
    if (options.flush) {
      this.write();
    }
  }

  write() {
    if (this.#lines !== '') {
      writeSync(this.#file, this.#lines);
      this.#lines = '';
    }
  }

  close() {
    this.write();
    closeSync(this.#file);
  }
}

async function work() {
  const report = new Report();
  const worker = new Worker(
    QUEUE,
    async (job) => report.handled(job.id),
    {
      // "Going to production": a worker waits for Redis for ever, so no limit of retries.
      connection: new IORedis(options.server, { maxRetriesPerRequest: null }),
      concurrency: CONCURRENCY,
      // "Auto-removal of jobs": completed jobs would be kept for ever.
      removeOnComplete: { count: 0 },
    },
  );
  // "Going to production": errors are logged.
  worker.on('error', (error) => console.error(error));
  // "Going to production", "Gracefully shut-down workers".
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, async () => {
      await worker.close();
      report.close();
      process.exit(0);
    });
  }
  await worker.waitUntilReady();
  console.log('ready');
}

async function openQueue() {
  // "Going to production": a producer fails at once when Redis is away instead of queueing, so no offline queue.
  const queue = new Queue(QUEUE, { connection: new IORedis(options.server, { enableOfflineQueue: false, lazyConnect: true }) });
  queue.on('error', (error) => console.error(error));
  await queue.waitUntilReady();
  return queue;
}

/** A delay is counted from the job's timestamp, so both come from one look at the clock: due at the very millisecond. */
function settings(id, dueAtMillis) {
  const timestamp = Date.now();
  return { jobId: id, timestamp, delay: Math.max(0, dueAtMillis - timestamp) };
}

async function scheduleEach(queue, jobs, callers) {
  let next = 0;
  const caller = async () => {
    while (next < jobs.length) {
      const { id, dueAtMillis } = jobs[next++];
      await queue.add('job', PAYLOAD, settings(id, dueAtMillis));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

async function scheduleInBulk(queue, jobs) {
  for (let from = 0; from < jobs.length; from += BULK) {
    await queue.addBulk(
      jobs
        .slice(from, from + BULK)
        .map(({ id, dueAtMillis }) => ({ name: 'job', data: PAYLOAD, opts: settings(id, dueAtMillis) })),
    );
  }
}

/** Warms up with jobs that are due in a day, at most a quarter as many, then measures. */
async function measure(schedule) {
  const count = Number(options.count);
  const first = Number(options.first);
  const over = Number(options.over);
  const due = Array.from({ length: count }, (_, i) => ({
    id: options.prefix + i,
    dueAtMillis: first + Math.floor((i * over) / count),
  }));
  const warm = Array.from({ length: Math.min(Math.floor(count / 4), WARM_MOST) }, (_, i) => ({
    id: `warm-${options.prefix}${i}`,
    dueAtMillis: Date.now() + DAY_MILLIS,
  }));
  const queue = await openQueue();
  await schedule(queue, warm);
  const start = performance.now();
  await schedule(queue, due);
  const seconds = (performance.now() - start) / 1000;
  console.log(`perSecond ${(count / seconds).toFixed(1)}`);
  await queue.close();
  process.exit(0);
}

function version() {
  const dependencies = JSON.parse(readFileSync(new URL('package.json', import.meta.url))).dependencies;
  console.log(`BullMQ ${dependencies.bullmq}`);
}

switch (positionals[0]) {
  case 'version':
    version();
    break;
  case 'work':
    await work();
    break;
  case 'schedule':
    await measure((queue, jobs) => scheduleEach(queue, jobs, Number(options.callers)));
    break;
  case 'bulk':
    await measure(scheduleInBulk);
    break;
  default:
    console.error('version | work | schedule | bulk');
    process.exit(2);
}
