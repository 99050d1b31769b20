import { group } from './invocation.ts'
import { operation } from './operation.ts'

export const CREDIT_LIMITS = group('how far below zero partners may take their funds', {
  set: operation('putCreditLimit', {
    about: 'set the limit of one currency; 0: the partner pays before it buys',
    args: ['currency', 'amount'],
  }),
  list: operation('listCreditLimits', {
    about: 'list the limits of a partner',
    columns: ['currency', 'amount'],
  }),
})

export const SPEND_LIMITS = group('what partners may spend in a day and a month (UTC)', {
  set: operation('putSpendLimit', {
    about: 'set the limits of one currency; an option that is left out changes nothing',
    args: ['currency'],
    fields: {
      clientId: {
        flags: '--client <clientId>',
        help: 'of one credential, not of the whole partner',
      },
      perDay: { help: '"none" for no limit', none: 'none' },
      perMonth: { help: '"none" for no limit', none: 'none' },
    },
  }),
  list: operation('listSpendLimits', {
    about: 'list the limits of a partner, with what was spent',
    columns: ['clientId', 'currency', 'perDay', 'spentToday', 'perMonth', 'spentThisMonth'],
  }),
})
