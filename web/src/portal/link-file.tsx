import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type Entry, type Result } from '../api/client.ts'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { FileInput } from '../components/file-input.tsx'
import { fileName } from '../components/file-name.ts'
import { Loading } from '../components/loading.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { count, money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { linkTexts } from '../messages/en-links.ts'
import { draftTexts } from '../messages/en-shop.ts'
import { FaultTable } from './fault-table.tsx'
import type { FileFault } from './read-csv.ts'
import type { Recipient } from './read-link-file.ts'
import { saveCsv } from '../components/save-file.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { saveAddresses } from './save-addresses.ts'
import { choicesOf, EVERYTHING, type LinkChoices, LinkChoiceInputs } from './link-choices.tsx'
import { BY_HAND, DeliveryInputs, deliveryOf } from './link-delivery.tsx'
import { useOrderRules } from './drafts.tsx'
import { askForLinks, needsApproval, sendLinks, type NewLinks } from './send-links.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'
import classes from './shop.module.css'

const texts = linkTexts.file

/** Sends a link to each person of a file. The file is checked whole before anything is sent. */
export function LinkFilePage() {
  const [sent, setSent] = useState<SentLinks>()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      parent={{ label: linkTexts.title, href: '/portal/links' }}
      acts={
        <Button size="xs" variant="default" onClick={saveTemplate}>
          {texts.template}
        </Button>
      }
    >
      {sent ? <Addresses sent={sent} /> : <FileForm onSent={setSent} />}
    </Page>
  )
}

interface SentLinks {
  readonly links: Result<'sendOwnLinks'>['links']
  readonly recipients: readonly Recipient[]
}

interface CheckResult {
  readonly body: NewLinks
  readonly faults: readonly FileFault[]
  readonly totals?: Result<'checkOwnLinks'>
}

