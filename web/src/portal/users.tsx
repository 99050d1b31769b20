import { Page } from '../components/page.tsx'
import { UserList } from '../components/user-list.tsx'
import { userTexts } from '../messages/en-users.ts'
import { messages } from '../messages/messages.ts'
import { PARTNER_ROLES } from '../session/roles.ts'

const texts = messages.ofPortal

const FILTERS = [
  { name: 'email', label: userTexts.email },
  { name: 'role', label: userTexts.role, choices: PARTNER_ROLES },
  { name: 'status', label: userTexts.status, choices: ['ACTIVE', 'DISABLED'] },
] as const

/** The users of the partner. */
export function UsersPage() {
  return (
    <Page title={texts.users} text={texts.usersAbout}>
      <UserList door="portal" filters={FILTERS} />
    </Page>
  )
}
