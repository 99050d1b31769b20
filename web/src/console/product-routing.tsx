import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Failure } from '../components/failure.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { useCan } from '../session/session.ts'
import { Bought } from './supplier-state.tsx'

type Routing = Result<'getProductRouting'>

/** In which order a product asks its suppliers, and what each of them costs. */
export function ProductRouting({ productId }: { readonly productId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['getProductRouting', productId],
    queryFn: ({ signal }) => call('getProductRouting', { path: { productId }, signal }),
  })
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
      <ol>
        {data.suppliers.map((one) => (
          <li key={JSON.stringify([one.supplier, one.settings])}>
            <Supplier supplier={one} />
          </li>
        ))}
      </ol>
      <ChangeRouting routing={data} />
    </Stack>
  )
}

function Supplier({ supplier: one }: { readonly supplier: Routing['suppliers'][number] }) {
  const { supplier, settings, discountPercent, skippedBecause } = one
  return (
    <>
      {supplier} <Bought settings={settings} />{' '}
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