function FileForm({ onSent }: { onSent(sent: SentLinks): void }) {
  const wallet = useWalletCurrency()
  const [file, setFile] = useState<File>()
  const [reference, setReference] = useState('')
  const [message, setMessage] = useState('')
  const [delivery, setDelivery] = useState(BY_HAND)
  const [choices, setChoices] = useState(EVERYTHING)
  const check = useMutation({ mutationFn: checkFile })
  const { currency = '' } = wallet
  const isWhole = file !== undefined && reference.trim() !== '' && currency !== ''
  const applyChange = (change: () => void): void => {
    change()
    check.reset()
  }
  const startCheck = (): void => {
    if (!isWhole) return
    const text = message.trim()
    const terms = { ...(text !== '' && { message: text }), ...choicesOf(choices) }
    const links = { reference: reference.trim(), currency, ...terms, ...deliveryOf(delivery) }
    check.mutate({ file, links })
  }
  return (
    <Paper withBorder p="md" className={classes.form}>
      <Stack gap="sm">
        <FileInput
          label={texts.choose}
          help={texts.columns}
          choose={(chosen) => applyChange(() => setFile(chosen))}
        />
        <TextInput
          label={linkTexts.batchReference}
          description={linkTexts.batchReferenceHelp}
          maxLength={REFERENCE_LENGTH_MAX}
          required
          value={reference}
          onChange={({ currentTarget: { value } }) => applyChange(() => setReference(value))}
        />
        <CatalogInputs
          wallet={wallet}
          choices={choices}
          choose={(chosen) => applyChange(() => setChoices(chosen))}
        />
        <TextInput
          label={linkTexts.message}
          maxLength={MESSAGE_LENGTH_MAX}
          value={message}
          onChange={({ currentTarget: { value } }) => applyChange(() => setMessage(value))}
        />
        <DeliveryInputs
          delivery={delivery}
          choose={(chosen) => applyChange(() => setDelivery(chosen))}
        />
        {check.error && <Failure error={check.error} />}
        {check.data && <Faults faults={check.data.faults} />}
        {check.data?.totals ? (
          <Totals
            body={check.data.body}
            totals={check.data.totals}
            funds={wallet.funds}
            onSent={onSent}
          />
        ) : (
          <Group justify="flex-end">
            <Button disabled={!isWhole} loading={check.isPending} onClick={startCheck}>
              {texts.check}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

interface CatalogProps {
  readonly wallet: ReturnType<typeof useWalletCurrency>
  readonly choices: LinkChoices
  choose(choices: LinkChoices): void
}

/** The currency of the links, and which products of its catalog they may be claimed for. */
function CatalogInputs({ wallet, choices, choose }: CatalogProps) {
  const { currency = '' } = wallet
  return (
    <>
      <NativeSelect
        label={linkTexts.currency}
        data={[...wallet.currencies]}
        value={currency}
        onChange={({ currentTarget: { value } }) => {
          wallet.choose(value)
          // Another currency has another catalog.
          choose({ ...choices, products: [] })
        }}
      />
      {wallet.isPending && <Loading lines={4} />}
      {currency !== '' && (
        <LinkChoiceInputs key={currency} currency={currency} choices={choices} choose={choose} />
      )}
    </>
  )
}

function Faults({ faults }: Pick<CheckResult, 'faults'>) {
  if (faults.length === 0) return null
  return (
    <>
      <Text size="sm" role="status">
        {texts.bad(count(faults.length))}
      </Text>
      <FaultTable faults={faults} />
    </>
  )
}

interface TotalsProps {
  readonly body: NewLinks
  readonly totals: Result<'checkOwnLinks'>
  readonly funds: Entry<'getOwnFunds'> | undefined
  onSent(sent: SentLinks): void
}

/** The amount to set aside, the funds that are left, and the button that sends. */
function Totals({ body, totals: { links, amount, setAside, currency }, ...props }: TotalsProps) {
  const { funds, onSent } = props
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: rules, isSuccess } = useOrderRules()
  const isForApproval = needsApproval(rules, { currency, setAside })
  const send = useMutation({
    mutationFn: async () => (isForApproval ? await askForLinks(body) : await sendLinks(body)),
    onSuccess: async (sent) => {
      if ('links' in sent) onSent({ links: sent.links, recipients: body.recipients })
      else await navigate({ to: `/portal/approvals/${sent.draftId}` })
      await queries.invalidateQueries()
    },
  })
  const after = funds && sumOf([funds.available, `-${setAside}` as `${number}`])
  const isShort = Number(after) < 0
  return (
    <>
      <Text size="sm" role="status">
        {texts.good(count(links))}
      </Text>
      <Details
        of={[
          [texts.worth, <Money key="worth" amount={amount} currency={currency} />],
          [texts.setAside, <Money key="aside" amount={setAside} currency={currency} />],
          [texts.fundsNow, <Money key="now" amount={funds?.available} currency={currency} />],
          [texts.fundsAfter, <Money key="after" amount={after} currency={currency} isBalance />],
        ]}
      />
      {isShort && (
        <Alert color="red" variant="light">
          {texts.tooLittle}
        </Alert>
      )}
      {send.error && <Failure error={send.error} />}
      <Group justify="flex-end">
        <Button
          disabled={isShort || !isSuccess}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {isForApproval
            ? draftTexts.ask(money(setAside, currency))
            : texts.send(count(links), money(setAside, currency))}
        </Button>
      </Group>
    </>
  )
}

/** The addresses, which are never shown again. */
function Addresses({ sent }: { readonly sent: SentLinks }) {
  return (
    <Alert color="green" title={linkTexts.isSent(count(sent.links.length))}>
      <Text size="sm" mb="sm">
        {linkTexts.by[sent.links[0]?.delivery ?? 'NONE'].addressesText}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => saveAddresses(sent)}>
          {linkTexts.addresses}
        </Button>
        <Button component={Link} to="/portal/links" size="xs" variant="default">
          {texts.toLinks}
        </Button>
      </Group>
    </Alert>
  )
}

interface CheckInput {
  readonly file: File
  readonly links: Omit<NewLinks, 'recipients'>
}

/** Reads a file, and lets the service check its lines. Nothing is sent. */
async function checkFile({ file, links }: CheckInput): Promise<CheckResult> {
  const [{ readLinkFile }, text] = await Promise.all([import('./read-link-file.ts'), file.text()])
  const { recipients, numbers, faults } = readLinkFile(text, links.currency)
  const body = { ...links, recipients: [...recipients] }
  if (faults.length > 0) return { body, faults }
  try {
    return { body, faults, totals: await call('checkOwnLinks', { body }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.length === 0) throw error
    return { body, faults: error.details.map((detail) => faultOf(detail, numbers)) }
  }
}

/** Returns a message about a recipient as a fault of its line in the file. */
function faultOf(
  { field, message }: ApiError['details'][number],
  numbers: readonly number[],
): FileFault {
  const [, at, name] = /^recipients\[(\d+)\]\.?(.*)$/.exec(field) ?? []
  if (at === undefined) return { line: undefined, message: `${field} ${message}` }
  return { line: numbers[Number(at)], message: `${name} ${message}`.trim() }
}

function saveTemplate(): void {
  const text =
    'name,email,amount,reference,locale\r\nAnn Example,ann@example.com,25.00,ann-2026,en\r\n'
  saveCsv(text, fileName({ holds: fileTexts.links, extension: 'csv' }))
}

const REFERENCE_LENGTH_MAX = 255
const MESSAGE_LENGTH_MAX = 500
