import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry, Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import type { Filter } from '../components/filters.tsx'
import { Instant } from '../components/instant.tsx'
import { List, type Column } from '../components/list.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'
import { OPERATOR_ROLES, PARTNER_ROLES } from '../session/roles.ts'
import { sessionQuery, useCan } from '../session/session.ts'

import { PartnerLink } from './partner-names.tsx'

const texts = messages.users

interface Props {
  /** Whose users are listed and invited; all, and those of the operator, if none is named. */
  readonly partnerId?: number
  readonly filters?: readonly Filter[]
}

/** Users, and what can be done with them. The link of an invitation is shown once. */
export function UserList({ partnerId, filters = [] }: Props) {
  const can = useCan()
  const [invited, setInvited] = useState<Result<'inviteUser'>>()
  return (
    <Stack>
      {invited && <Invited invitation={invited} close={() => setInvited(undefined)} />}
      {can('inviteUser') && (
        <Group>
          <Act
            operation="inviteUser"
            label={texts.invite}
            isPrimary
            text={partnerId === undefined ? texts.inviteText : texts.invitePartnerText}
            fixed={partnerId === undefined ? {} : { partnerId }}
            fields={[
              { name: 'email', label: texts.email },
              {
                name: 'role',
                label: texts.role,
                kind: 'choice',
                choices: partnerId === undefined ? OPERATOR_ROLES : PARTNER_ROLES,
              },
              OPTIONAL_REASON,
            ]}
            done={({ email }) => texts.invited(email)}
            onDone={setInvited}
          />
        </Group>
      )}
      <List
        operation="listUsers"
        filters={filters}
        {...(partnerId !== undefined && { fixed: { partnerId: String(partnerId) } })}
        columns={partnerId === undefined ? [...PERSON, OF, ...COLUMNS] : [...PERSON, ...COLUMNS]}
        keyOf={({ userId }) => userId}
        empty={texts.empty}
      />
    </Stack>
  )
}

const PERSON: readonly Column<Entry<'listUsers'>>[] = [
  { label: texts.name, cell: ({ name }) => name },
  { label: texts.email, cell: ({ email }) => email },
]

const COLUMNS: readonly Column<Entry<'listUsers'>>[] = [
  { label: texts.role, cell: ({ role }) => role },
  { label: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: texts.lastSignIn,
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Instant at={lastSignInAt} /> : texts.never),
  },
  { label: texts.acts, cell: (user) => <UserActs user={user} /> },
]

const OF: Column<Entry<'listUsers'>> = {
  label: texts.of,
  cell: ({ partnerId }) => (partnerId === null ? texts.operator : <PartnerLink id={partnerId} />),
}

function Invited({
  invitation: { email, link },
  close,
}: {
  readonly invitation: Result<'inviteUser'>
  readonly close: () => void
}) {
  return (
    <ShownOnce
      title={texts.invited(email)}
      text={texts.linkText}
      values={[[texts.link, link]]}
      close={close}
    />
  )
}

function UserActs({ user }: { readonly user: Entry<'listUsers'> }) {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  if (!can('updateUser')) return null
  // The service refuses that nobody is left who may manage users; oneself is left out here too.
  if (session?.user.userId === user.userId) return texts.you
  const { userId, role, status, partnerId } = user
  const isActive = status === 'ACTIVE'
  return (
    <Group gap={4} wrap="nowrap">
      <Act
        operation="updateUser"
        path={{ userId }}
        label={texts.changeRole}
        fields={[
          {
            name: 'role',
            label: texts.role,
            kind: 'choice',
            choices: partnerId === null ? OPERATOR_ROLES : PARTNER_ROLES,
            initial: role,
          },
          OPTIONAL_REASON,
        ]}
      />
      <Act
        operation="updateUser"
        path={{ userId }}
        label={isActive ? texts.disable : texts.enable}
        text={isActive ? texts.disableText : texts.enableText}
        fixed={{ status: isActive ? 'DISABLED' : 'ACTIVE' }}
        fields={[OPTIONAL_REASON]}
        isDangerous={isActive}
      />
    </Group>
  )
}
