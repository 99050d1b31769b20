import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { draftTexts as texts } from '../messages/en-shop.ts'
import { useCan } from '../session/session.ts'
import { OwnWaiting } from './own-waiting.tsx'
import { sayRule } from './rule.ts'
import { Teams } from './teams.tsx'
import { useWalletCurrency } from './use-wallet-currency.ts'

const REFRESH_MS = 10_000
const STATES = ['WAITING', 'SCHEDULED', 'ORDERED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']

/** Orders that wait for another person of the partner, and the rules for that. */
export function DraftsPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <OwnWaiting onlyFiles />
      <List
        operation="listOwnDrafts"
        filters={[{ name: 'state', label: texts.state, choices: STATES }, ...TIME_FILTERS]}
        columns={[
          { label: texts.reference, field: 'clientReference' },
          { label: texts.kind, field: 'kind', cell: ({ kind }) => texts.kinds[kind] },
          { label: texts.state, field: 'state', shows: 'status' },
          {
            label: texts.amount,
            isNumber: true,
            field: 'chargedAmount',
            cell: ({ chargedAmount, currency }) => (
              <Money amount={chargedAmount} currency={currency} />
            ),
          },
          { label: texts.items, field: 'itemCount', shows: 'count' },
          { label: texts.madeBy, field: 'madeBy' },
          { label: texts.madeAt, field: 'madeAt', shows: 'time' },
          {
            label: texts.placeAt,
            isMinor: true,
            field: 'placeAt',
            cell: ({ placeAt }) => placeAt !== undefined && <Instant at={placeAt} isExact />,
          },
        ]}
        keyOf={({ draftId }) => draftId}
        hrefOf={({ draftId }) => `/portal/approvals/${draftId}`}
        refreshEvery={REFRESH_MS}
        empty={texts.empty}
      />
      <Rules />
      <Teams />
    </Page>
  )
}

const KINDS = [
  { value: 'orders', label: texts.ruleKinds.orders },
  { value: 'credits', label: texts.ruleKinds.credits },
]

/** Reads the rules: the amounts from which orders and credits need an approval. */
export function useOrderRules() {
  return useQuery(queryOf('listOwnOrderRules'))
}

function Rules() {
  const can = useCan()
  const { data: all } = useOrderRules()
  const data = all?.filter(({ kind }) => kind !== 'team')
  const { currencies } = useWalletCurrency()
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.rules}
      </Title>
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noRules}
        </Text>
      )}
      {data?.map((rule) => (
        <Text key={`${rule.kind} ${rule.currency}`}>{sayRule(rule)}</Text>
      ))}
      {can('putOwnOrderRule') && (
        <Group>
          <Act
            operation="putOwnOrderRule"
            label={texts.setRule}
            fields={[
              {
                name: 'kind',
                label: texts.ruleKind,
                kind: 'choice',
                choices: KINDS,
                initial: 'orders',
              },
              { name: 'currency', label: texts.currency, kind: 'choice', choices: currencies },
              {
                name: 'approveFrom',
                label: texts.from,
                help: texts.fromHelp,
                kind: 'amount',
                currency: { field: 'currency' },
                isOptional: true,
              },
            ]}
            done={() => texts.ruleSet}
          />
        </Group>
      )}
    </Stack>
  )
}
