import { Stack, Text } from '@mantine/core'
import { fieldName } from '../format/field-name.ts'
import { money, type Decimal } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { PlainTable } from './plain-table.tsx'

const texts = messages.approvals

interface Props {
  readonly before: unknown
  readonly after: unknown
}

/** Fields with an amount of the currency that stands beside them. */
const AMOUNTS = new Set(['funds', 'amount', 'perDay', 'perMonth', 'lowFloat', 'feeAmount'])

/** A state before and after an act, field by field; what differs is in bold. */
export function BeforeAfter({ before, after }: Props) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...was.keys(), ...is.keys()])]
  const currency = is.get('currency') ?? was.get('currency')
  const shown = (name: string, value: unknown): string[] =>
    AMOUNTS.has(name) && isDecimal(value) && typeof currency === 'string'
      ? [money(value, currency)]
      : linesOf(value)
  return (
    <PlainTable
      head={[texts.field, texts.before, texts.after]}
      rows={names.map((name) => {
        const [old, next] = [shown(name, was.get(name)), shown(name, is.get(name))]
        const isNew = is.has(name) && old.join('\n') !== next.join('\n')
        return [
          fieldName(name),
          <Lines key="before" lines={old} />,
          <Lines key="after" lines={is.has(name) ? next : old} isNew={isNew} />,
        ]
      })}
    />
  )
}

function Lines({ lines, isNew }: { readonly lines: readonly string[]; readonly isNew?: boolean }) {
  return (
    <Stack gap={0}>
      {lines.map((line, at) => (
        <Text key={at} size="sm" fw={isNew === true ? 600 : undefined}>
          {line}
        </Text>
      ))}
    </Stack>
  )
}

function fieldsOf(state: unknown): ReadonlyMap<string, unknown> {
  return typeof state === 'object' && state !== null ? new Map(Object.entries(state)) : new Map()
}

function isDecimal(value: unknown): value is number | Decimal {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
}

/** Returns a value as lines, one for each entry of a list. */
function linesOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return ['–']
  if (Array.isArray(value)) return value.length === 0 ? ['–'] : value.map(textOf)
  return [textOf(value)]
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${name} ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
    .join(', ')
}
