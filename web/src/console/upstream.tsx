import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call, type Entry } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage, NotFoundPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading, Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { count } from '../format/format.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'

const texts = systemTexts.suppliers
const PARENT = { label: texts.title, href: '/console/suppliers' }

type Upstream = Entry<'listUpstreams'>

/** An upstream: our floats there, whether it responds, and what was bought. */
export function UpstreamPage() {
  const { upstreamName } = usePageParams('upstreamName')
  const { data, error, refetch } = useQuery({
    queryKey: ['listUpstreams'],
    queryFn: ({ signal }) => call('listUpstreams', { signal }),
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data) return <Loading />
  const upstream = data.find(({ name }) => name === upstreamName)
  if (!upstream) return <NotFoundPage parent={PARENT} />
  return (
    <Page title={upstreamName} parent={PARENT} acts={<Acts upstream={upstream} />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Summary upstream={upstream} />
      <Purchases name={upstream.name} />
    </Page>
  )
}

function Acts({ upstream: { name, active, currency } }: { readonly upstream: Upstream }) {
  const can = useCan()
  if (!can('updateUpstream')) return null
  const path = { upstreamName: name }
  return (
    <>
      <Act
        operation="updateUpstream"
        path={path}
        label={texts.lowFloatAct}
        text={texts.lowFloatText}
        fields={[
          { name: 'lowFloat', label: texts.lowFloat, kind: 'amount', currency },
          OPTIONAL_REASON,
        ]}
      />
      <Act
        operation="updateUpstream"
        path={path}
        label={active ? texts.stop : texts.start}
        text={active ? texts.stopText : texts.startText}
        fixed={{ active: !active }}
        fields={[OPTIONAL_REASON]}
        isDangerous={active}
        done={() => (active ? texts.stopped : texts.started)}
        undo={() => call('updateUpstream', { path, body: { active } })}
      />
    </>
  )
}

function Summary({ upstream }: { readonly upstream: Upstream }) {
  const { baseUrl, clientId, active, floats, lowFloat, currency, answeredAt } = upstream
  return (
    <Details
      of={[
        [
          texts.state,
          <StatusBadge
            key="state"
            status={active ? 'ACTIVE' : texts.inactive}
            color={active ? 'green' : 'gray'}
          />,
        ],
        [texts.address, <CodeText key="address">{baseUrl}</CodeText>],
        [texts.clientId, <CodeText key="client">{clientId}</CodeText>],
        ...floats.map((float): [string, ReactNode] => [
          texts.floatOf(float.currency),
          <Money key={float.currency} amount={float.funds} currency={float.currency} isBalance />,
        ]),
        [texts.lowFloat, lowFloat && <Money amount={lowFloat} currency={currency} />],
        [texts.answeredAt, answeredAt && <Instant at={answeredAt} />],
        [texts.lastFault, upstream.lastFault],
        [texts.lastFaultAt, upstream.lastFaultAt && <Instant at={upstream.lastFaultAt} />],
      ]}
    />
  )
}

const STATUSES = ['PLACING', 'PLACED', 'REFUSED', 'CANCELLED', 'STOCKED', 'CLOSED']

function Purchases({ name }: { readonly name: string }) {
  const can = useCan()
  const path = { upstreamName: name }
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.purchases}
      </Title>
      <List
        operation="listPurchases"
        path={path}
        filters={[
          { name: 'status', label: texts.state, choices: STATUSES },
          { name: 'orderId', label: texts.order },
        ]}
        columns={[
          {
            label: texts.order,
            cell: ({ orderId }) => (
              <Link to={`/console/orders/${orderId}`}>
                <CodeText>{orderId}</CodeText>
              </Link>
            ),
          },
          { label: texts.state, cell: ({ status }) => <StatusBadge status={status} /> },
          { label: texts.orderThere, cell: (row) => <CodeText>{row.upstreamOrderId}</CodeText> },
          { label: texts.quantity, isNumber: true, cell: ({ quantity }) => count(quantity) },
          {
            label: texts.cost,
            isNumber: true,
            cell: ({ cost, costCurrency }) => <Money amount={cost} currency={costCurrency} />,
          },
          { label: texts.begun, cell: ({ begunAt }) => <Instant at={begunAt} /> },
          { label: texts.lastFault, cell: ({ lastFault }) => lastFault },
          {
            label: texts.acts,
            acts: ['closePurchase'],
            cell: ({ status, reference }) =>
              (status === 'PLACING' || status === 'PLACED') &&
              can('closePurchase') && (
                <Act
                  operation="closePurchase"
                  path={{ ...path, reference }}
                  label={texts.closePurchase}
                  text={texts.closePurchaseText}
                  fields={[REASON]}
                  isDangerous
                />
              ),
          },
        ]}
        keyOf={({ reference }) => reference}
        empty={texts.noPurchases}
      />
    </Stack>
  )
}
