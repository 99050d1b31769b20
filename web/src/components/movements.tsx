import { Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Entry } from '../api/client.ts'
import { money } from '../format/format.ts'
import { transferKind } from '../format/transfer-kind.ts'
import { messages } from '../messages/messages.ts'
import { IdText } from './id-text.tsx'
import type { Choice } from './choice.ts'
import type { Filter } from './filters.tsx'
import { Loading } from './loading.tsx'
import type { Column } from './list.tsx'
import { Money } from './money.tsx'
import { boundsOfMonth, MONTH_LENGTH } from './month.ts'
import { useListSearch } from './use-list-search.ts'

const texts = messages.movements
type Movement = Entry<'listTransactions' | 'listOwnTransactions'>
type FilterName = 'currency' | 'kind' | 'reference' | 'from' | 'to'

const KINDS = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))

/** Returns the filters of movements in these currencies. */
export function movementFilters(currencies: readonly string[]): readonly Filter<FilterName>[] {
  return [
    { name: 'currency', label: texts.currency, choices: currencies.map(asChoice) },
    { name: 'kind', label: texts.kind, choices: KINDS },
    { name: 'reference', label: texts.reference },
    { name: 'from', label: texts.from, kind: 'date' },
    { name: 'to', label: texts.before, kind: 'date' },
  ]
}

function asChoice(currency: string): Choice {
  return { value: currency, label: currency }
}

/** Returns the columns of movements, with links to orders below an address. */
export function movementColumns(orders: string): readonly Column<Movement>[] {
  return [
    { label: texts.at, field: 'at', shows: 'exact-time' },
    { label: texts.kind, cell: movementText },
    {
      label: texts.change,
      isNumber: true,
      field: 'amount',
      cell: ({ amount, currency }) =>
        amount === 0 ? (
          <Text span inherit c="dimmed">
            {texts.noChange}
          </Text>
        ) : (
          <Money amount={amount} currency={currency} />
        ),
    },
    { label: texts.available, field: 'available', shows: 'amount' },
    { label: texts.reference, cell: ({ reference, description }) => reference ?? description },
    {
      label: texts.order,
      field: 'orderId',
      cell: ({ orderId }) =>
        orderId !== undefined && <IdText id={orderId} to={`${orders}/${orderId}`} />,
    },
  ]
}

/**
 * Returns what a movement did. A charge changes the available funds only by the unused part of its
 * hold, so the text names the charged amount.
 */
function movementText({ kind, posted, held, currency }: Movement): string {
  if (kind !== 'order_charge') return transferKind(kind)
  const charged = money(Math.abs(posted), currency)
  if (held === 0) return texts.charged(charged)
  if (held === posted) return texts.chargedHeld(charged)
  return texts.chargedOf(charged, money(Math.abs(held), currency))
}

/** A chosen statement. `from` is the first instant of its month, `to` that of the next month. */
export interface StatementChoice {
  readonly currency: string
  readonly month: string
  readonly from: string
  readonly to: string
}

interface Props {
  readonly currencies: readonly string[]
  /** The currency of the newest movement; undefined if there is none, or it is not known yet. */
  readonly newest: string | undefined
  /** False while the currencies and the newest movement are read. */
  readonly isRead: boolean
  /** The ways to get the chosen statement. */
  children(choice: StatementChoice): ReactNode
}

/**
 * Asks for the currency and the month of a statement. The currency that filters the list is chosen
 * first; without such a filter, that of the newest movement.
 */
export function StatementOfMonth({ currencies, newest, isRead, children }: Props) {
  const { search } = useListSearch()
  const [chosen, setCurrency] = useState<string>()
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, MONTH_LENGTH))
  const currency = chosen ?? search['currency'] ?? newest ?? currencies[0]
  if (!isRead) return <Loading lines={2} />
  if (currency === undefined) return null
  return (
    <Paper withBorder p="sm" role="group" aria-label={texts.statement}>
      <Group gap="xs" align="flex-end">
        <Text size="sm" fw={600} lh="xl">
          {texts.statement}
        </Text>
        <NativeSelect
          size="xs"
          label={texts.currency}
          data={[...currencies]}
          value={currency}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="month"
          label={texts.month}
          value={month}
          required
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        {month !== '' && children({ currency, month, ...boundsOfMonth(month) })}
      </Group>
    </Paper>
  )
}
