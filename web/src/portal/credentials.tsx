import { Group } from '@mantine/core'
import { useState } from 'react'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import {
  CREDENTIAL_COLUMNS,
  CREDENTIAL_FILTERS,
  Issued,
  ROTATION_FIELDS,
  type Secrets,
} from '../console/partner-credentials.tsx'
import { messages } from '../messages/messages.ts'
import { useMode } from '../session/mode.ts'
import { useCan } from '../session/session.ts'

const texts = messages.credentials

/** The credentials of the partner. Secrets are shown once, where they are made. */
export function CredentialsPage() {
  const can = useCan()
  const [mode] = useMode()
  const [issued, setIssued] = useState<Secrets>()
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
              {
                name: 'mode',
                label: texts.mode,
                kind: 'choice',
                choices: mode === 'test' ? ['test'] : ['live', 'test'],
                initial: 'test',
              },
            ]}
            isPrimary
            onDone={setIssued}
          />
        )
      }
    >
      {issued && (
        <Issued secrets={issued} text={texts.ownOnce} close={() => setIssued(undefined)} />
      )}
      <List
        operation="listOwnCredentials"
        filters={CREDENTIAL_FILTERS}
        columns={[
          ...CREDENTIAL_COLUMNS,
          {
            label: texts.acts,
            cell: ({ clientId, state }) =>
              state.toLowerCase() === 'active' && (
                <CredentialActs clientId={clientId} onRotated={setIssued} />
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
  onRotated(secrets: Secrets): void
}

function CredentialActs({ clientId, onRotated }: ActsProps) {
  const can = useCan()
  return (
    <Group gap={4} wrap="nowrap">
      {can('rotateOwnCredential') && (
        <Act
          operation="rotateOwnCredential"
          path={{ clientId }}
          label={texts.rotate}
          text={texts.rotateText}
          fields={ROTATION_FIELDS}
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
