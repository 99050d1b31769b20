import { expect, test } from 'vitest'
import { alertTexts } from '../../web/src/messages/de-alerts.ts'
import { messageOf } from '../../web/src/format/alert-message.ts'

const MESSAGES = alertTexts.alertMessages

test.each([
  [
    'low_funds',
    { partnerId: 7, currency: 'USD', available: '12.50', perDay: '3.00', daysLeft: 4.2 },
    'partner:7 kann noch 12.50\u00A0USD ausgeben, genug für 4.2 Tage bei 3.00\u00A0USD am Tag',
  ],
  [
    'low_stock',
    { productId: 12_345, faceValue: '10.00', currency: 'EUR', free: 1, lowStockThreshold: 5 },
    'Von product:12345 zu 10.00\u00A0EUR sind noch 1 verkäuflich, weniger als 5',
  ],
  [
    'orders_waiting',
    { partnerId: 7, orders: { PROCESSING: 5, ON_HOLD: 2 }, orderId: 'ord_1', since: '2026' },
    'Bestellungen von partner:7 warten: 5 PROCESSING, 2 ON_HOLD; die älteste ist ord_1, ' +
      'aufgegeben 2026',
  ],
  [
    'rate_stale',
    { hours: 24, pairs: ['a', 'b', 'c', 'd', 'e', 'f'], source: 'ecb' },
    'Kurse in Gebrauch sind älter als 24 Stunden: a, b, c, d, e, …, von ecb',
  ],
  ['replication_lag', { slot: 's1' }, 'Der Standby des Slots s1 ist fort, und das Protokoll'],
  // An alert of an earlier version, with fewer details.
  ['credits_stopped', { partnerId: 7, reference: null }, 'the message of the service'],
  ['of_a_later_version', {}, 'the message of the service'],
])('an alert of the kind %s with %j is shown in German', (kind, details, text) => {
  const alert = { kind, details, message: 'the message of the service' }
  const shown = messageOf(alert, MESSAGES)
  expect(shown.startsWith(text)).toBe(true)
})
