import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Entry } from '../api/client.ts'
import type { QueryName } from '../api/operations.ts'
import { userTexts } from '../messages/en-users.ts'
import { OPERATOR_ROLES, PARTNER_ROLES } from '../session/roles.ts'
import { sessionQuery, useCan } from '../session/session.ts'
import { ActMenu } from './act-menu.tsx'
import { Act } from './act.tsx'
import type { Filter } from './filters.tsx'
import { DayOfInstant, Instant } from './instant.tsx'
import { InvitationList } from './invitation-list.tsx'
import { List, type Column } from './list.tsx'
import { PageOrTab, type PageTitle } from './page-or-tab.tsx'
import { OPTIONAL_REASON } from './reason.ts'
import { ShownOnce } from './shown-once.tsx'

const texts = userTexts

const OPERATIONS = {
  console: {
    list: 'listUsers',
    invite: 'inviteUser',
    update: 'updateUser',
    revoke: 'revokeUserSessions',
    reset: 'resetSecondFactors',
    resetPassword: 'resetPassword',
    unlink: 'unlinkIdentities',
  },
  portal: {
    list: 'listOwnUsers',
    invite: 'inviteOwnUser',
    update: 'updateOwnUser',
    revoke: 'revokeOwnUserSessions',
    reset: 'resetOwnSecondFactors',
    resetPassword: 'resetOwnUserPassword',
    unlink: undefined,
  },
} as const

type Application = keyof typeof OPERATIONS
type User = Entry<'listUsers'>

interface Props {
  readonly application: Application
  /**
   * The partner whose users an operator lists and invites. Without it, lists all users, and invites
   * those of the operator.
   */
  readonly partnerId?: number
  readonly filters?: readonly Filter<QueryName<'listUsers'>>[]
  /** Columns after name and e-mail, and of invitations after the e-mail. */
  readonly further?: readonly Column<{ readonly partnerId: number | null }>[]
  /** None if the list is a tab. */
  readonly page?: PageTitle
  /** Above the list. */
  readonly children?: ReactNode
}

/** A link that is shown once, because there is no mail server to send it. */
interface OneTimeLink {
  readonly title: string
  readonly text: string
  readonly link: string
}

/** Users, and what can be done with them. */
export function UserList({ page, children, ...props }: Props) {
  const { application, partnerId, filters = [], further = [] } = props
  const { list, update } = OPERATIONS[application]
  const [newLink, setNewLink] = useState<OneTimeLink>()
  const invitation = <Invitation {...props} onLink={setNewLink} />
  return (
    <PageOrTab page={page} act={invitation}>
      {newLink && (
        <ShownOnce
          title={newLink.title}
          text={newLink.text}
          values={[[texts.link, newLink.link]]}
          close={() => setNewLink(undefined)}
        />
      )}
      {children}
      <List
        operation={list}
        filters={filters}
        {...(partnerId !== undefined && { fixed: { partnerId: String(partnerId) } })}
        columns={[
          ...PERSON,
          ...further,
          ...COLUMNS,
          {
            label: texts.acts,
            acts: [update],
            cell: (user) => <UserActs application={application} user={user} onLink={setNewLink} />,
          },
        ]}
        keyOf={({ userId }) => userId}
        empty={texts.empty}
      />
      <InvitationList application={application} partnerId={partnerId} further={further} />
    </PageOrTab>
  )
}

interface InvitationProps extends Pick<Props, 'application' | 'partnerId'> {
  onLink(link: OneTimeLink | undefined): void
}

