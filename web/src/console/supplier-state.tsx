import { Group, Text } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { CodeText } from '../components/code-text.tsx'
import { Money } from '../components/money.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { fieldName } from '../format/field-name.ts'
import { count } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { isLow } from './is-low.ts'

type Supplier = Entry<'listSuppliers'>
type Pot = Supplier['pots'][number]

/** Says whether we buy at a supplier, and whether it responds. */
export function SupplierState({ active, answers, answeredAt, lastFault }: Supplier) {
  if (!active) return <StatusBadge status={systemTexts.suppliers.inactive} color="gray" />
  if (answeredAt === undefined && lastFault === undefined)
    return <StatusBadge status="connecting" />
  return <StatusBadge status={answers ? 'responds' : 'does not respond'} />
}

/** Our balances at a supplier. A balance below its threshold is marked. */
export function Pots({ supplier }: { readonly supplier: Supplier }) {
  return supplier.pots.map((pot) => (
    <Group key={nameOf(pot)} gap="xs" justify="flex-end" wrap="nowrap">
      {isLow(supplier, pot) && <StatusBadge status={texts.low} color="orange" />}
      <Money amount={decimalOf(pot.funds)} currency={pot.currency} isBalance />
    </Group>
  ))
}

/** The days that each of our balances at a supplier lasts. */
export function DaysLeft({ pots }: Supplier) {
  return pots.map((pot) => (
    <Text key={nameOf(pot)} size="sm">
      {daysText(pot) ?? '–'}
    </Text>
  ))
}

/** Returns how long a balance lasts; undefined if nothing was bought with it lately. */
export function daysText({ daysLeft }: Pot): string | undefined {
  if (daysLeft === undefined) return undefined
  return daysLeft > DAYS_SHOWN_MAX ? texts.years : texts.days(daysLeft, count(daysLeft))
}

/** Returns a name that tells a balance from the others of its account. */
export function nameOf({ pot, currency }: Pot): string {
  return [currency, pot].filter(Boolean).join(' ')
}

/** Marks exact decimal text of the service as a `Decimal`. */
export function decimalOf(text: string): `${number}` {
  return text as `${number}`
}

/** The settings that say what a product buys at a supplier. */
export function PurchaseSettings({ settings }: { readonly settings: unknown }) {
  const entries = Object.entries(settings ?? {})
  return entries.map(([name, value]) => (
    <div key={name}>
      {fieldName(name)} <CodeText>{String(value)}</CodeText>
    </div>
  ))
}

const DAYS_SHOWN_MAX = 365
