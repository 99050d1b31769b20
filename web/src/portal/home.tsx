import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { BelowSteps } from '../components/below-steps.tsx'
import { CodeText } from '../components/code-text.tsx'
import classes from '../components/components.module.css'
import { IdText } from '../components/id-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { HttpStatus } from '../components/http-status.tsx'
import { Instant } from '../components/instant.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { requestFault } from '../format/request-fault.ts'
import { messages } from '../messages/messages.ts'
import { useMode } from '../session/mode.ts'
import { useCan } from '../session/session.ts'
import { OwnWaiting } from './own-waiting.tsx'

const PartnerSteps = lazyPart(() => import('./first-steps.tsx'), 'PartnerSteps')

const texts = messages.ofPortal
const REFRESH_MS = 10_000
const SHOWN_MAX = 5
/** The cards of funds that a phone shows at once. */
const CARDS_MAX = 2
const WAITING = ['PENDING', 'PROCESSING', 'ON_HOLD', 'OUT_OF_STOCK'] as const

/** The funds of a partner, what waits, and what went wrong. */
export function HomePage() {
  const can = useCan()
  const [mode] = useMode()
  return (
    <Page title={texts.home} text={texts.about}>
      <BelowSteps steps={mode === 'live' ? PartnerSteps : undefined}>
        <OwnWaiting />
        {can('listOwnOrders') && <WaitingOrders />}
        <Funds />
        {can('listOwnRequests') && <FailedRequests />}
      </BelowSteps>
    </Page>
  )
}

function Funds() {
  const { data, error, refetch } = useQuery({
    ...queryOf('getOwnFunds'),
    refetchInterval: REFRESH_MS,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  if (data.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {texts.noFunds}
      </Text>
    )
  if (data.length > CARDS_MAX) return <FundsLines of={data} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {data.map((funds) => (
        <CurrencyFunds key={funds.currency} funds={funds} />
      ))}
    </SimpleGrid>
  )
}

/** One line for each currency, as cards of many currencies would fill the window of a phone. */
function FundsLines({ of }: { readonly of: readonly Entry<'getOwnFunds'>[] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.available}
      </Title>
      <Paper withBorder component="ul" className={`${classes.queue} ${classes.amounts}`}>
        {of.map(({ currency, available, posted, held, creditLimit, daysLeft }) => (
          <li key={currency}>
            <Text span fw={550}>
              <Money amount={available} currency={currency} />
            </Text>
            <Text span size="sm" c="dimmed" visibleFrom="sm">
              {texts.posted} <Money amount={posted} currency={currency} />
              {held > 0 && (
                <>
                  {' · '}
                  {texts.held} <Money amount={held} currency={currency} />
                </>
              )}
              {creditLimit > 0 && (
                <>
                  {' · '}
                  {texts.creditLimit} <Money amount={creditLimit} currency={currency} />
                </>
              )}
            </Text>
            <Text span size="sm" c="dimmed">
              {runwayText(daysLeft)}
            </Text>
          </li>
        ))}
      </Paper>
    </Stack>
  )
}

function CurrencyFunds({ funds }: { readonly funds: Entry<'getOwnFunds'> }) {
  const { currency, available, posted, held, creditLimit, daysLeft } = funds
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {texts.available}
      </Text>
      <Text size="xl" fw={650}>
        <Money amount={available} currency={currency} />
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {runwayText(daysLeft)}
      </Text>
      <Details
        of={[
          [texts.posted, <Money key="posted" amount={posted} currency={currency} />],
          [texts.held, <Money key="held" amount={held} currency={currency} />],
          [
            texts.creditLimit,
            creditLimit > 0 ? (
              <Money key="limit" amount={creditLimit} currency={currency} />
            ) : undefined,
          ],
        ]}
      />
    </Paper>
  )
}

const YEAR_DAYS = 365

function runwayText(daysLeft: number | null): string {
  if (daysLeft === null) return texts.noRunway
  return daysLeft > YEAR_DAYS ? texts.longRunway : texts.runway(count(daysLeft))
}

function WaitingOrders() {
  const { data, error, refetch } = useQuery({
    queryKey: ['listOwnOrders', 'waiting'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        WAITING.map((status) =>
          call('listOwnOrders', { query: { status, pageSize: SHOWN_MAX }, signal }),
        ),
      )
      return lists.flat().toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    },
    refetchInterval: REFRESH_MS,
  })
  if (data?.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.open}
      </Title>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data && (
        <PlainTable
          head={[
            messages.orders.order,
            messages.orders.status,
            messages.orders.reference,
            messages.orders.created,
          ]}
          rows={data
            .slice(0, SHOWN_MAX)
            .map(({ id, status, clientReference, createdAt }) => [
              <IdText key="id" id={id} to={`/portal/orders/${id}`} />,
              <StatusBadge key="status" status={status} />,
              clientReference,
              <Instant key="at" at={createdAt} />,
            ])}
        />
      )}
      <Anchor component={Link} to="/portal/orders" size="sm">
        {texts.allOrders}
      </Anchor>
    </Stack>
  )
}

function FailedRequests() {
  const { data, error, refetch } = useQuery({
    ...queryOf('listOwnRequests', { query: { failed: true, pageSize: SHOWN_MAX } }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.failedRequests}
      </Title>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noFailed}
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          head={[
            messages.requests.path,
            messages.requests.status,
            messages.requests.code,
            messages.requests.at,
          ]}
          rows={data.map(({ requestId, method, path, status, at, ...row }) => [
            <Link key="id" to={`/portal/requests/${requestId}`}>
              <CodeText>{`${method} ${path}`}</CodeText>
            </Link>,
            <HttpStatus key="status" status={status} />,
            requestFault(row),
            <Instant key="at" at={at} />,
          ])}
        />
      )}
      <Anchor component={Link} to="/portal/requests" size="sm">
        {texts.allRequests}
      </Anchor>
    </Stack>
  )
}
