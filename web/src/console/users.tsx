import type { Entry } from '../api/client.ts'
import type { Column } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { UserList } from '../components/user-list.tsx'
import { messages } from '../messages/messages.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const texts = messages.users

const OF: Column<Entry<'listUsers'>> = {
  label: texts.of,
  cell: ({ partnerId }) => (partnerId === null ? texts.operator : <PartnerLink id={partnerId} />),
}

export function UsersPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <UserList door="console" filters={[usePartnerFilter()]} further={[OF]} />
    </Page>
  )
}
