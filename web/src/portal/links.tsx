import { Button, Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Entry, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Field, Values } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { LINK_FILTERS } from '../components/link-filters.ts'
import { LastMail } from '../components/last-mail.tsx'
import { linkBulk } from '../components/link-bulk.ts'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { ShownOnce } from '../components/shown-once.tsx'
import { count, money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { useCan } from '../session/session.ts'
import { choiceFields } from './link-choices.tsx'
import { DELIVERIES, FACTORS } from './link-delivery.tsx'
import { needsApproval, sendOrAsk, type NewLinks } from './send-links.ts'
import { useTemplateChoices } from './use-template-choices.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'

const REFRESH_MS = 10_000
const SUMS_REFRESH_MS = 60_000

/** The links of the partner, with their states. */
export function LinksPage() {
  const can = useCan()
  const [newLink, setNewLink] = useState<NewLinkAddress>()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        can('sendOwnLinks') && (
          <>
            <Button component={Link} to="/portal/links/templates" size="xs" variant="default">
              {texts.templates}
            </Button>
            <Button component={Link} to="/portal/links/new" size="xs" variant="default">
              {texts.sendFile}
            </Button>
            <SendOne onSent={({ links }) => setNewLink(links[0])} />
          </>
        )
      }
    >
      {newLink && <AddressOnce link={newLink} close={() => setNewLink(undefined)} />}
      <Sums />
      <List
        operation="listOwnLinks"
        filters={LINK_FILTERS}
        columns={[
          { label: texts.whom, cell: whomOf },
          { label: texts.status, field: 'status', shows: 'status' },
          { label: texts.amount, field: 'amount', shows: 'amount' },
          { label: texts.left, field: 'left', shows: 'amount' },
          {
            label: texts.mail,
            field: 'lastMail',
            cell: ({ lastMail }) => <LastMail mail={lastMail} />,
          },
          { label: texts.claimBy, field: 'claimBy', shows: 'time' },
          { label: texts.created, field: 'createdAt', shows: 'time' },
        ]}
        bulk={linkBulk('portal')}
        keyOf={({ linkId }) => linkId}
        hrefOf={({ linkId }) => `/portal/links/${linkId}`}
        refreshEvery={REFRESH_MS}
        empty={texts.emptyText}
      />
    </Page>
  )
}

/** Returns the person of a link, as far as known. */
export function whomOf({
  name,
  email,
  reference,
  linkId,
}: Pick<Entry<'listOwnLinks'>, 'name' | 'email' | 'reference' | 'linkId'>): string {
  return name ?? email ?? reference ?? linkId
}

export type NewLinkAddress = Pick<Result<'replaceOwnLink'>, 'delivery' | 'url'>

/** The address of a new link. */
export function AddressOnce(props: { readonly link: NewLinkAddress; close(): void }) {
  const { link, close } = props
  const { addressTitle, addressText } = texts.by[link.delivery]
  return (
    <ShownOnce
      title={addressTitle}
      text={addressText}
      values={[[texts.address, link.url]]}
      close={close}
    />
  )
}

