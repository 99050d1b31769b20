import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Entry } from '../api/client.ts'
import { ActMenu } from '../components/act-menu.tsx'
import { Act } from '../components/act.tsx'
import type { Field } from '../components/act-fields.ts'
import { modeField } from '../components/mode-field.ts'
import { Instant } from '../components/instant.tsx'
import { List, type Column } from '../components/list.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count, localTime } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { credentialTexts } from '../messages/en-credentials.ts'
import { signatureTexts } from '../messages/en-signature.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'

const texts = credentialTexts

/** A new credential: its secrets, or where they wait for the partner. */
export interface NewCredential {
  readonly clientId: string
  readonly apiKey?: string
  readonly hmacSecret?: string
  readonly claim?: { readonly link?: string; readonly expiresAt: string }
}

export const CREDENTIAL_COLUMNS: readonly Column<Entry<'listCredentials'>>[] = [
  { label: texts.clientId, field: 'clientId', shows: 'id' },
  { label: texts.label, field: 'label' },
  {
    label: texts.state,
    field: 'state',
    cell: ({ state, expiresAt, claimUntil }) => (
      <>
        <StatusBadge status={state} />
        {claimUntil !== undefined && (
          <Text size="xs" c="dimmed">
            {texts.waits}
          </Text>
        )}
        {expiresAt !== undefined && (
          <Text size="xs" c="dimmed">
            {texts.until} <Instant at={expiresAt} isExact />
          </Text>
        )}
      </>
    ),
  },
  {
    label: texts.permissions,
    field: 'permissions',
    cell: ({ permissions }) => <Permissions of={permissions} />,
  },
  { label: texts.lastUsed, field: 'lastUsedAt', shows: 'time' },
  {
    label: texts.lastFailure,
    cell: ({ lastFailure, lastFailedCheck, lastFailedAt }) => (
      <>
        <span title={lastFailure}>
          {lastFailedCheck === undefined ? lastFailure : signatureTexts.checks[lastFailedCheck]}
        </span>
        <Text size="xs" c="dimmed">
          <Instant at={lastFailedAt} />
        </Text>
      </>
    ),
  },
]

/** The most permissions that a row shows without growing. */
const PERMISSIONS_SHOWN_MAX = 3

function Permissions({ of }: { readonly of: readonly string[] }) {
  const names = of.join(', ')
  if (of.length <= PERMISSIONS_SHOWN_MAX) return names
  return (
    <details>
      <summary>{texts.permissionCount(count(of.length))}</summary>
      {names}
    </details>
  )
}

export const CREDENTIAL_FILTERS = [
  { name: 'state', label: texts.state, choices: ['ACTIVE', 'EXPIRED', 'REVOKED'] },
] as const

/** The fields of a rotation. */
export const ROTATION_FIELDS: readonly Field<'overlapSeconds' | 'reason'>[] = [
  {
    name: 'overlapSeconds',
    label: texts.overlap,
    kind: 'number',
    isOptional: true,
    help: texts.overlapHelp,
  },
  OPTIONAL_REASON,
]

/** The credentials of a partner. Secrets are shown once, after they were created. */
export function PartnerCredentials({ partnerId }: { readonly partnerId: number }) {
  const can = useCan()
  const [issued, setIssued] = useState<NewCredential>()
  const path = { partnerId }
  return (
    <Stack>
      {issued && (
        <IssuedCredential
          credential={issued}
          text={texts.once}
          close={() => setIssued(undefined)}
        />
      )}
      <AskOthers operation="rotateCredential" act={texts.issueOrRotate} />
      {can('issueCredential') && (
        <Group>
          <Act
            operation="issueCredential"
            path={path}
            label={texts.issue}
            isPrimary
            fields={[
              { name: 'label', label: texts.label, isOptional: true },
              modeField(['live', 'test']),
            ]}
            done={() => texts.issued}
            onDone={setIssued}
          />
        </Group>
      )}
      <List
        operation="listCredentials"
        path={path}
        filters={CREDENTIAL_FILTERS}
        columns={[
          ...CREDENTIAL_COLUMNS,
          {
            label: texts.acts,
            acts: ['rotateCredential', 'updateCredential', 'revokeCredential'],
            cell: ({ clientId, state }) =>
              state.toLowerCase() === 'active' && (
                <Group gap={4} wrap="nowrap">
                  {can('rotateCredential') && (
                    <Act
                      operation="rotateCredential"
                      path={{ partnerId, clientId }}
                      label={texts.rotate}
                      text={texts.rotateText}
                      fields={ROTATION_FIELDS}
                      done={() => texts.issued}
                      onDone={setIssued}
                    />
                  )}
                  {(can('updateCredential') || can('revokeCredential')) && (
                    <ActMenu name={clientId}>
                      {can('updateCredential') && (
                        <Restrict partnerId={partnerId} clientId={clientId} />
                      )}
                      {can('revokeCredential') && (
                        <Act
                          operation="revokeCredential"
                          path={{ partnerId, clientId }}
                          label={texts.revoke}
                          text={texts.revokeText}
                          fields={[OPTIONAL_REASON]}
                          isDangerous
                        />
                      )}
                    </ActMenu>
                  )}
                </Group>
              ),
          },
        ]}
        keyOf={({ clientId }) => clientId}
        empty={texts.empty}
      />
    </Stack>
  )
}

interface RestrictProps {
  readonly partnerId: number
  readonly clientId: string
}

/** Restricts the requests of a credential that are accepted. */
function Restrict({ partnerId, clientId }: RestrictProps) {
  const restrictTexts = consoleTexts.credentials
  return (
    <Act
      operation="updateCredential"
      path={{ partnerId, clientId }}
      label={restrictTexts.restrict}
      text={restrictTexts.restrictText(clientId)}
      fixed={{ allowedAddresses: null }}
      fields={[
        { name: 'requireSignatureV2', label: restrictTexts.signature, kind: 'switch' },
        {
          name: 'allowedAddresses',
          label: restrictTexts.addresses,
          kind: 'list',
          help: restrictTexts.addressesHelp,
          isOptional: true,
        },
        OPTIONAL_REASON,
      ]}
    />
  )
}

interface IssuedProps {
  readonly credential: NewCredential
  /** Says what to do with the secrets. */
  readonly text: string
  close(): void
}

/** A new credential whose secrets are shown once, or a text about where they wait. */
export function IssuedCredential({
  credential: { clientId, apiKey, hmacSecret, claim },
  text,
  close,
}: IssuedProps) {
  const values = [
    [texts.clientId, clientId],
    [texts.apiKey, apiKey],
    [texts.hmacSecret, hmacSecret],
    [texts.link, claim?.link],
  ] as const
  return (
    <ShownOnce
      title={texts.issued}
      text={claim ? textOf(claim) : text}
      values={values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))}
      close={close}
    />
  )
}

function textOf({ link, expiresAt }: NonNullable<NewCredential['claim']>): string {
  const until = localTime(expiresAt)
  return link === undefined ? texts.waitsInPortal(until) : texts.waitsAtLink(until)
}
