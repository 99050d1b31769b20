import { Alert, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/client.ts'
import { ISSUER_PERMISSIONS } from '../api/permitted-roles.ts'
import { Act } from '../components/act.tsx'
import { modeField } from '../components/mode-field.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import {
  CREDENTIAL_COLUMNS,
  CREDENTIAL_FILTERS,
  IssuedCredential,
  ROTATION_FIELDS,
  type NewCredential,
} from '../console/partner-credentials.tsx'
import { credentialTexts } from '../messages/en-credentials.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useMode } from '../session/mode.ts'
import { sessionQuery, useCan } from '../session/session.ts'

const texts = credentialTexts
/** An operation of owners, the only users who have all permissions of a live credential. */
const OF_OWNERS = 'putOwnWalletSettings'

/** Returns whether the user may get the secrets of a credential with these permissions. */
function useCanGive(): (permissions: readonly string[]) => boolean {
  const { data } = useQuery(sessionQuery)
  const [mode] = useMode()
  const ownPermissions: readonly string[] = data?.permissions ?? []
  return (permissions) =>
    mode === 'test' ||
    permissions
      .flatMap((one) => ISSUER_PERMISSIONS[one] ?? [one])
      .every((one) => ownPermissions.includes(one))
}

/** The credentials of the partner. Secrets are shown once, after they were created. */
export function CredentialsPage() {
  const can = useCan()
  const [mode] = useMode()
  const [issued, setIssued] = useState<NewCredential>()
  const canGive = useCanGive()
  const canMakeLive = mode === 'live' && canGive(Object.keys(ISSUER_PERMISSIONS))
  return (
    <Page
      title={messages.ofPortal.credentials}
      text={messages.ofPortal.credentialsAbout}
      acts={
        can('issueOwnCredential') && (
          <Act
            operation="issueOwnCredential"
            label={texts.issue}
            fields={[
              { name: 'label', label: texts.label, isOptional: true },
              modeField(canMakeLive ? ['live', 'test'] : ['test']),
            ]}
            isPrimary
            done={() => texts.issued}
            onDone={setIssued}
          />
        )
      }
    >
      {can('rotateOwnCredential') && mode === 'live' && (
        <AskOthers operation={OF_OWNERS} act={texts.issueOrRotateMore} />
      )}
      {issued && (
        <IssuedCredential
          credential={issued}
          text={texts.ownOnce}
          close={() => setIssued(undefined)}
        />
      )}
      <WaitingNote />
      <List
        operation="listOwnCredentials"
        filters={CREDENTIAL_FILTERS}
        columns={[
          ...CREDENTIAL_COLUMNS,
          {
            label: texts.acts,
            acts: ['rotateOwnCredential', 'revokeOwnCredential'],
            cell: ({ clientId, state, permissions, claimUntil }) =>
              state.toLowerCase() === 'active' && (
                <CredentialActs
                  clientId={clientId}
                  isWaiting={claimUntil !== undefined}
                  isRotatable={canGive(permissions)}
                  onRotated={setIssued}
                />
              ),
          },
        ]}
        keyOf={({ clientId }) => clientId}
        empty={texts.empty}
      />
    </Page>
  )
}

interface ActsProps {
  readonly clientId: string
  /** True if its secrets wait to be claimed. */
  readonly isWaiting: boolean
  readonly isRotatable: boolean
  onRotated(credential: NewCredential): void
}

function CredentialActs({ clientId, isWaiting, isRotatable, onRotated }: ActsProps) {
  const can = useCan()
  return (
    <Group gap={4} wrap="nowrap">
      {can('claimOwnCredential') && isWaiting && isRotatable && (
        <Act
          operation="claimOwnCredential"
          path={{ clientId }}
          label={texts.claim}
          text={texts.claimText}
          fields={[]}
          isPrimary
          done={() => texts.ownOnce}
          onDone={onRotated}
        />
      )}
      {can('rotateOwnCredential') && isRotatable && (
        <Act
          operation="rotateOwnCredential"
          path={{ clientId }}
          label={texts.rotate}
          text={texts.rotateText}
          fields={ROTATION_FIELDS}
          done={() => texts.issued}
          onDone={onRotated}
        />
      )}
      {can('revokeOwnCredential') && (
        <Act
          operation="revokeOwnCredential"
          path={{ clientId }}
          label={texts.revoke}
          text={texts.revokeText}
          fields={[{ ...REASON, isOptional: true }]}
          isDangerous
        />
      )}
    </Group>
  )
}

/** Says that a credential waits, even if it is on another page of the list. */
function WaitingNote() {
  const query = { state: 'ACTIVE', pageSize: 100 } as const
  const canGive = useCanGive()
  const { data } = useQuery({
    queryKey: ['listOwnCredentials', undefined, query],
    queryFn: ({ signal }) => request('listOwnCredentials', { query, signal }),
  })
  const waits = data?.data.some(
    ({ claimUntil, permissions }) => claimUntil !== undefined && canGive(permissions),
  )
  if (waits !== true) return null
  return (
    <Alert color="yellow" title={texts.claimTitle}>
      {texts.claimText}
    </Alert>
  )
}
