import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { webhookTexts } from '../messages/en-webhooks.ts'
import { useCan } from '../session/session.ts'
import type { WebhookDoor } from './door.ts'

const texts = webhookTexts

/** The endpoints of a partner. The secret of a new one is shown once. */
export function EndpointList({ door }: { readonly door: WebhookDoor }) {
  const { operations, path, list } = door
  const can = useCan()
  const [newEndpoint, setNewEndpoint] = useState<Result<'createWebhookEndpoint'>>()
  return (
    <Stack>
      {newEndpoint && (
        <ShownOnce
          title={texts.made}
          text={newEndpoint.secret === undefined ? texts.heldBack : door.once}
          values={[[texts.one, newEndpoint.id], ...secretIn(newEndpoint)]}
          close={() => setNewEndpoint(undefined)}
        />
      )}
      {can(operations.create) && (
        <Group>
          <Act
            operation={operations.create}
            path={path}
            label={texts.create}
            isPrimary
            fields={[
              { name: 'url', label: texts.url, help: texts.urlHelp },
              {
                name: 'eventTypes',
                label: texts.types,
                kind: 'list',
                isOptional: true,
                help: texts.typesHelp,
              },
              { name: 'description', label: texts.note, isOptional: true },
              OPTIONAL_REASON,
            ]}
            onDone={setNewEndpoint}
          />
        </Group>
      )}
      <List
        operation={operations.list}
        path={path}
        columns={[
          { label: texts.url, field: 'url', cell: ({ url }) => <CodeText>{url}</CodeText> },
          { label: texts.note, field: 'description' },
          {
            label: texts.state,
            field: 'state',
            cell: ({ state }) => <StatusBadge status={state} />,
          },
          {
            label: texts.types,
            field: 'eventTypes',
            cell: ({ eventTypes }) => typesOf(eventTypes),
          },
          {
            label: texts.failingSince,
            field: 'failingSince',
            cell: ({ failingSince }) => <Instant at={failingSince} />,
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${list.href}/${id}`}
        empty={texts.empty}
      />
    </Stack>
  )
}

/** Returns the secret as a value to show, unless only the partner sees it. */
export function secretIn({ secret }: { readonly secret?: string }): [string, string][] {
  return secret === undefined ? [] : [[texts.secret, secret]]
}

/** Returns the types of events as people read them. */
export function typesOf(eventTypes: readonly string[]): string {
  return eventTypes.includes('*') ? texts.everyType : eventTypes.join(', ')
}
