import { Alert, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { modeField } from '../components/mode-field.ts'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import {
  CREDENTIAL_COLUMNS,
  CREDENTIAL_FILTERS,
  Issued,
  ROTATION_FIELDS,
  type NewCredential,
} from '../console/partner-credentials.tsx'
import { credentialTexts } from '../messages/en-credentials.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useMode } from '../session/mode.ts'
import { useCan } from '../session/session.ts'

const texts = credentialTexts
/** A user who may not read codes may not create a credential that can, except for tests. */
const READS_CODES = 'listOwnItems'

/** The credentials of the partner. Secrets are shown once, where they are made. */
export function CredentialsPage() {
  const can = useCan()
  const [mode] = useMode()
  const [issued, setIssued] = useState<NewCredential>()
  const canReadCodes = mode === 'test' || can(READS_CODES)
  const canMakeLive = mode === 'live' && canReadCodes
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
        <AskOthers operation={READS_CODES} act={texts.issueOrRotateCodes} />
      )}
      {issued && (
        <Issued credential={issued} text={texts.ownOnce} close={() => setIssued(undefined)} />
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
                  isRotatable={canReadCodes || !permissions.includes('codes:read')}
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
  const { data } = useQuery({
    queryKey: ['listOwnCredentials', undefined, query],
    queryFn: ({ signal }) => request('listOwnCredentials', { query, signal }),
  })
  if (!data?.data.some(({ claimUntil }) => claimUntil !== undefined)) return null
  return (
    <Alert color="yellow" title={texts.claimTitle}>
      {texts.claimText}
    </Alert>
  )
}
