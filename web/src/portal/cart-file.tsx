import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { FileInput } from '../components/file-input.tsx'
import { fileName } from '../components/file-name.ts'
import { count } from '../format/format.ts'
import { cartTexts } from '../messages/en-shop.ts'
import { messages } from '../messages/messages.ts'
import type { CartLine } from './cart-line.ts'
import { useCart } from './cart-store.ts'
import { FaultTable } from './fault-table.tsx'
import type { FileFault } from './read-csv.ts'
import { saveCsv } from '../components/save-file.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { itemsOf } from './use-quote.ts'
import { wholeCatalog } from './whole-catalog.ts'

const texts = cartTexts.file

/** Fills the cart from a file without faults. */
export function CartFile({ currency }: { readonly currency: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.open}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.title}
        size="lg"
        closeButtonProps={{ 'aria-label': messages.close }}
        // The header of a dialog must not count as a second banner of the page.
        attributes={{ header: { role: 'presentation' } }}
      >
        {isOpen && <FileForm currency={currency} close={close} />}
      </Modal>
    </>
  )
}

interface FormProps {
  readonly currency: string
  close(): void
}

function FileForm({ currency, close }: FormProps) {
  const [file, setFile] = useState<File>()
  const [cart, change] = useCart()
  const check = useMutation({ mutationFn: (chosen: File) => checkFile(chosen, currency) })
  const result = check.data
  const isGood = result?.faults.length === 0
  const choose = (chosen: File | undefined): void => {
    setFile(chosen)
    check.reset()
  }
  const fill = (lines: readonly CartLine[], before: readonly CartLine[] = []): void => {
    change((now) => ({ ...now, lines: [...before, ...lines] }))
    close()
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.text}</Text>
      <Text size="xs" c="dimmed">
        {texts.columns}
      </Text>
      <Group>
        <Button size="xs" variant="default" onClick={() => void saveTemplate(currency)}>
          {texts.template}
        </Button>
      </Group>
      <FileInput label={texts.choose} choose={choose} />
      {check.error && <Failure error={check.error} />}
      {result && (
        <Text size="sm" role="status">
          {isGood ? texts.good(count(result.lines.length)) : texts.bad(count(result.faults.length))}
        </Text>
      )}
      {result && !isGood && <FaultTable faults={result.faults} />}
      <Group justify="flex-end">
        {result && isGood && cart.lines.length > 0 && (
          <Button variant="default" onClick={() => fill(result.lines)}>
            {texts.replace(count(cart.lines.length))}
          </Button>
        )}
        {result && isGood ? (
          <Button onClick={() => fill(result.lines, cart.lines)}>
            {texts.fill(count(result.lines.length))}
          </Button>
        ) : (
          <Button
            disabled={!file}
            loading={check.isPending}
            onClick={() => file && check.mutate(file)}
          >
            {texts.check}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface CheckResult {
  readonly lines: readonly CartLine[]
  readonly faults: readonly FileFault[]
}

/** Reads a file, and lets the service price its lines. Nothing is ordered. */
async function checkFile(file: File, currency: string): Promise<CheckResult> {
  const [{ readOrderFile }, text, products] = await Promise.all([
    import('./read-order-file.ts'),
    file.text(),
    wholeCatalog(currency),
  ])
  const read = await readOrderFile(text, products)
  if (read.faults.length > 0 || read.lines.length === 0) return read
  const quote = await call('quoteOwnOrder', { body: { currency, items: itemsOf(read.lines) } })
  const faults = quote.faults.map(({ field, message }) => {
    const [, at, name = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(field) ?? []
    const line = at === undefined ? undefined : read.numbers[Number(at)]
    return { line, message: `${name} ${message}`.trim() }
  })
  return { lines: read.lines, faults }
}

/** Saves a file with a line of the catalog, to be filled in. */
async function saveTemplate(currency: string): Promise<void> {
  const query = { currency, pageSize: 1, inStock: true }
  const [product] = await call('listOwnProducts', { query })
  const { brand = '', fixedAmounts, minAmount = 1 } = product ?? {}
  const amount = fixedAmounts?.[0] ?? minAmount
  const quoted = `"${brand.replaceAll('"', '""')}"`
  const text = `brand,amount,quantity,itemReference\r\n${quoted},${amount},1,"Ann Example"\r\n`
  saveCsv(text, fileName({ holds: fileTexts.order, extension: 'csv' }))
}
