import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../components/failure.tsx'
import { FileInput } from '../components/file-input.tsx'
import { fileName } from '../components/file-name.ts'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { saveCsv } from '../components/save-file.ts'
import { count } from '../format/format.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { linkTexts } from '../messages/en-links.ts'
import { FaultTable } from './fault-table.tsx'
import { choicesOf, EVERYTHING, type LinkChoices, LinkChoiceInputs } from './link-choices.tsx'
import { BY_HAND, DeliveryInputs, deliveryOf } from './link-delivery.tsx'
import { LinkSending, useLinkSending } from './link-file-sending.tsx'
import { checkParts, partsOf, type CheckedFile, type SentParts } from './link-parts.ts'
import { LinkTotals } from './link-totals.tsx'
import type { NewLinks } from './send-links.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'
import classes from './shop.module.css'

const texts = linkTexts.file

/** Sends a link to each person of a file. The file is checked whole before anything is sent. */
export function LinkFilePage() {
  const { sent, ...sending } = useLinkSending()
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
      {sent ? <LinkSending sent={sent} sending={sending} /> : <FileForm onSend={sending.start} />}
    </Page>
  )
}

function FileForm({ onSend }: { onSend(file: SentParts): void }) {
  const wallet = useWalletCurrency()
  const [file, setFile] = useState<File>()
  const [reference, setReference] = useState('')
  const [message, setMessage] = useState('')
  const [delivery, setDelivery] = useState(BY_HAND)
  const [choices, setChoices] = useState(EVERYTHING)
  const check = useFileCheck()
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
    check.start({ file, links })
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
        {check.progress !== undefined && <Text size="sm">{check.progress}</Text>}
        {check.error && <Failure error={check.error} />}
        {check.data && <Faults faults={check.data.faults} />}
        {check.data?.faults.length === 0 ? (
          <LinkTotals parts={check.data.parts} funds={wallet.funds} onSend={onSend} />
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

function Faults({ faults }: Pick<CheckedFile, 'faults'>) {
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

interface CheckInput {
  readonly file: File
  readonly links: Omit<NewLinks, 'recipients'>
}

/** Checks a file, until it is checked or something of it is changed. */
function useFileCheck() {
  const [links, setLinks] = useState<readonly [done: number, all: number]>()
  const running = useRef(new AbortController())
  const { mutate, reset, ...check } = useMutation({
    mutationFn: (input: CheckInput) => checkFile(input, running.current.signal, setLinks),
  })
  const stop = (): void => {
    running.current.abort()
    running.current = new AbortController()
    setLinks(undefined)
  }
  useEffect(() => () => running.current.abort(), [])
  return {
    error: check.error,
    data: check.data,
    isPending: check.isPending,
    progress:
      check.isPending && links ? texts.checking(count(links[0]), count(links[1])) : undefined,
    start: (input: CheckInput) => {
      stop()
      mutate(input)
    },
    reset: () => {
      stop()
      reset()
    },
  }
}

/** Reads a file, and lets the service check its lines. Nothing is sent. */
async function checkFile(
  { file, links }: CheckInput,
  signal: AbortSignal,
  setProgress: (progress: readonly [done: number, all: number]) => void,
): Promise<CheckedFile> {
  if (file.size > FILE_BYTES_MAX) {
    return { parts: [], faults: [{ line: undefined, message: texts.tooLarge }] }
  }
  const [{ readLinkFile }, text] = await Promise.all([import('./read-link-file.ts'), file.text()])
  const { recipients, numbers, faults } = await readLinkFile(text, links.currency)
  if (faults.length > 0) return { parts: [], faults }
  const onProgress = (done: number): void => setProgress([done, recipients.length])
  return await checkParts(partsOf(links, { recipients, numbers }), { signal, onProgress })
}

function saveTemplate(): void {
  const text =
    'name,email,amount,reference,locale\r\nAnn Example,ann@example.com,25.00,ann-2026,en\r\n'
  saveCsv(text, fileName({ holds: fileTexts.links, extension: 'csv' }))
}

// A request has 255 characters for the reference and its number.
const REFERENCE_LENGTH_MAX = 250
const FILE_BYTES_MAX = 64 * 1_024 * 1_024
const MESSAGE_LENGTH_MAX = 500
