import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Input, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Failure } from '../components/failure.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { useCan } from '../session/session.ts'
import { PurchaseSettings } from './supplier-state.tsx'

type Routes = NonNullable<NonNullable<Input<'updateProduct'>['body']>['suppliers']>
type Routing = Result<'getProductRouting'>

const routingQuery = (productId: number) => queryOf('getProductRouting', { path: { productId } })

/** True if a product may have codes in stock: not all its suppliers buy or generate codes. */
export function useHasStock(productId: number): boolean {
  const can = useCan()
  const { data } = useQuery({ ...routingQuery(productId), enabled: can('getProductRouting') })
  return !data || data.suppliers.some(({ supplier }) => !WITHOUT_STOCK.has(supplier))
}

const WITHOUT_STOCK = new Set(['generator', ...Object.keys(texts.adapters)])

/** The order in which a product asks its suppliers, and the cost at each of them. */
export function ProductRouting({ productId }: { readonly productId: number }) {
  const { data, error, refetch } = useQuery(routingQuery(productId))
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2} size="h4">
        {texts.routing}
      </Title>
      <Text size="sm" c="dimmed">
        {data.cheapestFirst ? texts.isCheapestFirst : texts.isAsWritten}{' '}
        {data.marginFloorPercent !== undefined && texts.hasFloor(data.marginFloorPercent)}
      </Text>
      <Text component="ol" size="sm" m={0} pl="lg">
        {data.suppliers.map((one, at) => (
          <li key={routeOf(one)}>
            <Supplier supplier={one} />
            {at > 0 && !data.cheapestFirst && <AskFirst productId={productId} supplier={one} />}
          </li>
        ))}
      </Text>
      <ChangeRouting routing={data} />
    </Stack>
  )
}

interface Route {
  readonly supplier: string
  readonly settings?: unknown
}

/** Returns a key for one of the suppliers of a product: its name and its settings. */
function routeOf({ supplier, settings }: Route): string {
  const parts = Object.entries(settings ?? {}).map((one) => JSON.stringify(one))
  return [supplier, ...parts.toSorted((a, b) => a.localeCompare(b))].join()
}

function withFirst(suppliers: Routes, first: Route): Routes {
  const isFirst = (one: Route): boolean => routeOf(one) === routeOf(first)
  return [...suppliers.filter(isFirst), ...suppliers.filter((one) => !isFirst(one))]
}

/** Puts a supplier before the others. */
function AskFirst({
  productId,
  supplier,
}: {
  readonly productId: number
  readonly supplier: Route
}) {
  const can = useCan()
  if (!can('updateProduct')) return null
  const path = { productId }
  return (
    <Act
      operation="updateProduct"
      label={texts.askFirst}
      text={texts.askFirstText(supplier.supplier)}
      fields={[OPTIONAL_REASON]}
      // The list may have changed since it was read.
      send={async (body, key) => {
        const product = await call('getProduct', { path })
        const suppliers = (product.suppliers ?? []) as Routes
        const ordered = withFirst(suppliers, supplier)
        return call('updateProduct', { path, body: { ...body, suppliers: ordered }, key })
      }}
      done={() => texts.isRouted}
    />
  )
}

function Supplier({ supplier: one }: { readonly supplier: Routing['suppliers'][number] }) {
  const { supplier, settings, discountPercent, skippedBecause } = one
  return (
    <>
      {supplier} <PurchaseSettings settings={settings} />{' '}
      {discountPercent !== undefined && texts.costsLess(discountPercent)}{' '}
      {skippedBecause !== undefined && (
        <>
          <StatusBadge status={texts.skipped} color="orange" />{' '}
          <Text span size="sm" c="dimmed">
            {skippedBecause}
          </Text>
        </>
      )}
    </>
  )
}

function ChangeRouting({ routing }: { readonly routing: Routing }) {
  const can = useCan()
  const { productId, cheapestFirst, marginFloorPercent = '' } = routing
  if (!can('putProductRouting')) return null
  return (
    <Act
      operation="putProductRouting"
      path={{ productId }}
      label={texts.changeRouting}
      text={texts.changeRoutingText}
      fields={[
        {
          name: 'cheapestFirst',
          label: texts.cheapestFirst,
          kind: 'switch',
          initial: String(cheapestFirst),
        },
        {
          name: 'marginFloorPercent',
          label: texts.marginFloor,
          help: texts.marginFloorHelp,
          initial: marginFloorPercent,
          isOptional: true,
        },
        OPTIONAL_REASON,
      ]}
      done={() => texts.isRouted}
    />
  )
}