function Sums() {
  const { data, error, refetch } = useQuery({
    ...queryOf('sumOwnLinks'),
    // It reads all links, so not as often as the list, and only while one of them can change.
    refetchInterval: ({ state }) =>
      state.data?.some(({ openLinks }) => openLinks > 0) === true && SUMS_REFRESH_MS,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {data.map(({ currency, sent, claimed, returned, open, links, openLinks }) => (
        <Paper key={currency} withBorder p="md">
          <Text size="sm" c="dimmed">
            {texts.open}
          </Text>
          <Text size="xl" fw={550}>
            <Money amount={open} currency={currency} />
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {texts.openLinks(count(openLinks), count(links))}
          </Text>
          <Details
            of={[
              [texts.sent, <Money key="sent" amount={sent} currency={currency} />],
              [texts.claimed, <Money key="claimed" amount={claimed} currency={currency} />],
              [texts.returned, <Money key="returned" amount={returned} currency={currency} />],
            ]}
          />
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function SendOne({ onSent }: { onSent(sent: Result<'sendOwnLinks'>): void }) {
  const { currencies } = useWalletCurrency()
  const { looks } = useTemplateChoices()
  return (
    <Act
      operation="sendOwnLinks"
      label={texts.send}
      submitLabel={(_, amount) => amount && texts.sendFor(amount)}
      text={texts.sendText}
      fields={({ delivery, secondFactor, currency }) => [
        ...deliveryFields(delivery, secondFactor),
        { name: 'currency', label: texts.currency, kind: 'choice', choices: currencies },
        {
          name: 'amount',
          label: texts.amount,
          kind: 'amount',
          currency: { field: 'currency' },
        },
        ...choiceFields(currency),
        ...(looks.length === 0 ? [] : [{ ...LOOK, choices: looks }]),
        { name: 'message', label: texts.message, kind: 'lines', isOptional: true },
        {
          name: 'reference',
          label: texts.batchReference,
          help: texts.batchReferenceHelp,
        },
      ]}
      preview={previewOf}
      send={(body) => sendOrAsk(linksOf(body))}
      done={({ links }) => (links.length === 0 ? texts.isAsked : texts.isSent(count(links.length)))}
      onDone={onSent}
      isPrimary
    />
  )
}

const LOOK = {
  name: 'templateId',
  label: texts.template,
  help: texts.templateHelp,
  kind: 'choice',
  isOptional: true,
} as const

/** The fields for the delivery and the person. Before a delivery is chosen, those of all kinds. */
function deliveryFields(
  delivery: Values[string] | undefined,
  factor: Values[string] | undefined,
): Field[] {
  const isMailed = delivery === 'EMAIL'
  const isTexted = delivery === 'SMS' || factor === 'SMS'
  const { emailHelp } = texts.by[isMailed ? 'EMAIL' : 'NONE']
  const email = { name: 'recipients.email', label: texts.email, help: emailHelp }
  return [
    {
      name: 'delivery',
      label: texts.delivery,
      kind: 'choice',
      choices: DELIVERIES,
      initial: 'NONE',
    },
    { name: 'recipients.name', label: texts.name, isOptional: true },
    { ...email, isOptional: !isMailed && factor !== 'EMAIL' },
    ...(isTexted ? [PHONE] : []),
    {
      name: 'secondFactor',
      label: texts.secondFactor,
      help: texts.secondFactorHelp,
      kind: 'choice',
      choices: FACTORS,
      isOptional: true,
    },
    ...(isMailed ? MAIL_FIELDS : []),
  ]
}

const PHONE: Field = { name: 'recipients.phone', label: texts.phone, help: texts.phoneHelp }

const MAIL_FIELDS: readonly Field[] = [
  {
    name: 'reminders',
    label: texts.reminders,
    help: texts.remindersHelp,
    kind: 'switch',
    initial: 'true',
  },
  { name: 'replyTo', label: texts.replyTo, help: texts.replyToHelp, isOptional: true },
]

/** The members of the request, from the fields of the dialog for one person. */
function linksOf(fields: Readonly<Record<string, unknown>>): NewLinks {
  const { recipients = {}, products: card, ...links } = fields
  const products = card === undefined ? {} : { products: [card] }
  return { ...links, ...products, recipients: [recipients] } as NewLinks
}

async function previewOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const [check, all, rules] = await Promise.all([
    call('checkOwnLinks', { body: linksOf(fields) }),
    call('getOwnFunds', {}),
    call('listOwnOrderRules', {}),
  ])
  if (check.isSent) return texts.previewSent
  const { currency, setAside } = check
  const funds = all.find((one) => one.currency === currency)
  const after = sumOf([funds?.available ?? 0, `-${setAside}` as `${number}`])
  const text = needsApproval(rules, check) ? texts.previewAsked : texts.preview
  return text(money(setAside, currency), money(after, currency))
}
