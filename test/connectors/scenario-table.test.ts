import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SHOPS } from '../../src/stand-ins/mod.ts'
import { PURCHASE_SCENARIOS } from '../faults/purchase-scenarios.ts'
import { CASES } from './bench.ts'

/**
 * Where a test runs: for every supplier, for every supplier but only in `npm run test:long`, or for
 * some.
 */
type Where = 'all' | 'long' | readonly (keyof typeof SHOPS)[]

/**
 * The scenarios that a connector must survive, each with its tests and where they run. A scenario
 * without a test says why.
 */
const SCENARIOS: readonly (readonly [string, string | readonly (readonly [Where, string])[]])[] = [
  ['1 the same purchase at once', [['all', 'asked for by ten workers at once, is bought once']]],
  ['2 answer lost after', [['all', 'whose answer is lost after it is done']]],
  ['3 answer lost before', [['all', 'whose answer is lost before it is done']]],
  ['4 a worker is killed with the answer', [['long', 'a worker that dies with the answer']]],
  ['5 a fault of theirs after', [['all', 'that fails after it was done']]],
  ['6 a fault of theirs before', [['all', 'that fails without being done']]],
  ['7 our timeout is shorter', [['long', 'an answer that comes too late for us is looked up']]],
  [
    '8 a used reference is refused',
    [
      ['long', 'what arrives there twice is one purchase'],
      ['all', 'it arrives twice and only the second copy is refused'],
    ],
  ],
  ['9 a look-up is blind at first', [['long', 'what its look-ups do not show at first']]],
  ['10 their memory has ended', [[['runa'], 'that a person reports as not bought is bought']]],
  ['11 no funds, then funds', [['all', 'without funds nothing is bought, and with funds it is']]],
  ['12 no stock', [['long', 'what it has too few of stays whole']]],
  ['13 bad amount, bad recipient', [['long', 'a purchase that is %s buys nothing']]],
  [
    '14 a product vanishes',
    [
      [['reloadly'], 'is refused at once, and looked for once'],
      [['runa'], 'a listing that moves to a page that was read is missed once'],
    ],
  ],
  ['15 too many requests', [['long', 'it is left alone after too many requests']]],
  ['16 a token ends', [[['reloadly'], 'a token that ends in a batch is renewed once']]],
  ['17 part of a batch', [['long', 'what it has too few of stays whole']]],
  ['18 another price', [['long', 'a price that has changed since its catalog is the cost']]],
  [
    '19 codes late, short, known',
    [
      ['all', 'whose codes cannot be read at first'],
      ['long', 'codes that are %s wait for a person'],
      ['long', 'what it works on for a quarter of an hour is waited for'],
    ],
  ],
  ['20 a code of 20 digits', [['all', 'arrive byte for byte, and cost what was taken']]],
  ['21 taken back', [['long', 'what is taken back after it was delivered goes to a person']]],
  ['22 webhooks', 'there are none: look-ups are the only word of a supplier'],
  [
    '23 what nobody has heard of',
    [
      ['all', 'that is answered by an unknown error'],
      ['all', 'whose answer cannot be read'],
      [['tillo'], 'a purchase whose response is %s is bought once'],
    ],
  ],
  [
    '24 taking back is refused',
    [[['runa', 'tillo'], 'a purchase that cannot be taken back goes into stock']],
  ],
]

test('each scenario with tests also happens while services are killed', () => {
  const killed = PURCHASE_SCENARIOS.flatMap(({ name }) => (name.match(/\d+/g) ?? []).map(Number))
  const tested = SCENARIOS.flatMap(([name, tests]) =>
    typeof tests === 'string' ? [] : Number.parseInt(name, 10),
  )
  expect(tested.filter((number) => !killed.includes(number))).toEqual([])
})

/** Behaviors of stand-ins that the suppliers' documents leave open. The first is the default. */
const SWITCHES: Readonly<
  Record<keyof typeof SHOPS, Readonly<Record<string, readonly (string | number)[]>>>
> = {
  reloadly: {
    repeat: ['refuses', 'buysAgain'],
    reports: ['list', 'page'],
    cards: ['list', 'object'],
    tokens: ['all', 'last'],
  },
  tillo: { fundsStatus: [422, 403] },
  ding: { repeat: ['buysAgain', 'refuses'] },
  runa: { faults: ['replayed', 'forgotten'] },
  plugin: {},
}

const TITLES = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && !import.meta.filename.endsWith(name))
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
  .join('\n')

test.each(SCENARIOS)('the scenario %s has tests with these titles, or a reason', (_, tests) => {
  if (typeof tests === 'string') return
  for (const [, title] of tests) expect(TITLES).toContain(title)
})

test('no scenario is left out', () => {
  expect(SCENARIOS.map(([name]) => Number.parseInt(name, 10))).toEqual(
    Array.from({ length: 24 }, (_, at) => at + 1),
  )
})

test.each(
  Object.entries(SWITCHES).flatMap(([shop, switches]) =>
    Object.entries(switches).flatMap(([name, values]) =>
      values.map((value, at) => ({ shop, name, value, isUsual: at === 0 })),
    ),
  ),
)(
  'a case of $shop has the switch $name with the value $value',
  ({ shop, name, value, isUsual }) => {
    const own = CASES.filter((one) => one.shop === shop)
    const tried = own.map(({ switches }) => switches?.[name] ?? (isUsual ? value : undefined))
    expect(tried).toContain(value)
  },
)
