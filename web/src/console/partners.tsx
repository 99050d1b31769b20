import { useNavigate } from '@tanstack/react-router'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.partners

export function PartnersPage() {
  const can = useCan()
  const navigate = useNavigate()
  const create = can('createPartner') && (
    <Act
      operation="createPartner"
      label={texts.create}
      isPrimary
      fields={[{ name: 'name', label: texts.name }]}
      onDone={({ partnerId }) => void navigate({ to: `/console/partners/${partnerId}` })}
    />
  )
  return (
    <Page title={texts.title} acts={create}>
      <List
        operation="listPartners"
        filters={[
          { name: 'name', label: texts.name },
          { name: 'status', label: texts.status, choices: ['ACTIVE', 'SUSPENDED'] },
          { name: 'test', label: texts.isTest, choices: messages.list.yesNo },
        ]}
        columns={[
          { label: texts.name, field: 'name' },
          { label: texts.id, isNumber: true, field: 'partnerId' },
          { label: texts.status, field: 'status', shows: 'status' },
          { label: texts.testOf, isNumber: true, field: 'testOf' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
        ]}
        keyOf={({ partnerId }) => partnerId}
        hrefOf={({ partnerId }) => `/console/partners/${partnerId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
