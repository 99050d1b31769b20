import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, request, type Entry, type Input, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import { FailedPage, NotFoundPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { labelsOf, shownLabels } from '../components/labels.ts'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { money } from '../format/format.ts'
import { transferKind } from '../format/transfer-kind.ts'
import { peopleTexts as texts } from '../messages/en-people.ts'
import { useCan } from '../session/session.ts'
import { useOrderRules } from './drafts.tsx'
import { ruleFor, sayRule } from './rule.ts'

type Wallet = Entry<'listOwnWallets'>
type CreditBody = NonNullable<Input<'transactOwnWallet'>['body']>
type Transaction = Result<'listOwnWalletTransactions'>['content'][number]

const PARENT = { label: texts.title, href: '/portal/people' }

/** One person: the wallets, their transactions, and the form that credits them. */
export function PersonPage() {
  const consumerId = Number(usePageParams('consumerId').consumerId)
  const { data, error, refetch } = useQuery({
    queryKey: ['listOwnConsumers', 'one', consumerId],
    queryFn: async ({ signal }) => {
      const [people, wallets] = await Promise.all([
        call('listOwnConsumers', { query: { consumerId }, signal }),
        call('listOwnWallets', { query: { consumerId, pageSize: WALLETS_MAX }, signal }),
      ])
      return { person: people[0], wallets }
    },
  })
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (data && !data.person) return <NotFoundPage parent={PARENT} />
  return (
    <Page title={data?.person?.name ?? texts.title} text={data?.person?.email} parent={PARENT}>
      {!data && <Loading />}
      {data?.wallets.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noWallets}
        </Text>
      )}
      {data?.wallets.map((wallet) => (
        <OneWallet key={wallet.walletId} wallet={wallet} />
      ))}
    </Page>
  )
}

function OneWallet({ wallet }: { readonly wallet: Wallet }) {
  const { walletId, currency, balance, status, campaignName } = wallet
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h3">
            <Money amount={balance} currency={currency} />
          </Title>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {texts.wallet} <IdText id={walletId} />
              {campaignName !== undefined && ` · ${texts.campaign} ${campaignName}`}
            </Text>
            {status !== 'ENABLED' && <StatusBadge status={status} />}
          </Group>
        </div>
        {status === 'ENABLED' && <Acts wallet={wallet} />}
      </Group>
      <History walletId={Number(walletId)} />
    </Paper>
  )
}

function Acts({ wallet }: { readonly wallet: Wallet }) {
  const can = useCan()
  if (!can('transactOwnWallet')) return null
  return (
    <Group gap="xs">
      <TakeBack wallet={wallet} />
      <Credit wallet={wallet} />
    </Group>
  )
}

const fieldsOf = (currency: string, says: (amount: string) => string) =>
  [
    { name: 'amount', label: texts.amount, kind: 'amount', currency, says },
    { name: 'referenceId', label: texts.reference, help: texts.referenceHelp },
    { name: 'description', label: texts.description, isOptional: true },
    {
      name: 'metadata',
      label: texts.labels,
      kind: 'labels',
      help: texts.labelsHelp,
      isOptional: true,
    },
  ] as const

function TakeBack({ wallet: { walletId, currency } }: { readonly wallet: Wallet }) {
  return (
    <Act
      operation="transactOwnWallet"
      path={{ walletId: Number(walletId) }}
      label={texts.takeBack}
      submitLabel={(_, amount) => amount && `${texts.takeBack} ${amount}`}
      fields={fieldsOf(currency, texts.takeBackSays)}
      fixed={{ transactionType: 'DEBIT' }}
      done={({ newBalance }) => texts.done(money(newBalance, currency))}
    />
  )
}

/** The result of a credit that somebody else must approve first: no money has moved. */
const NOTHING_YET = {
  previousBalance: 0,
  transactionAmount: 0,
  newBalance: 0,
  transactionType: 'CREDIT',
} as const

