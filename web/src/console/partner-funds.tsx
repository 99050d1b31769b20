import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { file } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import type { Field } from '../components/act-fields.ts'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { ProForma } from '../components/pro-forma.tsx'
import { REASON } from '../components/reason.ts'
import { TIME_FILTERS } from '../components/time-filters.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { CreditOutlook } from './credit-outlook.tsx'
import { FundsHistory } from './funds-history.tsx'

const texts = messages.partners
const CURRENCY: Field<'currency'> = { name: 'currency', label: texts.currency, kind: 'currency' }
const AMOUNT: Field<'amount'> = {
  name: 'amount',
  label: texts.amount,
  kind: 'amount',
  currency: { field: 'currency' },
}
const REFERENCE: Field<'reference'> = {
  name: 'reference',
  label: texts.reference,
  help: texts.referenceHelp,
}

/** A partner's funds in each currency, its deposits, and the acts of finance. */
export function PartnerFunds({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const path = { partnerId }
  const { data, error, refetch } = useQuery(queryOf('getFunds', { path }))
  const [first, ...rest] = data ?? []
  return (
    <Stack>
      <Acts partnerId={partnerId} />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noFunds}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {data?.map(({ currency, available, posted, held, creditLimit }) => (
          <Paper key={currency} withBorder p="md">
            <Text size="sm" c="dimmed">
              {texts.available}
            </Text>
            <Text size="xl" fw={650}>
              <Money amount={available} currency={currency} isBalance />
            </Text>
            <Details
              of={[
                [texts.posted, <Money key="posted" amount={posted} currency={currency} />],
                [texts.held, <Money key="held" amount={held} currency={currency} />],
                [texts.creditLimit, <Money key="limit" amount={creditLimit} currency={currency} />],
              ]}
            />
          </Paper>
        ))}
      </SimpleGrid>
      {first && can('getProForma') && (
        <ProForma
          currencies={[first.currency, ...rest.map(({ currency }) => currency)]}
          print={(query) => file('getProForma', { path, query })}
        />
      )}
      {can('getFundsHistory') && <FundsHistory partnerId={partnerId} />}
      {can('listDeposits') && (
        <>
          <Title order={2} size="h4">
            {texts.deposits}
          </Title>
          <List
            operation="listDeposits"
            path={path}
            filters={TIME_FILTERS}
            columns={[
              { label: texts.depositId, field: 'depositId', shows: 'id' },
              { label: texts.at, field: 'at', shows: 'exact-time' },
              { label: texts.reference, field: 'reference' },
              { label: texts.amount, field: 'amount', shows: 'amount' },
              { label: texts.left, field: 'left', shows: 'amount' },
            ]}
            keyOf={({ depositId }) => depositId}
          />
        </>
      )}
    </Stack>
  )
}

/** The acts of finance. */
function Acts({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const path = { partnerId }
  return (
    <Group gap="xs">
      {can('createDeposit') && (
        <Act
          operation="createDeposit"
          path={path}
          label={texts.deposit}
          submitLabel={(_, amount) => amount && texts.depositOf(amount)}
          fields={[CURRENCY, { ...AMOUNT, says: texts.depositSays }, REFERENCE]}
          isPrimary
        />
      )}
      <AskOthers operation="createDeposit" act={texts.deposit} />
      {can('createReversal') && (
        <Act
          operation="createReversal"
          path={path}
          label={texts.reverse}
          submitLabel={(_, amount) => amount && texts.reversalOf(amount)}
          text={texts.reverseText}
          fields={[
            { name: 'depositId', label: texts.depositId, isOptional: true },
            CURRENCY,
            { ...AMOUNT, says: texts.reversalSays },
            REFERENCE,
            REASON,
          ]}
          isDangerous
        />
      )}
      {can('putCreditLimit') && (
        <Act
          operation="putCreditLimit"
          path={path}
          label={texts.creditLimit}
          text={texts.creditLimitText}
          fields={[CURRENCY, AMOUNT, REASON]}
          outlook={({ currency, amount }) => (
            <CreditOutlook partnerId={partnerId} currency={currency} limit={amount} />
          )}
        />
      )}
    </Group>
  )
}
