import { Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { count } from '../format/format.ts'
import { supplyTexts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'
import { ProductName } from './product-names.tsx'
import { ConnectSupplier, SupplierAccounts } from './supplier-accounts.tsx'

const texts = systemTexts.suppliers

export function SuppliersPage() {
  const can = useCan()
  const create = can('createUpstream') && (
    <Act
      operation="createUpstream"
      label={texts.create}
      text={texts.createText}
      fields={[
        { name: 'name', label: texts.name },
        { name: 'baseUrl', label: texts.address },
        { name: 'clientId', label: texts.clientId },
        { name: 'apiKey', label: texts.apiKey, kind: 'password' },
        { name: 'hmacSecret', label: texts.hmacSecret, kind: 'password' },
        { name: 'currency', label: texts.currency },
        {
          name: 'lowFloat',
          label: texts.lowFloat,
          kind: 'amount',
          currency: { field: 'currency' },
          isOptional: true,
        },
        OPTIONAL_REASON,
      ]}
    />
  )
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        <>
          {can('listSupplierListings') && (
            <Button component={Link} to="/console/listings" size="xs" variant="default">
              {supplyTexts.listings}
            </Button>
          )}
          <ConnectSupplier />
          {create}
        </>
      }
    >
      <Stack>
        <SupplierAccounts />
        <Title order={2} size="h4">
          {texts.upstreams}
        </Title>
        <List
          operation="listUpstreams"
          scope={{ name: 'upstreams', label: texts.upstreams }}
          columns={[
            { label: texts.name, cell: ({ name }) => name },
            { label: texts.address, cell: ({ baseUrl }) => <CodeText>{baseUrl}</CodeText> },
            {
              label: texts.state,
              cell: ({ active }) => (
                <StatusBadge
                  status={active ? 'ACTIVE' : texts.inactive}
                  color={active ? 'green' : 'gray'}
                />
              ),
            },
            {
              label: texts.floats,
              isNumber: true,
              cell: ({ floats }) =>
                floats.map(({ currency, funds }) => (
                  <div key={currency}>
                    <Money amount={funds} currency={currency} />
                  </div>
                )),
            },
            { label: texts.lastFault, cell: ({ lastFault }) => lastFault },
            { label: texts.answeredAt, cell: ({ answeredAt }) => <Instant at={answeredAt} /> },
          ]}
          keyOf={({ name }) => name}
          hrefOf={({ name }) => `/console/suppliers/${name}`}
          empty={texts.noUpstreams}
        />
        <SupplierHealth />
      </Stack>
    </Page>
  )
}

function SupplierHealth() {
  return (
    <>
      <Title order={2} size="h4">
        {texts.health}
      </Title>
      <List
        operation="listSupplierHealth"
        scope={{ name: 'health', label: texts.health }}
        filters={[
          { name: 'circuit', label: texts.circuit, choices: ['open', 'half_open', 'closed'] },
        ]}
        columns={[
          { label: texts.product, cell: ({ productId }) => <ProductName id={productId} /> },
          {
            label: texts.supplier,
            cell: ({ supplier, account }) => [supplier, account].filter(Boolean).join(':'),
          },
          { label: texts.circuit, cell: ({ circuit }) => <StatusBadge status={circuit} /> },
          { label: texts.answered, isNumber: true, cell: ({ answered }) => count(answered) },
          { label: texts.failed, isNumber: true, cell: ({ failed }) => count(failed) },
          { label: texts.lastFault, cell: ({ lastFault }) => lastFault },
          { label: texts.lastFaultAt, cell: ({ lastFaultAt }) => <Instant at={lastFaultAt} /> },
        ]}
        keyOf={({ productId, supplier, account }) => `${productId} ${supplier} ${account}`}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.noHealth}
      />
    </>
  )
}
