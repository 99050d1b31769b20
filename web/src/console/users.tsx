import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'
import { usePartnerFilter } from './partner-names.tsx'
import { UserList } from './user-list.tsx'

const texts = messages.users

export function UsersPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <UserList filters={[usePartnerFilter()]} />
    </Page>
  )
}
