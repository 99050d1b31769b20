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
import { AskOthers } from '../session/ask-others.tsx'
import { useMode } from '../session/mode.ts'
import { useCan } from '../session/session.ts'

const texts = messages.credentials
/** Whoever may not read codes may not make a credential that does, but for tests. */
const READS_CODES = 'listOwnItems'

/** The credentials of the partner. Secrets are shown once, where they are made. */
export function CredentialsPage() {
  const can = useCan()
  const [mode] = useMode()
  const [issued, setIssued] = useState<Secrets>()
  const mayReadCodes = mode === 'test' || can(READS_CODES)
  const modes = mode === 'live' && mayReadCodes ? ['live', 'test'] : ['test']
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
                choices: modes,
                initial: 'test',
              },
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
        <Issued secrets={issued} text={texts.ownOnce} close={() => setIssued(undefined)} />
      )}
      <List
        operation="listOwnCredentials"
        filters={CREDENTIAL_FILTERS}
        columns={[
          ...CREDENTIAL_COLUMNS,
          {
            label: texts.acts,
            acts: ['rotateOwnCredential', 'revokeOwnCredential'],
            cell: ({ clientId, state, permissions }) =>
              state.toLowerCase() === 'active' && (
                <CredentialActs
                  clientId={clientId}
                  isRotatable={mayReadCodes || !permissions.includes('codes:read')}
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
  readonly isRotatable: boolean
  onRotated(secrets: Secrets): void
}

function CredentialActs({ clientId, isRotatable, onRotated }: ActsProps) {
  const can = useCan()
  return (
    <Group gap={4} wrap="nowrap">
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