/** Invites a user. Where there is no mail server, the link to accept it is shown once. */
function Invitation({ application, partnerId, onLink }: InvitationProps) {
  const { invite } = OPERATIONS[application]
  const can = useCan()
  const areOfPartner = application === 'portal' || partnerId !== undefined
  if (!can(invite)) return null
  return (
    <Act
      operation={invite}
      label={texts.invite}
      isPrimary
      text={areOfPartner ? texts.invitePartnerText : texts.inviteText}
      fixed={partnerId === undefined ? {} : { partnerId }}
      fields={[
        { name: 'email', label: texts.email },
        {
          name: 'role',
          label: texts.role,
          kind: 'choice',
          choices: areOfPartner ? PARTNER_ROLES : OPERATOR_ROLES,
        },
        OPTIONAL_REASON,
      ]}
      done={({ email, delivery }) =>
        delivery === 'mail' ? texts.mailed(email) : texts.invited(email)
      }
      onDone={({ email, link }) =>
        onLink(link ? { title: texts.invited(email), text: texts.linkText, link } : undefined)
      }
    />
  )
}

const PERSON: readonly Column<User>[] = [
  { label: texts.name, field: 'name' },
  { label: texts.email, field: 'email' },
]

const COLUMNS: readonly Column<User>[] = [
  { label: texts.role, field: 'role', shows: 'word' },
  { label: texts.status, field: 'status', shows: 'status' },
  {
    label: texts.secondFactor,
    field: 'hasSecondFactor',
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? texts.hasFactor : texts.hasNoFactor),
  },
  {
    label: texts.lastSignIn,
    field: 'lastSignInAt',
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Instant at={lastSignInAt} /> : texts.never),
  },
  {
    label: texts.created,
    isMinor: true,
    field: 'createdAt',
    cell: ({ createdAt }) => <DayOfInstant at={createdAt} />,
  },
]

interface ActsProps {
  readonly application: Application
  readonly user: User
  onLink(link: OneTimeLink | undefined): void
}

function UserActs({ application, user, onLink }: ActsProps) {
  const { update, revoke, reset, resetPassword, unlink } = OPERATIONS[application]
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  if (!can(update)) return null
  // The service refuses acts after which nobody could manage users. The reader's own row has none.
  if (session?.user.userId === user.userId) return texts.you
  const { userId, name, role, status, partnerId } = user
  const isActive = status === 'ACTIVE'
  return (
    <Group gap={4} wrap="nowrap">
      <Act
        operation={update}
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
      <ActMenu name={name}>
        <Act
          operation={update}
          path={{ userId }}
          label={isActive ? texts.disable : texts.enable}
          text={isActive ? texts.disableText : texts.enableText}
          fixed={{ status: isActive ? 'DISABLED' : 'ACTIVE' }}
          fields={[OPTIONAL_REASON]}
          isDangerous={isActive}
        />
        <Act
          operation={revoke}
          path={{ userId }}
          label={texts.revoke}
          text={texts.revokeText}
          fields={[OPTIONAL_REASON]}
        />
        {isActive && <PasswordReset operation={resetPassword} userId={userId} onLink={onLink} />}
        {user.hasSecondFactor && (
          <Act
            operation={reset}
            path={{ userId }}
            label={texts.reset}
            text={texts.resetText}
            fields={[OPTIONAL_REASON]}
            isDangerous
          />
        )}
        {unlink !== undefined && user.isLinked && (
          <Act
            operation={unlink}
            path={{ userId }}
            label={texts.unlink}
            text={texts.unlinkText}
            fields={[OPTIONAL_REASON]}
            isDangerous
          />
        )}
      </ActMenu>
    </Group>
  )
}

interface PasswordResetProps {
  readonly operation: (typeof OPERATIONS)[Application]['resetPassword']
  readonly userId: number
  onLink(link: OneTimeLink | undefined): void
}

function PasswordReset({ operation, userId, onLink }: PasswordResetProps) {
  return (
    <Act
      operation={operation}
      path={{ userId }}
      label={texts.resetPassword}
      text={texts.resetPasswordText}
      fields={[OPTIONAL_REASON]}
      done={({ email, delivery }) =>
        delivery === 'mail' ? texts.resetMailed(email) : texts.resetMade(email)
      }
      onDone={({ email, link }) =>
        onLink(
          link ? { title: texts.resetMade(email), text: texts.resetLinkText, link } : undefined,
        )
      }
    />
  )
}
