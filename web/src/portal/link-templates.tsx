import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { linkTexts } from '../messages/en-links.ts'
import { ClaimRules } from './claim-rules.tsx'
import { TemplateForm } from './template-form.tsx'
import { useWalletCurrency } from './use-wallet-currency.ts'

/** The look of the pages and mails of links, beside an example that follows each input. */
export function LinkTemplatesPage() {
  const [templateId, setTemplateId] = useState('')
  const [savedId, setSavedId] = useState<string>()
  const { currency } = useWalletCurrency()
  const { data, error, refetch } = useQuery(queryOf('listOwnLinkTemplates'))
  const options = (data ?? []).map((one) => ({ value: one.templateId, label: one.name }))
  return (
    <Page
      title={texts.title}
      text={texts.about}
      parent={{ label: linkTexts.title, href: '/portal/links' }}
      acts={<ClaimRules />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && currency !== undefined && (
        <>
          <NativeSelect
            label={texts.which}
            data={[{ value: '', label: texts.newOne }, ...options]}
            value={templateId}
            onChange={({ currentTarget: { value } }) => {
              setTemplateId(value)
              setSavedId(undefined)
            }}
            maw={400}
          />
          <TemplateForm
            key={`${templateId} ${currency}`}
            template={data.find((one) => one.templateId === templateId)}
            currency={currency}
            wasSaved={templateId === savedId}
            onSaved={(saved) => {
              setTemplateId(saved.templateId)
              setSavedId(saved.templateId)
            }}
          />
        </>
      )}
    </Page>
  )
}
