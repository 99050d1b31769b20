import { Stack, Title } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { Act } from './act.tsx'
import { List, type Column } from './list.tsx'
import { OPTIONAL_REASON } from './reason.ts'

const texts = messages.invitations

const OPERATIONS = {
  console: { list: 'listInvitations', revoke: 'revokeInvitation' },
  portal: { list: 'listOwnInvitations', revoke: 'revokeOwnInvitation' },
} as const

type Application = keyof typeof OPERATIONS
type Pending = Entry<'listInvitations'>

interface Props {
  readonly application: Application
  /** The partner whose invitations an operator lists; undefined for all. */
  readonly partnerId?: number | undefined
  /** Columns after the address. */
  readonly further?: readonly Column<Pending>[]
}

/** Invitations that wait to be accepted. */
export function InvitationList({ application, partnerId, further = [] }: Props) {
  const { list, revoke } = OPERATIONS[application]
  return (
    <Stack>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <List
        operation={list}
        scope={{ name: 'invitations', label: texts.title }}
        {...(partnerId !== undefined && { fixed: { partnerId: String(partnerId) } })}
        columns={[
          { label: texts.email, field: 'email' },
          ...further,
          ...COLUMNS,
          {
            label: texts.acts,
            acts: [revoke],
            cell: (invitation) => <Revocation application={application} invitation={invitation} />,
          },
        ]}
        keyOf={({ invitationId }) => invitationId}
        empty={texts.empty}
      />
    </Stack>
  )
}

const COLUMNS: readonly Column<Pending>[] = [
  { label: texts.role, field: 'role', shows: 'word' },
  { label: texts.state, field: 'state', shows: 'status' },
  {
    label: texts.invitedBy,
    field: 'invitedBy',
    cell: ({ invitedBy }) => invitedBy ?? texts.operator,
  },
  { label: texts.expires, field: 'expiresAt', shows: 'time' },
]

function Revocation({
  application,
  invitation,
}: {
  readonly application: Application
  readonly invitation: Pending
}) {
  const { revoke } = OPERATIONS[application]
  const can = useCan()
  if (!can(revoke)) return null
  return (
    <Act
      operation={revoke}
      path={{ invitationId: invitation.invitationId }}
      label={texts.revoke}
      text={texts.revokeText(invitation.email)}
      fields={[OPTIONAL_REASON]}
      isDangerous
    />
  )
}
