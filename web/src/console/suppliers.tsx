import { Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { faultInWords } from '../format/fault-words.ts'
import { supplyTexts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'
import { ProductName } from './product-names.tsx'
import { ConnectSupplier, SupplierAccounts } from './supplier-accounts.tsx'

const texts = systemTexts.suppliers

export function SuppliersPage() {
  const can = useCan()
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
        </>
      }
    >
      <Stack>
        <SupplierAccounts />
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
          {
            label: texts.product,
            field: 'productId',
            cell: ({ productId }) => <ProductName id={productId} />,
          },
          {
            label: texts.supplier,
            cell: ({ supplier, account }) => [supplier, account].filter(Boolean).join(':'),
          },
          { label: texts.circuit, field: 'circuit', shows: 'status' },
          { label: texts.answered, field: 'answered', shows: 'count' },
          { label: texts.failed, field: 'failed', shows: 'count' },
          {
            label: texts.lastFault,
            field: 'lastFault',
            cell: ({ lastFault }) => lastFault && faultInWords(lastFault),
          },
          { label: texts.lastFaultAt, field: 'lastFaultAt', shows: 'time' },
        ]}
        keyOf={({ productId, supplier, account }) => `${productId} ${supplier} ${account}`}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.noHealth}
      />
    </>
  )
}
