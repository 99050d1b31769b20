import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import type { Field, Values } from '../components/act-fields.ts'
import { boundsOfMonth, MONTH_LENGTH } from '../components/month.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'
import { chosenField } from './names-filter.ts'
import { usePartnerFilter } from './partner-names.tsx'

const texts = systemTexts.reconciliations.compare

/** The fields that are sent with the file. */
interface Terms {
  readonly account: string
  readonly currency: string
  /** YYYY-MM, in UTC. */
  readonly month: string
  readonly partnerId?: number
  readonly referenceColumn?: string
  readonly amountColumn?: string
  readonly decimalMark?: 'point' | 'comma'
  readonly negate?: boolean
}

/** The choice for a file of the bank, in place of an account at a supplier. */
const BANK = 'bank'

/** Compares a file of a bank or supplier for one month with the books. */
export function CompareFile() {
  const can = useCan()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const accounts = useAccounts()
  const partner = {
    ...chosenField(usePartnerFilter()),
    label: texts.partner,
    help: texts.partnerHelp,
  }
  if (!can('reconcileDeposits')) return null
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.about}
        </Text>
        <Group justify="space-between">
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label={texts.file}
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
          {file && (
            <Act
              operation="reconcileDeposits"
              label={texts.compare}
              fields={fieldsFor(accounts, partner)}
              send={(body, key) => send(file, body as unknown as Terms, key)}
              done={() => texts.done}
              onDone={({ reconciliationId }) =>
                void navigate({ to: `/console/reconciliations/${reconciliationId}` })
              }
              isPrimary
            />
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function send(file: File, { account, month, ...terms }: Terms, key: string) {
  const query = { ...terms, ...boundsOfMonth(month), fileName: file.name }
  if (account === BANK) return call('reconcileDeposits', { query, csv: file, key })
  const { partnerId: _partnerId, ...common } = query
  return call('reconcilePurchases', { query: { ...common, supplier: account }, csv: file, key })
}

/** The last month that has ended, in UTC. */
function lastMonth(): string {
  const first = new Date()
  first.setUTCDate(0)
  return first.toISOString().slice(0, MONTH_LENGTH)
}

/** Our accounts at suppliers, whose files can be compared with purchases. */
function useAccounts(): readonly string[] {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf('listSuppliers', { query: { pageSize: 100 } }),
    enabled: can('listSuppliers'),
  })
  return data?.map(({ supplier }) => supplier) ?? []
}

const fieldsFor =
  (accounts: readonly string[], partner: Field) =>
  ({ account }: Values): readonly Field[] => [
    {
      name: 'account',
      label: texts.account,
      kind: 'choice',
      choices: [{ value: BANK, label: texts.bank }, ...accounts],
      initial: BANK,
    },
    { name: 'currency', label: texts.currency, kind: 'currency', help: texts.currencyHelp },
    { name: 'month', label: texts.month, help: texts.monthHelp, initial: lastMonth() },
    ...(account === BANK ? [partner] : []),
    {
      name: 'referenceColumn',
      label: texts.reference,
      help: texts.referenceHelp,
      isOptional: true,
    },
    { name: 'amountColumn', label: texts.amount, help: texts.amountHelp, isOptional: true },
    {
      name: 'decimalMark',
      label: texts.mark,
      kind: 'choice',
      choices: [
        { value: 'point', label: texts.point },
        { value: 'comma', label: texts.comma },
      ],
      initial: 'point',
    },
    { name: 'negate', label: texts.negate, kind: 'switch', help: texts.negateHelp },
  ]
