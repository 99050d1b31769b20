import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Input } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { Failure } from '../components/failure.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Part } from '../components/part.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { SpendOutlook } from './spend-outlook.tsx'

const texts = consoleTexts.limits

interface Props {
  readonly partnerId: number
}

/** Shows the limits of a partner: its spend in a day or a month, and its credit. */
export function PartnerLimits({ partnerId }: Props) {
  return (
    <Stack>
      <SpendLimits partnerId={partnerId} />
      <CreditLimits partnerId={partnerId} />
    </Stack>
  )
}

function SpendLimits({ partnerId }: Props) {
  const can = useCan()
  const path = { partnerId }
  const { data, error, refetch } = useQuery(queryOf('listSpendLimits', { path }))
  return (
    <Part
      title={texts.spend}
      text={data?.length === 0 ? texts.noSpend : texts.spendText}
      acts={can('putSpendLimit') && <SetSpendLimit partnerId={partnerId} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={2} />}
      {data && data.length > 0 && (
        <PlainTable
          head={[texts.who, texts.perDay, texts.spentToday, texts.perMonth, texts.spentThisMonth]}
          numbers={[1, 2, 3, 4]}
          rows={data.map(({ clientId, currency, ...limit }) => [
            clientId === null ? texts.all : <IdText key="client" id={clientId} />,
            ...[limit.perDay, limit.spentToday, limit.perMonth, limit.spentThisMonth].map(
              (amount, at) => <Money key={at} amount={amount ?? undefined} currency={currency} />,
            ),
          ])}
        />
      )}
    </Part>
  )
}

function SetSpendLimit({ partnerId }: Props) {
  const path = { partnerId }
  const currency = { field: 'currency' }
  return (
    <Act
      operation="putSpendLimit"
      path={path}
      label={texts.set}
      text={texts.setText}
      fields={[
        { name: 'currency', label: texts.currency, kind: 'currency' },
        { name: 'perDay', label: texts.perDay, kind: 'amount', currency, isOptional: true },
        { name: 'perMonth', label: texts.perMonth, kind: 'amount', currency, isOptional: true },
        {
          name: 'clientId',
          label: texts.credential,
          help: texts.credentialHelp,
          isOptional: true,
        },
        OPTIONAL_REASON,
      ]}
      outlook={(limit) => <SpendOutlook partnerId={partnerId} limit={limit} />}
      send={(body, key) => {
        const sent = { perDay: null, perMonth: null, ...body } as Input<'putSpendLimit'>['body']
        return call('putSpendLimit', { path, body: sent, key })
      }}
    />
  )
}

function CreditLimits({ partnerId }: Props) {
  const can = useCan()
  const path = { partnerId }
  const { data, error, refetch } = useQuery({
    ...queryOf('listCreditLimits', { path }),
    enabled: can('listCreditLimits'),
  })
  return (
    <Part title={texts.credit} text={data?.length === 0 ? texts.noCredit : texts.creditText}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && data.length > 0 && (
        <PlainTable
          head={[texts.currency, messages.partners.creditLimit]}
          numbers={[1]}
          rows={data.map(({ currency, amount }) => [
            currency,
            <Money key="amount" amount={amount} currency={currency} />,
          ])}
        />
      )}
    </Part>
  )
}
