import { Page } from '../components/page.tsx'
import { UserList } from '../components/user-list.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.ofPortal

/** The users of the partner. */
export function UsersPage() {
  return (
    <Page title={texts.users} text={texts.usersAbout}>
      <UserList door="portal" />
    </Page>
  )
}
