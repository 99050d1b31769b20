import { APPROVAL_KINDS, KINDS_WITH_AMOUNTS, type ApprovalKind } from '../core/mod.ts'
import type { ApprovalAmounts } from '../audit/mod.ts'
import type { MinorUnits } from '../core/mod.ts'
import { readAmountOf, whole, type Setting } from './kinds.ts'

/** The settings of acts that a second person must approve. */
export const APPROVAL_SETTINGS = {
  approvalKinds: kinds(
    'TESSERA_APPROVALS',
    'kinds of acts that a second person must approve; see operate/approvals.md',
  ),
  approvalAmounts: amountsOfKinds(
    'TESSERA_APPROVAL_AMOUNTS',
    'a person needs an approval from this sum in a UTC day on; in other currencies, for any sum',
  ),
  approvalHours: whole(
    'TESSERA_APPROVAL_HOURS',
    'hours after which a request for an approval expires',
    [72, 1, 720],
  ),
} as const

function kinds(variable: string, about: string): Setting<readonly ApprovalKind[] | undefined> {
  return {
    variable,
    about,
    bounds: `all, or some of ${APPROVAL_KINDS.join(', ')} with commas between`,
    fallback: undefined,
    isSecret: false,
    production: 'all',
    read(text) {
      if (text === 'all') return APPROVAL_KINDS
      const names = text.split(',')
      const named = APPROVAL_KINDS.filter((kind) => names.includes(kind))
      return named.length === names.length ? named : undefined
    },
  }
}

function amountsOfKinds(variable: string, about: string): Setting<ApprovalAmounts | undefined> {
  return {
    variable,
    about,
    bounds:
      'amounts such as deposits:USD:10000,refunds:USD:50, of ' + KINDS_WITH_AMOUNTS.join(', '),
    fallback: undefined,
    isSecret: false,
    read(text) {
      const byKind = new Map<ApprovalKind, Map<string, MinorUnits>>()
      for (const one of text.split(',')) {
        const [name = '', ...rest] = one.split(':')
        const kind = KINDS_WITH_AMOUNTS.find((kindName) => kindName === name)
        const [currency, amount] = readAmountOf(rest.join(':')) ?? []
        if (kind === undefined || currency === undefined || amount === undefined) return undefined
        const ofKind = byKind.get(kind) ?? new Map<string, MinorUnits>()
        if (ofKind.has(currency)) return undefined
        byKind.set(kind, ofKind.set(currency, amount))
      }
      return byKind
    },
  }
}
