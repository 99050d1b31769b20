import { readPayInAccounts, type PayInAccount } from '../pay-in/mod.ts'
import type { Setting } from './kinds.ts'

const payInAccounts: Setting<readonly PayInAccount[] | undefined> = {
  variable: 'TESSERA_PAY_IN_ACCOUNTS',
  about:
    "the operator's accounts at banks, which the portal shows to partners that pay in; without " +
    'it the portal shows none',
  bounds:
    'JSON such as [{"currency":"EUR","holder":"Example GmbH","account":' +
    '"DE89370400440532013000"}], each currency once, optionally "bic" and "bank"',
  fallback: undefined,
  isSecret: false,
  read: readPayInAccounts,
}

export const PAY_IN_SETTINGS = { payInAccounts } as const