/** Credits a wallet. From the amount of the partner's rule, asks another person to approve it. */
function Credit({ wallet: { walletId, currency } }: { readonly wallet: Wallet }) {
  const { data: rules } = useOrderRules()
  const ruleOf = (amount: unknown) =>
    typeof amount === 'number' ? ruleFor(rules, { kind: 'credits', currency, amount }) : undefined
  const needsApproval = (amount: unknown) => ruleOf(amount) !== undefined
  const path = { walletId: Number(walletId) }
  return (
    <Act
      operation="transactOwnWallet"
      path={path}
      label={texts.creditWallet(currency)}
      fields={fieldsOf(currency, texts.creditSays)}
      isPrimary
      submitLabel={({ amount }, shown) =>
        shown && (needsApproval(amount) ? texts.ask(shown) : `${texts.credit} ${shown}`)
      }
      outlook={({ amount }) => {
        const rule = ruleOf(amount)
        return rule && texts.askSays(sayRule(rule))
      }}
      send={async (body, key) => {
        const { transactionType: _credit, ...credit } = body as CreditBody
        if (!needsApproval(credit.amount)) {
          return await call('transactOwnWallet', { path, body: body as CreditBody, key })
        }
        const { madeAt: timestamp } = await call('makeOwnCreditDraft', { path, body: credit, key })
        return { ...path, ...NOTHING_YET, currency, timestamp, referenceId: credit.referenceId }
      }}
      fixed={{ transactionType: 'CREDIT' }}
      done={({ transactionAmount, newBalance }) =>
        transactionAmount === 0 ? texts.asked : texts.done(money(newBalance, currency))
      }
    />
  )
}

/** The transactions of a wallet: all, or those with a label. */
function History({ walletId }: { readonly walletId: number }) {
  const [text, setText] = useState('')
  const first = Object.entries(labelsOf(text) ?? {}).map(([key, value]) => `${key}:${value}`)[0]
  const label = first !== undefined && !first.endsWith(':') ? first : undefined
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        maw={240}
        label={texts.withLabel}
        placeholder="team: HR"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Transactions key={label} walletId={walletId} label={label} />
    </Stack>
  )
}

interface TransactionsProps {
  readonly walletId: number
  readonly label: string | undefined
}

function Transactions({ walletId, label }: TransactionsProps) {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['listOwnWalletTransactions', walletId, page, label],
    queryFn: ({ signal }) =>
      request('listOwnWalletTransactions', {
        path: { walletId },
        query: { page, size: PAGE_SIZE, ...(label !== undefined && { metadata: label }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={3} />
  if (data.content.length === 0 && page === 0) {
    return (
      <Text c="dimmed" size="sm">
        {label === undefined ? texts.noHistory : texts.noneFound}
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      <PlainTable
        head={[
          texts.at,
          texts.amount,
          texts.balance,
          texts.kind,
          texts.reference,
          texts.description,
        ]}
        numbers={[1, 2]}
        rows={data.content.map(({ at, amount, balance, currency, kind, ...more }) => [
          <Instant key="at" at={at} isExact />,
          <Money key="amount" amount={amount} currency={currency} isBalance />,
          <Money key="balance" amount={balance} currency={currency} />,
          transferKind(kind),
          more.referenceId,
          noteOf(more),
        ])}
      />
      <Group gap="xs" justify="flex-end">
        {page > 0 && (
          <Button size="xs" variant="default" onClick={() => setPage(page - 1)}>
            {texts.newer}
          </Button>
        )}
        {data.hasNext && (
          <Button size="xs" variant="default" onClick={() => setPage(page + 1)}>
            {texts.older}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** The note of a transaction, then its labels. */
function noteOf({ description, metadata }: Pick<Transaction, 'description' | 'metadata'>): string {
  return [description, shownLabels(metadata)].filter(Boolean).join(' · ')
}

const WALLETS_MAX = 100
const PAGE_SIZE = 20
