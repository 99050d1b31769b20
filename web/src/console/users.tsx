import type { Column } from '../components/list.tsx'
import { UserList } from '../components/user-list.tsx'
import { userTexts } from '../messages/en-users.ts'
import { OPERATOR_ROLES, PARTNER_ROLES } from '../session/roles.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'

const texts = userTexts

const EMPLOYER: Column<{ readonly partnerId: number | null }> = {
  label: texts.of,
  field: 'partnerId',
  cell: ({ partnerId }) => (partnerId === null ? texts.operator : <PartnerLink id={partnerId} />),
}

const ROLES = [...new Set([...OPERATOR_ROLES, ...PARTNER_ROLES])]

export function UsersPage() {
  const partner = usePartnerFilter()
  const filters = [
    { name: 'email', label: texts.email },
    partner,
    { name: 'role', label: texts.role, choices: ROLES },
    { name: 'status', label: texts.status, choices: ['ACTIVE', 'DISABLED'] },
  ] as const
  return (
    <UserList
      application="console"
      page={{ title: texts.title, text: texts.about }}
      filters={filters}
      further={[EMPLOYER]}
    />
  )
}
