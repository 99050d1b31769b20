import { useState } from 'react'
import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { List } from '../components/list.tsx'
import { PageOrTab, type PageTitle } from '../components/page-or-tab.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { webhookTexts } from '../messages/en-webhooks.ts'
import { useCan } from '../session/session.ts'
import { EndpointState } from './endpoint-state.tsx'
import type { WebhookSide } from './side.ts'

const texts = webhookTexts

interface Props {
  readonly side: WebhookSide
  /** None if the list is a tab. */
  readonly page?: PageTitle
}

/** The endpoints of a partner. The secret of a new one is shown once. */
export function EndpointList({ side, page }: Props) {
  const { operations, path, list } = side
  const [newEndpoint, setNewEndpoint] = useState<Result<'createWebhookEndpoint'>>()
  const creation = <Creation side={side} onMade={setNewEndpoint} />
  return (
    <PageOrTab page={page} act={creation}>
      {newEndpoint && (
        <ShownOnce
          title={texts.made}
          text={newEndpoint.secret === undefined ? texts.heldBack : side.once}
          values={[[texts.one, newEndpoint.id], ...secretIn(newEndpoint)]}
          close={() => setNewEndpoint(undefined)}
        />
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
            cell: (endpoint) => <EndpointState of={endpoint} />,
          },
          {
            label: texts.types,
            field: 'eventTypes',
            cell: ({ eventTypes }) => typesOf(eventTypes),
          },
          { label: texts.failingSince, field: 'failingSince', shows: 'time' },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${list.href}/${id}`}
        empty={texts.empty}
      />
    </PageOrTab>
  )
}

interface CreationProps extends Pick<Props, 'side'> {
  onMade(endpoint: Result<'createWebhookEndpoint'>): void
}

function Creation({ side: { operations, path }, onMade }: CreationProps) {
  const can = useCan()
  if (!can(operations.create)) return null
  return (
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
      onDone={onMade}
    />
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
