import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry, Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { systemTexts } from '../messages/en-system.ts'
import { OPERATOR_ROLES } from '../session/roles.ts'
import { sessionQuery, useCan } from '../session/session.ts'

const texts = systemTexts.tokens

type Token = Entry<'listServiceTokens'>

/** The tokens of machines. A new one is shown once. */
export function TokensPage() {
  const can = useCan()
  const [newToken, setNewToken] = useState<Result<'createServiceToken'>>()
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
      onDone={setNewToken}
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={create}>
      <Stack>
        {newToken && (
          <ShownOnce
            title={texts.made(newToken.name)}
            text={texts.tokenText}
            values={[[texts.token, newToken.token]]}
            close={() => setNewToken(undefined)}
          />
        )}
        <List
          operation="listServiceTokens"
          filters={[
            {
              name: 'state',
              label: texts.state,
              choices: ['ACTIVE', 'EXPIRED', 'ENDED', 'REVOKED'],
            },
          ]}
          columns={[
            { label: texts.name, field: 'name' },
            { label: texts.role, field: 'role', shows: 'word' },
            { label: texts.state, field: 'state', shows: 'status' },
            {
              label: texts.issuedBy,
              field: 'issuedBy',
              cell: ({ issuedBy }) => issuedBy ?? texts.nobody,
            },
            { label: texts.expires, field: 'expiresAt', shows: 'time' },
            {
              label: texts.lastUsed,
              field: 'lastUsedAt',
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Instant at={lastUsedAt} /> : texts.never),
            },
            { label: texts.from, field: 'lastUsedFrom' },
            { label: texts.created, field: 'createdAt', shows: 'time' },
            {
              label: texts.acts,
              acts: ['revokeServiceToken'],
              cell: (token) => <TokenActs token={token} />,
            },
          ]}
          keyOf={({ tokenId }) => tokenId}
          empty={texts.empty}
        />
      </Stack>
    </Page>
  )
}

function TokenActs({ token: { tokenId, name, state, issuedBy } }: { readonly token: Token }) {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  if (!can('revokeServiceToken') || (state !== 'ACTIVE' && state !== 'ENDED')) return null
  const isOwn = issuedBy !== undefined && issuedBy === session?.user.email
  return (
    <Group gap={4} wrap="nowrap">
      {!isOwn && (
        <Act
          operation="takeOverServiceToken"
          path={{ tokenId }}
          label={texts.takeOver}
          text={texts.takeOverText(name)}
          fields={[OPTIONAL_REASON]}
        />
      )}
      <Act
        operation="revokeServiceToken"
        path={{ tokenId }}
        label={texts.revoke}
        text={texts.revokeText(name)}
        fields={[OPTIONAL_REASON]}
        isDangerous
      />
    </Group>
  )
}
