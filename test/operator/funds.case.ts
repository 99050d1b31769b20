import { randomUUID } from 'node:crypto'
import { aDeposit, aReversal, pathOf } from '../conformance/admin-v1/fixture.ts'
import { AFTER_TRANSFER, MOVEMENTS, STATEMENT } from '../conformance/bad-input/movement-lists.ts'
import {
  also,
  amount,
  amountOrZero,
  currency,
  line,
  notA,
  optional,
  orNull,
  reason,
  required,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const NO_DEPOSITS = ['1', '""', '"wire 1"', '"trf_1"', '"trf_1_9007199254740993"']
const NO_CLIENTS = ['""', '"client"', `"${randomUUID()}"`, '"\\u0000"']
const MOVEMENT = { currency: currency(), amount: amount(2), reference: line(200) }

export const FUNDS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/funds': {
    roles: 'admin finance operations auditor',
    commands: { 'funds 3': '/partners/3/funds' },
  },
  'GET /admin/v1/partners/{partnerId}/funds/history': { roles: 'admin finance operations auditor' },

  'GET /admin/v1/partners/{partnerId}/deposits': {
    roles: 'admin finance operations auditor',
    badQueries: AFTER_TRANSFER,
    commands: {
      'deposits list 7 --from 2026-01-01 --to 2026-02-01':
        '/partners/7/deposits?from=2026-01-01&to=2026-02-01',
      'deposits list 3 --after trf_3_7': '/partners/3/deposits?after=trf_3_7',
    },
  },

  'POST /admin/v1/partners/{partnerId}/deposits': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => aDeposit(),
        fields: { ...MOVEMENT, confirm: optional(also(amount(2), '9.99', '11')) },
      },
      {
        variant: 'in yen',
        body: () => aDeposit({ currency: 'JPY' }),
        fields: { amount: amount(0) },
      },
      {
        variant: 'in dinars',
        body: () => aDeposit({ currency: 'KWD' }),
        fields: { amount: amount(3) },
      },
    ],
    async audit({ admin, partner }) {
      const body = aDeposit({ currency: 'EUR', amount: 12.5, reference: 'wire 1' })
      const reply = await admin.post(`${pathOf(partner)}/deposits`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'deposit',
        target: `transfer:${dataOf(reply).transferId}`,
        after: { reference: 'wire 1', currency: 'EUR', amount: '12.50', funds: '12.50' },
      }
    },
    commands: {
      'deposits create 7 usd 100000.00 --reference wire-1': [
        '/partners/7/deposits',
        { currency: 'USD', amount: 100_000, reference: 'wire-1' },
      ],
      'deposits create 7 usd 900000 --reference wire-2 --confirm 900000': [
        '/partners/7/deposits',
        { currency: 'USD', amount: 900_000, reference: 'wire-2', confirm: 900_000 },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/reversals': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => aReversal(),
        fields: { ...MOVEMENT, depositId: optional(required(...NO_DEPOSITS)), reason: reason() },
      },
      {
        variant: 'in yen',
        body: () => aReversal({ currency: 'JPY' }),
        fields: { amount: amount(0) },
      },
    ],
    async audit({ admin, partner }) {
      const body = aReversal({ currency: 'JPY', amount: 7, reference: 'wire 1', reason: 'fraud' })
      const reply = await admin.post(`${pathOf(partner)}/reversals`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'reversal',
        target: `transfer:${dataOf(reply).transferId}`,
        reason: 'fraud',
        after: { reference: 'wire 1', currency: 'JPY', amount: '7', funds: '-7' },
      }
    },
    commands: {
      'deposits reverse 7 JPY 500 --reference wire-1 --reason bounced': [
        '/partners/7/reversals',
        { currency: 'JPY', amount: 500, reference: 'wire-1', reason: 'bounced' },
      ],
      'deposits reverse 3 eur 5 --reference r --reason twice --deposit trf_3_7': [
        '/partners/3/reversals',
        { depositId: 'trf_3_7', currency: 'EUR', amount: 5, reference: 'r', reason: 'twice' },
      ],
    },
  },

  'GET /admin/v1/partners/{partnerId}/transactions': {
    roles: 'admin finance operations auditor',
    badQueries: MOVEMENTS,
    commands: {
      'transactions list 3': '/partners/3/transactions',
      'transactions list 3 --kind deposit --currency EUR --page-size 5':
        '/partners/3/transactions?currency=EUR&kind=deposit&pageSize=5',
      'transactions list 3 --reference wire-1 --from 2026-01-01 --to 2026-01-31':
        '/partners/3/transactions?reference=wire-1&from=2026-01-01&to=2026-01-31',
      'transactions list 3 --metadata team:hr': '/partners/3/transactions?metadata=team%3Ahr',
    },
  },

  'GET /admin/v1/partners/{partnerId}/statement': {
    roles: 'admin finance operations auditor',
    query: STATEMENT.rest,
    badQueries: STATEMENT.bad,
  },

  'GET /admin/v1/partners/{partnerId}/credit-limits': {
    roles: 'admin finance operations auditor',
    commands: { 'credit-limits list 3': '/partners/3/credit-limits' },
  },

  'PUT /admin/v1/partners/{partnerId}/credit-limits': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => ({ currency: 'USD', amount: 500, reason: 'contract' }),
        fields: { currency: currency(), amount: amountOrZero(2), reason: optional(reason()) },
      },
    ],
    async audit({ admin, partner }) {
      const limit = { currency: 'KWD', amount: 1.5, reason: 'contract' }
      const reply = await admin.put(`${pathOf(partner)}/credit-limits`, limit)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'credit_limit.set',
        target: `partner:${partner.partnerId}`,
        reason: 'contract',
        before: { currency: 'KWD', creditLimit: '0.000' },
        after: { currency: 'KWD', creditLimit: '1.500' },
      }
    },
    commands: {
      'credit-limits set 3 eur 500.50 --reason contract': [
        '/partners/3/credit-limits',
        { currency: 'EUR', amount: 500.5, reason: 'contract' },
      ],
    },
  },

  'GET /admin/v1/partners/{partnerId}/spend-limits': {
    roles: 'admin finance operations auditor',
    commands: { 'spend-limits list 3': '/partners/3/spend-limits' },
  },

  'PUT /admin/v1/partners/{partnerId}/spend-limits': {
    roles: 'admin finance',
    bodies: [
      {
        body: ({ clientId }) => ({
          clientId,
          currency: 'USD',
          perDay: 500,
          perMonth: 5_000,
          reason: 'contract',
        }),
        fields: {
          clientId: optional(required(...notA('string'), ...NO_CLIENTS)),
          currency: currency(),
          perDay: orNull(amountOrZero(2)),
          perMonth: orNull(amountOrZero(2)),
          reason: optional(reason()),
        },
      },
    ],
    async prepareApproval({ admin, ids }) {
      const target = `${pathOf(ids)}/spend-limits`
      dataOf(await admin.put(target, { currency: 'USD', perDay: 1000 }))
      return { target, body: { currency: 'USD', perDay: 1001 } }
    },
    async audit({ admin, partner }) {
      const { clientId } = partner.credentials
      const limit = { clientId, currency: 'KWD', perDay: 1.5, reason: 'contract' }
      const reply = await admin.put(`${pathOf(partner)}/spend-limits`, limit)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'spend_limit.set',
        target: `credential:${clientId}`,
        reason: 'contract',
        before: { currency: 'KWD', perDay: null, perMonth: null },
        after: { currency: 'KWD', perDay: '1.500', perMonth: null },
      }
    },
    commands: {
      'spend-limits set 3 eur --per-day 500.50 --reason contract': [
        '/partners/3/spend-limits',
        { currency: 'EUR', perDay: 500.5, reason: 'contract' },
      ],
      'spend-limits set 3 EUR --client c1 --per-month none': [
        '/partners/3/spend-limits',
        { clientId: 'c1', currency: 'EUR', perMonth: null },
      ],
    },
  },
}
