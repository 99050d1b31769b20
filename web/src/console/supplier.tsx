import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { fieldName } from '../format/field-name.ts'
import { faultInWords } from '../format/fault-words.ts'
import { count } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { messages } from '../messages/messages.ts'
import { isLow } from './is-low.ts'
import { ProductName } from './product-names.tsx'
import { isConnecting, refreshAfter } from './refresh-after.ts'
import { adapterChoice, adaptersQuery } from './supplier-accounts.tsx'
import { SupplierActs } from './supplier-acts.tsx'
import { PurchaseList } from './supplier-purchases.tsx'
import { PurchaseSettings, daysText, decimalOf, nameOf, SupplierState } from './supplier-state.tsx'

const PARENT = { label: systemTexts.suppliers.title, href: '/console/suppliers' }

type Supplier = Result<'getSupplier'>

/** Our account at a supplier: its funds, its products, and its purchases. */
export function SupplierPage() {
  const { supplier } = usePageParams('supplier')
  const { data, error, refetch } = useQuery({
    ...queryOf('getSupplier', { path: { supplier } }),
    refetchInterval: ({ state }) => refreshAfter(state.data ? [state.data] : []),
  })
  // The adapter decides which acts the page offers.
  const { isPending } = useQuery(adaptersQuery)
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data || isPending) return <Loading />
  return (
    <Page title={supplier} parent={PARENT} acts={<SupplierActs supplier={data} />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Funds supplier={data} />
        <Summary supplier={data} />
      </SimpleGrid>
      {data.unclearPurchases > 0 && <Waiting supplier={supplier} />}
      <Products supplier={supplier} />
      <Section title={texts.purchases}>
        <PurchaseList supplier={supplier} scope={{ name: 'purchases', label: texts.purchases }} />
      </Section>
    </Page>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function Funds({ supplier }: { readonly supplier: Supplier }) {
  const { pots, lowFloat } = supplier
  return (
    <Stack gap="xs">
      {pots.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noFunds}
        </Text>
      )}
      {pots.map((pot) => (
        <div key={nameOf(pot)}>
          <Text size="xl" fw={550} component="div">
            <Money amount={decimalOf(pot.funds)} currency={pot.currency} isBalance />{' '}
            {isLow(supplier, pot) && <StatusBadge status={texts.low} color="orange" />}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {[pot.pot, texts.lasts(daysText(pot))].filter(Boolean).join(' · ')}{' '}
            <Instant at={pot.seenAt} />
          </Text>
        </div>
      ))}
      {lowFloat && (
        <Text size="sm" c="dimmed" component="div">
          {texts.alertBelow} <Money amount={lowFloat.amount} currency={lowFloat.currency} />
        </Text>
      )}
    </Stack>
  )
}

function Summary({ supplier }: { readonly supplier: Supplier }) {
  const { adapter, environment, baseUrl, settings, lastFault, lastFaultAt, answeredAt } = supplier
  const { catalog } = supplier
  return (
    <Details
      of={[
        [texts.state, <SupplierState key="state" {...supplier} />],
        [texts.adapter, adapterChoice(adapter).label],
        [texts.environment, <StatusBadge key="environment" status={environment} color="gray" />],
        [texts.address, baseUrl && <CodeText>{baseUrl}</CodeText>],
        ...Object.entries(settings).map(([name, value]): [string, ReactNode] => [
          fieldName(name),
          <CodeText key={name}>{value}</CodeText>,
        ]),
        [texts.answeredAt, answeredAt && <Instant at={answeredAt} />],
        [texts.lastFault, lastFault && faultInWords(lastFault)],
        [texts.lastFaultAt, lastFaultAt && <Instant at={lastFaultAt} />],
        [
          texts.catalog,
          catalog?.readAt ? (
            <>
              {texts.catalogListings(count(catalog.listings))} <Instant at={catalog.readAt} />
            </>
          ) : (
            isConnecting(supplier) && texts.isMirrored
          ),
        ],
        [texts.catalogUnread, catalog && catalog.unread > 0 && count(catalog.unread)],
        [
          texts.catalogFault,
          catalog?.lastFault && (
            <>
              {faultInWords(catalog.lastFault)} <Instant at={catalog.lastFaultAt} />
            </>
          ),
        ],
      ]}
    />
  )
}

function Waiting({ supplier }: { readonly supplier: string }) {
  return (
    <Section title={texts.waitingTitle}>
      <Alert color="orange" variant="light">
        {texts.waitingText}
      </Alert>
      <PurchaseList
        supplier={supplier}
        fixed={{ unclear: 'true' }}
        scope={{ name: 'waiting', label: texts.waitingTitle }}
      />
    </Section>
  )
}

function Products({ supplier }: { readonly supplier: string }) {
  return (
    <Section title={texts.sold}>
      <List
        operation="listSupplierProducts"
        path={{ supplier }}
        scope={{ name: 'products', label: texts.sold }}
        columns={[
          {
            label: texts.product,
            field: 'productId',
            cell: ({ productId }) => <ProductName id={productId} />,
          },
          {
            label: texts.state,
            field: 'active',
            cell: ({ active }) => (
              <StatusBadge
                status={active ? 'ACTIVE' : messages.catalog.inactive}
                color={active ? 'green' : 'gray'}
              />
            ),
          },
          { label: texts.step, field: 'step', cell: ({ step }) => texts.stepOf(count(step)) },
          {
            label: texts.buys,
            field: 'settings',
            cell: ({ settings }) => <PurchaseSettings settings={settings} />,
          },
        ]}
        keyOf={({ productId, step }) => `${productId} ${step}`}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.noProducts}
      />
    </Section>
  )
}
