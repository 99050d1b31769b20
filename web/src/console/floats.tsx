import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/query.ts'
import { PlainTable } from '../components/plain-table.tsx'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { useCan } from '../session/session.ts'
import { refreshAfter } from './refresh-after.ts'
import { supplierPath } from './supplier-path.ts'
import { DaysLeft, Pots } from './supplier-state.tsx'

const SUPPLIERS_MAX = 100

/** Our balances at suppliers, and how long they last. */
export function Floats() {
  const can = useCan()
  const { data = [] } = useQuery({
    ...queryOf('listSuppliers', { query: { pageSize: SUPPLIERS_MAX } }),
    refetchInterval: ({ state }) => refreshAfter(state.data ?? []),
    enabled: can('listSuppliers'),
  })
  const used = data.filter(({ active, pots }) => active && pots.length > 0)
  if (used.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.floats}
      </Title>
      <PlainTable
        head={[texts.supplier, texts.funds, texts.daysLeft]}
        numbers={[1, 2]}
        rows={used.map((account) => [
          <Link key="supplier" to={supplierPath(account.supplier)}>
            {account.supplier}
          </Link>,
          <Pots key="funds" supplier={account} />,
          <DaysLeft key="days" {...account} />,
        ])}
      />
    </Stack>
  )
}
