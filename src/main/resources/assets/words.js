/** How numbers, times and states are said on the page. */

const whole = new Intl.NumberFormat('en');
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hour12: false,
});
const calendar = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric', month: 'short', day: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hour12: false,
});

const UNITS = [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'min'], [1000, 's'], [1, 'ms']];

export const NONE = '–';

export const CAUSES = {
  late: 'the notification came after the sweep',
  lost: 'the notification never came',
  saturated: 'it came while no capacity was free',
  catch_up: 'overdue when the service started or reconnected',
  lease_lapsed: 'the lease ended before the work did',
};

export const NOTIFICATIONS = {
  on: 'due keys are announced',
  off: 'switched off: the sweep fires everything',
  forbidden: 'the Redis user may not subscribe: the sweep fires everything',
  silent: 'none comes: the sweep fires everything',
};

export function count(value) {
  return typeof value === 'number' ? whole.format(value) : NONE;
}

/** A span given in milliseconds, in the unit that reads best. */
export function span(millis) {
  if (typeof millis !== 'number') {
    return NONE;
  }
  const [size, unit] = UNITS.find(([from]) => Math.abs(millis) >= from * 0.9995) ?? UNITS.at(-1);
  const value = millis / size;
  return `${Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1))} ${unit}`;
}

/** An instant of today by its time, another with its date. */
export function moment(instant) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return String(instant);
  }
  const today = date.toDateString() === new Date().toDateString();
  return (today ? clock : calendar).format(date);
}

const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false });

/** The minute of an instant given in milliseconds. */
export function minuteOf(millis) {
  return minutes.format(new Date(millis));
}

export function share(part, total) {
  return total > 0 ? `${(100 * part / total).toFixed(part === total || part === 0 ? 0 : 1)} %` : '';
}
