import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { Failure } from '../components/failure.tsx'
import { amountOf, count, money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = messages.ofPortal.fundsMails

type Notice = Result<'getOwnFundsNotices'>['notices'][number]

/** Returns the mails about funds that the reader gets; undefined if the reader can get none. */
function useNotices(): readonly Notice[] | undefined {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf('getOwnFundsNotices'),
    enabled: can('putOwnFundsNotices'),
  })
  return data?.hasMails === true ? data.notices : undefined
}

/** Offers the reader a mail about the next deposit in a currency. */
export function DepositMail({ currency }: { readonly currency: string }) {
  const notices = useNotices()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (onDeposit: boolean) =>
      call('putOwnFundsNotices', { body: { currency, onDeposit }, key: crypto.randomUUID() }),
    onSuccess: (result) => queries.setQueryData(queryOf('getOwnFundsNotices').queryKey, result),
  })
  if (!notices) return null
  const isOn = notices.some((one) => one.currency === currency && one.onDeposit)
  return (
    <Stack gap="xs" mt="sm">
      <Checkbox
        size="sm"
        label={texts.onDeposit}
        description={texts.onDepositText}
        checked={change.isPending ? change.variables : isOn}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {change.error && <Failure error={change.error} />}
    </Stack>
  )
}

/** The funds below which the reader gets a mail, by currency. */
export function LowFundsMails() {
  const notices = useNotices()
  const { data: funds } = useQuery(queryOf('getOwnFunds'))
  if (!notices || !funds || funds.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      {funds.map(({ currency }) => (
        <LowFundsMail
          key={currency}
          currency={currency}
          notice={notices.find((one) => one.currency === currency)}
        />
      ))}
    </Stack>
  )
}

interface Props {
  readonly currency: string
  readonly notice: Notice | undefined
}

function LowFundsMail({ currency, notice }: Props) {
  return (
    <Group justify="space-between" maw={640}>
      <div>
        <Text size="sm">{`${currency}: ${stateOf(notice)}`}</Text>
        {notice?.lowSince !== undefined && (
          <Text size="sm" c="dimmed">
            {texts.low}
          </Text>
        )}
      </div>
      <Act
        operation="putOwnFundsNotices"
        label={texts.set}
        text={texts.setText}
        fixed={{ currency, below: null, belowDays: null }}
        fields={[
          {
            name: 'below',
            label: texts.amount,
            kind: 'amount',
            currency,
            isOptional: true,
            initial: notice?.below === undefined ? '' : amountOf(notice.below, currency),
          },
          {
            name: 'belowDays',
            label: texts.days,
            help: texts.daysHelp,
            kind: 'number',
            isOptional: true,
            initial: notice?.belowDays === undefined ? '' : count(notice.belowDays),
          },
        ]}
        done={({ notices }) => {
          const now = notices.find((one) => one.currency === currency)
          return isOff(now) ? texts.ended : texts.saved
        }}
      />
    </Group>
  )
}

function isOff(notice: Notice | undefined): boolean {
  return notice?.below === undefined && notice?.belowDays === undefined
}

function stateOf(notice: Notice | undefined): string {
  const { below, belowDays } = notice ?? {}
  const parts = [
    ...(below === undefined ? [] : [texts.below(money(below, notice?.currency ?? ''))]),
    ...(belowDays === undefined ? [] : [texts.belowDays(count(belowDays))]),
  ]
  return parts.length === 0 ? texts.none : parts.join(texts.or)
}
