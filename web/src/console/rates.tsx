import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.rates

export function RatesPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listFxRates"
        columns={[
          { label: texts.pair, cell: ({ from, to }) => `${from}/${to}` },
          { label: texts.rate, isNumber: true, cell: ({ rate }) => rate },
          { label: texts.source, cell: ({ source }) => source },
          { label: texts.effective, cell: ({ effectiveAt }) => <Instant at={effectiveAt} /> },
        ]}
        keyOf={({ from, to }) => `${from} ${to}`}
        empty={texts.empty}
      />
    </Page>
  )
}
