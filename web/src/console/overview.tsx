import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { BelowSteps } from '../components/below-steps.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { Money } from '../components/money.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { ago, count } from '../format/format.ts'
import { overviewTexts as texts } from '../messages/en-overview.ts'
import { useConnectionLost } from '../session/connection-bar.tsx'
import { useLive } from '../session/use-live.ts'
import { Activity } from './activity.tsx'
import { Floats } from './floats.tsx'
import { NeedsYou } from './needs-you.tsx'

const OperatorSteps = lazyPart(() => import('./first-steps.tsx'), 'OperatorSteps')

/** Figures per minute fall even if nothing happens, so they are read again. */
const REFRESH_MS = 15_000

type Overview = Result<'getOverview'>

/** The state of the service at a glance. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery({
    ...queryOf('getOverview'),
    refetchInterval: REFRESH_MS,
  })
  useLive(refetch, () => true)
  const isLost = useConnectionLost()
  return (
    <Page title={texts.title} text={isLost ? texts.atLost : texts.at}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <BelowSteps steps={OperatorSteps}>
        {!data && !error && <Loading />}
        {data && (
          <>
            <NeedsYou overview={data} />
            <Waiting overview={data} />
            <Activity />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
              <Funds overview={data} />
              <Floats />
            </SimpleGrid>
            <Figures overview={data} />
          </>
        )}
      </BelowSteps>
    </Page>
  )
}

interface Props {
  readonly overview: Overview
}

/** The health of the service, in one line. */
function Figures({ overview }: Props) {
  const { openAlerts, ordersPerMinute, codesPerMinute } = overview
  return (
    <Paper withBorder p="md">
      <Group gap="xl">
        <Figure label={texts.ordersPerMinute} note={texts.overFive}>
          {count(ordersPerMinute)}
        </Figure>
        <Figure label={texts.codesPerMinute} note={texts.overFive}>
          {count(codesPerMinute)}
        </Figure>
        <Figure label={<Link to="/console/alerts">{texts.alerts}</Link>}>
          <Text span inherit c={openAlerts > 0 ? 'var(--mantine-color-error)' : undefined}>
            {count(openAlerts)}
          </Text>
        </Figure>
        <Verification overview={overview} />
      </Group>
    </Paper>
  )
}

interface FigureProps {
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {label}{' '}
      <Text span inherit fw={550} c="bright">
        {children}
      </Text>
      {note !== undefined && <> {note}</>}
    </Text>
  )
}

/** The last verification of the ledger, with its time. */
function Verification({ overview: { lastVerification } }: Props) {
  const label = <Link to="/console/ledger">{texts.ledger}</Link>
  if (!lastVerification) return <Figure label={label}>{texts.never}</Figure>
  const { balanced, finishedAt, startedAt } = lastVerification
  const outcome = balanced === undefined ? texts.running : balanced ? texts.balanced : texts.differs
  return (
    <Figure label={label} note={<Instant at={finishedAt ?? startedAt} />}>
      <Text span inherit c={balanced === false ? 'var(--mantine-color-error)' : undefined}>
        {outcome}
      </Text>
    </Figure>
  )
}

function Waiting({ overview: { orders, at } }: Props) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.waiting}
      </Title>
      {orders.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.none}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {orders.map(({ status, orders: number, oldestAt }) => (
          <Paper key={status} withBorder p="md">
            <Group justify="space-between">
              <Link to="/console/orders" search={{ status }}>
                <StatusBadge status={status} />
              </Link>
              <Text fw={650}>{count(number)}</Text>
            </Group>
            <Text size="xs" c="dimmed">
              {texts.oldest} {ago(oldestAt, Date.parse(at))}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function Funds({ overview: { funds } }: Props) {
  if (!funds) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.funds}
      </Title>
      {funds.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noFunds}
        </Text>
      )}
      {funds.length > 0 && (
        <PlainTable
          head={[texts.currency, texts.posted, texts.held]}
          numbers={[1, 2]}
          rows={funds.map(({ currency, posted, held }) => [
            currency,
            <Money key="posted" amount={posted} currency={currency} />,
            <Money key="held" amount={held} currency={currency} />,
          ])}
        />
      )}
    </Stack>
  )
}
