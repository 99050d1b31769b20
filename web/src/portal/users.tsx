import { Alert, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry, Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { sessionQuery, useCan } from '../session/session.ts'

const texts = messages.ofPortal
const ROLES = ['owner', 'finance', 'developer', 'viewer']
const OPTIONAL_REASON = { ...REASON, isOptional: true }

/** The users of the partner. */
export function UsersPage() {
  const can = useCan()
  const [invited, setInvited] = useState<Result<'inviteOwnUser'>>()
  return (
    <Page
      title={texts.users}
      text={texts.usersAbout}
      acts={
        can('inviteOwnUser') && (
          <Act
            operation="inviteOwnUser"
            label={texts.invite}
            fields={[
              { name: 'email', label: texts.email },
              { name: 'role', label: texts.role, kind: 'choice', choices: ROLES },
            ]}
            onDone={setInvited}
          />
        )
      }
    >
      {invited && (
        <Alert
          color="green"
          title={texts.invited}
          withCloseButton
          closeButtonLabel={messages.close}
          onClose={() => setInvited(undefined)}
        >
          <Text size="sm" mb="xs">
            {texts.invitedText}
          </Text>
          <Code block>{invited.link}</Code>
        </Alert>
      )}
      <List
        operation="listOwnUsers"
        columns={[
          { label: texts.name, cell: ({ name }) => name },
          { label: texts.email, cell: ({ email }) => email },
          { label: texts.role, cell: ({ role }) => role },
          { label: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { label: texts.lastSignIn, cell: ({ lastSignInAt }) => <Instant at={lastSignInAt} /> },
          {
            label: messages.credentials.acts,
            cell: (user) => can('updateOwnUser') && <UserActs user={user} />,
          },
        ]}
        keyOf={({ userId }) => userId}
      />
    </Page>
  )
}

function UserActs({ user }: { readonly user: Entry<'listOwnUsers'> }) {
  const { data: session } = useQuery(sessionQuery)
  const { userId, role, status } = user
  const path = { userId }
  const isActive = status === 'ACTIVE'
  if (session?.user.userId === userId) return null
  return (
    <Group gap={4} wrap="nowrap">
      <Act
        operation="updateOwnUser"
        path={path}
        label={texts.changeRole}
        fields={[
          { name: 'role', label: texts.role, kind: 'choice', choices: ROLES, initial: role },
          OPTIONAL_REASON,
        ]}
      />
      <Act
        operation="updateOwnUser"
        path={path}
        label={isActive ? texts.disable : texts.activate}
        text={isActive ? texts.disableText : texts.activateText}
        fixed={{ status: isActive ? 'DISABLED' : 'ACTIVE' }}
        fields={[OPTIONAL_REASON]}
        isDangerous={isActive}
      />
    </Group>
  )
}
