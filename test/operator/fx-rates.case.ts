import { expect } from 'vitest'
import {
  NO_FLAGS,
  NO_INSTANTS,
  NO_LINES,
  NO_LISTS,
  NO_STORED_CURRENCIES,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import { CSV_HEADERS } from '../conformance/bad-input/fixture.ts'
import {
  also,
  anyTime,
  currency,
  entries,
  flag,
  inAnHour,
  line,
  notA,
  optional,
  reason,
  required,
} from '../conformance/bad-input/values.ts'
import { INSTANT } from '../conformance/v2/fixture.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/fx-rates'
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
    xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <Cube>
    <Cube time="2026-01-30">
      <Cube currency="USD" rate="1.1225"/>
      <Cube currency="JPY" rate="176.99"/>
    </Cube>
  </Cube>
</gesmes:Envelope>
`
const NO_RATES = '0 -0 -1 1e-9 1.123456789 1e15 1e300 1e400 -1e400 "1" 1234567890.1234567'

export const FX_RATES: OperatorCases = {
  'GET /admin/v1/fx-rates': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: { 'rates list --sort -effectiveAt': '/fx-rates?sort=-effectiveAt' },
  },

  'GET /admin/v1/fx-rates/history': {
    roles: 'admin finance operations auditor',
    badQueries: { from: NO_STORED_CURRENCIES, to: NO_STORED_CURRENCIES, ...PAGES },
    commands: {
      'rates history --sort -recordedAt': '/fx-rates/history?sort=-recordedAt',
      'rates history usd EUR --page 2': '/fx-rates/history?from=USD&to=EUR&page=2',
    },
  },

  'PUT /admin/v1/fx-rates': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => ({
          rates: [{ from: 'SEK', to: 'NOK', rate: 1.05 }],
          effectiveAt: inAnHour(),
          source: 'the bank',
          guard: true,
          reason: 'daily',
        }),
        fields: {
          rates: required(
            ...notA('array'),
            '[]',
            ...entries('rates', 'null', '7', '"text"', '[]'),
            '[{"from":"SEK","to":"NOK","rate":1},{"from":"SEK","to":"NOK","rate":2}]',
          ),
          'rates[0].from': currency(),
          'rates[0].to': also(currency(), '"SEK"'),
          'rates[0].rate': required(
            ...notA('number').filter((json) => json !== '0.5'),
            ...NO_RATES.split(' '),
          ),
          effectiveAt: optional(anyTime()),
          source: optional(line(100)),
          guard: optional(flag()),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const pair = { from: 'USD', to: 'EUR' }
      const [before, rates] = [[{ ...pair, rate: 0.9 }], [{ ...pair, rate: 0.92 }]]
      dataOf(await admin.put(PATH, { rates: before }))
      const reply = await admin.put(PATH, { rates, source: 'the bank', reason: 'daily' })
      return {
        reply,
        action: 'rates.put',
        target: 'fx-rates',
        reason: 'daily',
        before: { rates: before },
        after: { rates, source: 'the bank', effectiveAt: expect.stringMatching(INSTANT) },
      }
    },
    commands: {
      'rates set usd eur 0.92': [
        '/fx-rates',
        { rates: [{ from: 'USD', to: 'EUR', rate: 0.92 }], guard: true },
      ],
      'rates set USD EUR 0.92 --effective-at 2026-01-31T12:00Z --source ECB': [
        '/fx-rates',
        {
          rates: [{ from: 'USD', to: 'EUR', rate: 0.92 }],
          effectiveAt: '2026-01-31T12:00Z',
          source: 'ECB',
          guard: true,
        },
      ],
      'rates set USD EUR 9.2 --force --reason "new currency"': [
        '/fx-rates',
        { rates: [{ from: 'USD', to: 'EUR', rate: 9.2 }], reason: 'new currency' },
      ],
    },
  },

  'POST /admin/v1/fx-rates/import': {
    roles: 'admin finance',
    file: 'DKK,NOK,1.4\n',
    badQueries: {
      format: ['', 'xml', 'ECB-XML', 'csv%00'],
      currencies: NO_LISTS,
      effectiveAt: NO_INSTANTS,
      source: NO_LINES,
      dryRun: NO_FLAGS,
      force: NO_FLAGS,
      reason: NO_LINES,
    },
    prepare: () => ({
      target: `${PATH}/import?dryRun=true&force=true&reason=a%20new%20list`,
      body: XML,
      headers: { 'content-type': 'text/xml' },
    }),
    prepareApproval: () => ({
      target: `${PATH}/import?force=true&reason=new`,
      body: 'from,to,rate\nUSD,EUR,0.9\n',
      headers: CSV_HEADERS,
    }),
    async audit({ admin }) {
      dataOf(await admin.post(`${PATH}/import`, 'CZK,HUF,1\n', CSV_HEADERS))
      const query = 'source=the%20bank&reason=it%20fell&force=true'
      const reply = await admin.post(`${PATH}/import?${query}`, 'CZK,HUF,2\n', CSV_HEADERS)
      const pair = { from: 'CZK', to: 'HUF' }
      return {
        reply,
        action: 'rates.import',
        target: 'fx-rates',
        reason: 'it fell',
        before: { rates: [{ ...pair, rate: 1 }] },
        after: {
          rates: [{ ...pair, rate: 2 }],
          source: 'the bank',
          effectiveAt: expect.stringMatching(INSTANT),
          forced: [{ pair: 'CZK/HUF', before: 1, after: 2, percent: 100 }],
        },
      }
    },
  },
}
