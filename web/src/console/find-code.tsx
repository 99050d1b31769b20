import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.findCode

/** Finds where a code is. The code is sent in a body; it is never shown or in an address. */
export function FindCode() {
  const can = useCan()
  const [places, setPlaces] = useState<Result<'findCode'>>()
  if (!can('findCode')) return <AskOthers operation="findCode" act={texts.act} />
  return (
    <Stack gap="xs">
      <Group>
        <Act
          operation="findCode"
          label={texts.act}
          text={texts.about}
          fields={[
            { name: 'code', label: texts.code, kind: 'password' },
            { name: 'orderId', label: texts.within, help: texts.withinHelp, isOptional: true },
            OPTIONAL_REASON,
          ]}
          done={({ length }) => texts.found(length)}
          onDone={setPlaces}
        />
      </Group>
      {places?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.nowhere}
        </Text>
      )}
      {places && places.length > 0 && <Places places={places} />}
    </Stack>
  )
}

function Places({ places }: { readonly places: Result<'findCode'> }) {
  return (
    <PlainTable
      head={[
        texts.state,
        texts.order,
        texts.item,
        texts.case,
        texts.partner,
        texts.product,
        texts.lot,
        texts.replacementLot,
      ]}
      rows={places.map(({ state, orderId, itemNo, caseId, ...place }) => [
        <StatusBadge key="state" status={state} />,
        orderId !== undefined && (
          <IdText key="order" id={orderId} to={`/console/orders/${orderId}`} />
        ),
        itemNo,
        caseId !== undefined && <IdText key="case" id={caseId} to={`/console/trace?q=${caseId}`} />,
        <PartnerLink key="partner" id={place.partnerId} />,
        <Link key="product" to={`/console/catalog/${place.productId}`}>
          {place.productId}
        </Link>,
        place.lot,
        place.replacementLot,
      ])}
    />
  )
}
