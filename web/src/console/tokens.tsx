import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Entry, Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { OPERATOR_ROLES } from '../session/roles.ts'
import { useCan } from '../session/session.ts'

const texts = messages.tokens

type Token = Entry<'listServiceTokens'>

/** The tokens of machines. A new one is shown once. */
export function TokensPage() {
  const can = useCan()
  const [made, setMade] = useState<Result<'createServiceToken'>>()
  const create = can('createServiceToken') && (
    <Act
      operation="createServiceToken"
      label={texts.create}
      isPrimary
      text={texts.createText}
      fields={[
        { name: 'name', label: texts.name, help: texts.nameHelp },
        { name: 'role', label: texts.role, kind: 'choice', choices: OPERATOR_ROLES },
        {
          name: 'expiresInDays',
          label: texts.days,
          kind: 'number',
          isOptional: true,
          help: texts.daysHelp,
        },
        OPTIONAL_REASON,
      ]}
      done={({ name }) => texts.made(name)}
      onDone={setMade}
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={create}>
      <Stack>
        {made && (
          <ShownOnce
            title={texts.made(made.name)}
            text={texts.tokenText}
            values={[[texts.token, made.token]]}
            close={() => setMade(undefined)}
          />
        )}
        <List
          operation="listServiceTokens"
          filters={[
            { name: 'state', label: texts.state, choices: ['ACTIVE', 'EXPIRED', 'REVOKED'] },
          ]}
          columns={[
            { label: texts.name, cell: ({ name }) => name },
            { label: texts.role, cell: ({ role }) => role },
            { label: texts.state, cell: ({ state }) => <StatusBadge status={state} /> },
            { label: texts.expires, cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
            {
              label: texts.lastUsed,
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Instant at={lastUsedAt} /> : texts.never),
            },
            { label: texts.from, cell: ({ lastUsedFrom }) => lastUsedFrom },
            { label: texts.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
            {
              label: texts.acts,
              acts: ['revokeServiceToken'],
              cell: (token) => <Revocation token={token} />,
            },
          ]}
          keyOf={({ tokenId }) => tokenId}
          empty={texts.empty}
        />
      </Stack>
    </Page>
  )
}

function Revocation({ token }: { readonly token: Token }) {
  const can = useCan()
  if (!can('revokeServiceToken') || token.state !== 'ACTIVE') return null
  return (
    <Act
      operation="revokeServiceToken"
      path={{ tokenId: token.tokenId }}
      label={texts.revoke}
      text={texts.revokeText(token.name)}
      fields={[OPTIONAL_REASON]}
      isDangerous
    />
  )
}
