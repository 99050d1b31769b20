import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { merchantTexts as texts } from '../messages/en-merchants.ts'
import { useCan } from '../session/session.ts'

/** The shops that redeem codes of the operator. */
export function MerchantsPage() {
  const can = useCan()
  const create = can('createMerchant') && (
    <Act
      operation="createMerchant"
      label={texts.create}
      isPrimary
      text={texts.createText}
      fields={[{ name: 'name', label: texts.name }]}
      done={({ name }) => texts.created(name)}
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={create}>
      <List
        operation="listMerchants"
        filters={[{ name: 'status', label: texts.status, choices: ['ACTIVE', 'DISABLED'] }]}
        columns={[
          { label: texts.name, field: 'name' },
          { label: texts.status, field: 'status', shows: 'status' },
          { label: texts.createdAt, field: 'createdAt', shows: 'time' },
        ]}
        keyOf={({ merchantId }) => String(merchantId)}
        hrefOf={({ merchantId }) => `/console/merchants/${merchantId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
