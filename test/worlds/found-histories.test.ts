import { test } from 'vitest'
import type { Act } from '../oracle/acts.ts'
import { FastWorld } from './fast/fast-world.ts'
import { PARTNERS } from './acts.ts'
import { runHistory } from './run-history.ts'

/** Replays a shrunk history that failed once, or found a planted fault. */
async function agree(acts: readonly Act[]): Promise<void> {
  await runHistory(acts, new FastWorld(PARTNERS), PARTNERS)
}

test('a top-up that may arrive stays owed while its order waits for funds', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'JPY', amount: 1_000, key: 1 },
    {
      act: 'place',
      partner: 0,
      code: 'JPY',
      lines: [[2, 5, 1]],
      key: 1,
      once: undefined,
      quote: undefined,
      by: 0,
    },
    { act: 'lease', partner: 0, at: 0 },
    { act: 'reverse', partner: 0, code: 'JPY', amount: 900, key: 1 },
    { act: 'answer', partner: 0, at: 0, outcome: 'issued' },
  ]))

test('waiting orders get the money that a row gives back before the next row does', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'USD', amount: 2_000, key: 1 },
    { act: 'consumer', partner: 0, code: 'USD', amount: 600, name: 1, by: 0 },
    {
      act: 'place',
      partner: 0,
      code: 'USD',
      lines: [[0, 0, 1]],
      key: 1,
      once: undefined,
      quote: undefined,
      by: 0,
    },
    { act: 'reverse', partner: 0, code: 'USD', amount: 1_000, key: 1 },
    {
      act: 'bulk',
      partner: 0,
      rows: [
        { act: 'debit', partner: 0, wallet: 0, amount: 600, key: 1, by: 0 },
        { act: 'credit', partner: 0, wallet: 0, amount: 100, key: 2, by: 0 },
      ],
      isAtomic: false,
      by: 0,
    },
  ]))

test('if funds cannot take the rest of a link, the link stays open, and nothing is half done', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'USD', amount: 20_000, key: 1 },
    { act: 'rule', rule: { partner: 0, product: 3, percent: '50', fee: 0 } },
    {
      act: 'send',
      partner: 0,
      code: 'USD',
      amounts: [9_990],
      products: [3],
      seconds: 90_000,
      key: 1,
      once: undefined,
      by: 0,
    },
    {
      act: 'place',
      partner: 0,
      code: 'USD',
      lines: [[3, 3, 1]],
      key: 1,
      once: undefined,
      quote: undefined,
      by: 0,
    },
    { act: 'deposit', partner: 0, code: 'USD', amount: 999_999_999_980_189, key: 2 },
    { act: 'end link', partner: 0, link: 0, how: 'cancel', isOld: false },
  ]))

test('an order that one group resumes and suspends again still holds what it owes', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'JPY', amount: 501, key: 1 },
    {
      act: 'place',
      partner: 0,
      code: 'JPY',
      lines: [[2, 7, 1]],
      key: 1,
      once: undefined,
      quote: undefined,
      by: 0,
    },
    { act: 'lease', partner: 0, at: 0 },
    { act: 'reverse', partner: 0, code: 'JPY', amount: 100, key: 1 },
    {
      act: 'together',
      acts: [
        { act: 'deposit', partner: 0, code: 'JPY', amount: 100, key: 2 },
        { act: 'reverse', partner: 0, code: 'JPY', amount: 1, key: 2 },
      ],
    },
  ]))

test('an owner spends a wallet that an earlier write of the group has enabled', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'USD', amount: 5_000_000, key: 0 },
    { act: 'consumer', partner: 0, code: 'USD', amount: 3_000, name: 0, by: 0 },
    { act: 'status', partner: 0, wallet: 0, status: 'FROZEN' },
    {
      act: 'together',
      acts: [
        { act: 'status', partner: 0, wallet: 0, status: 'ENABLED' },
        {
          act: 'spend',
          partner: 0,
          wallet: 0,
          product: 0,
          amount: 0,
          most: 100_000,
          key: 902,
        },
      ],
    },
  ]))

test('a link whose only order was cancelled gets a new token: nothing of it is claimed', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'USD', amount: 40_000, key: 90 },
    {
      act: 'send',
      partner: 0,
      code: 'USD',
      amounts: [1_000],
      products: undefined,
      seconds: 60,
      key: 112,
      once: undefined,
      by: 0,
    },
    { act: 'claim', partner: 0, link: 0, key: 1_016, product: 2, amount: 5, isOld: false },
    { act: 'cancel', partner: 0, at: 0 },
    { act: 'replace link', partner: 0, link: 0 },
  ]))

test('an order cannot credit a wallet that an earlier write of the group has frozen', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'USD', amount: 5_000_000, key: 0 },
    { act: 'consumer', partner: 0, code: 'USD', amount: 3_000, name: 0, by: 0 },
    {
      act: 'together',
      acts: [
        { act: 'status', partner: 0, wallet: 0, status: 'FROZEN' },
        {
          act: 'place',
          partner: 0,
          code: 'USD',
          lines: [[6, 0, 1, { wallet: 0 }]],
          key: 1,
          once: undefined,
          quote: undefined,
          by: 0,
        },
      ],
    },
  ]))
