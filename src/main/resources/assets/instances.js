/** Who has shown a sign of life of late. */

import { byId, element, foreign, keyed, time } from './dom.js';
import { Panel } from './panel.js';
import { moment } from './words.js';

const section = byId('instances');
const panel = new Panel(section);

export function showInstances(instances) {
  keyed(section.querySelector('tbody'), instances, instance => `${instance.name} ${instance.seenAt}`, ({ name, seenAt }) =>
    element('tr', {}, element('th', { scope: 'row', class: 'long' }, foreign(name)),
      element('td', {}, time(seenAt, moment(seenAt)))));
  panel.settle(instances.length > 0 ? '' : 'No instance has shown a sign of life.');
}
