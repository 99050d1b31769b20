import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { Entry } from '../api/client.ts'
import { decimalsOf } from '../format/currency-decimals.ts'
import { amountOf as amountIn, money, type Decimal } from '../format/format.ts'
import { exampleNumber, parseNumber } from '../format/parse-number.ts'
import { shopTexts as texts } from '../messages/en-shop.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import type { CartLine } from './cart-line.ts'
import { useCart } from './cart-store.ts'
import { DueAmount } from './due-amount.tsx'
import { nameOf, priceOf, valuesOf } from './product-card.tsx'
import { ProductPicture } from './product-picture.tsx'

type Product = Entry<'listOwnProducts'>

interface Props {
  readonly product: Product | undefined
  /** The wallet that pays. */
  readonly currency: string
  close(): void
}

/** A description of a product, and a form that puts it into the cart. */
export function ProductDialog({ product, currency, close }: Props) {
  return (
    <Modal
      opened={product !== undefined}
      onClose={close}
      title={product && nameOf(product)}
      closeButtonProps={{ 'aria-label': messages.close }}
      // The header of a dialog must not count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {product && <DialogForm product={product} currency={currency} close={close} />}
    </Modal>
  )
}

interface FormProps extends Props {
  readonly product: Product
}

function DialogForm({ product, currency, close }: FormProps) {
  const can = useCan()
  const [text] = product.content?.locales ?? []
  return (
    <Stack gap="sm">
      <ProductPicture product={product} />
      {text?.description !== undefined && <Text size="sm">{text.description}</Text>}
      <Text size="sm" c="dimmed">
        {[valuesOf(product), priceOf(product, currency)].filter(Boolean).join(' · ')}
      </Text>
      {can('placeOwnOrder') && <ProductForm product={product} currency={currency} close={close} />}
      {text && <Fineprint text={text} />}
    </Stack>
  )
}

type Texts = NonNullable<Product['content']>['locales'][number]

function Fineprint({ text: { redemptionSteps, validity, terms } }: { readonly text: Texts }) {
  return (
    <Stack gap={4}>
      {redemptionSteps.length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.redemption}: {redemptionSteps.join(' ')}
        </Text>
      )}
      {validity !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.validity}: {validity}
        </Text>
      )}
      {terms !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.terms}: {terms}
        </Text>
      )}
    </Stack>
  )
}

type Values = Readonly<Record<string, string>>
type Recipient = Readonly<Record<string, string>>
/** The prefix of the recipient's fields. A dot would mean a member to the form. */
const RECIPIENT = 'recipient/'

function ProductForm({ product, currency: wallet, close }: FormProps) {
  const [, change] = useCart()
  const { brand, currency, fixedAmounts, recipientFields = [] } = product
  const form = useForm<Values>({
    initialValues: {
      amount: fixedAmounts ? String(fixedAmounts[0]) : '',
      quantity: '1',
      itemReference: '',
      ...Object.fromEntries(recipientFields.map(({ name }) => [RECIPIENT + name, ''])),
    },
    validate: (values) => faultsOf(product, values),
  })
  const add = (values: Values): void => {
    change((cart) => ({ ...cart, lines: [...cart.lines, lineOf(product, values)] }))
    notifications.show({
      message: texts.added(brand),
      closeButtonProps: { 'aria-label': messages.close },
    })
    close()
  }
  return (
    <form onSubmit={form.onSubmit(add)}>
      <Stack gap="sm">
        {recipientFields.map(({ name, label, required }) => (
          <TextInput
            key={name}
            label={label}
            required={required}
            autoComplete="off"
            {...form.getInputProps(RECIPIENT + name)}
          />
        ))}
        {product.productType === 'BILL_PAYMENT' && !fixedAmounts && (
          <DueAmount
            product={product}
            wallet={wallet}
            recipient={recipientOf(product, form.values)}
            pay={(amount) => form.setFieldValue('amount', amountIn(amount, currency))}
          />
        )}
        <Group grow align="flex-start">
          {fixedAmounts ? (
            <NativeSelect
              label={texts.value}
              data={fixedAmounts.map((amount) => ({
                value: String(amount),
                label: money(amount, currency),
              }))}
              {...form.getInputProps('amount')}
            />
          ) : (
            <TextInput
              label={`${texts.value}, ${currency}`}
              required
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('amount')}
            />
          )}
          <TextInput
            label={texts.quantity}
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('quantity')}
          />
        </Group>
        <TextInput
          label={texts.itemReference}
          description={texts.itemReferenceHelp}
          maxLength={REFERENCE_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('itemReference')}
        />
        <Group justify="flex-end">
          <Button type="submit">{texts.add}</Button>
        </Group>
      </Stack>
    </form>
  )
}

const REFERENCE_LENGTH_MAX = 255

/** Returns the typed or chosen amount, in major units; undefined if there is none. */
function amountOf({ fixedAmounts, currency }: Product, text = ''): Decimal | undefined {
  if (fixedAmounts) return text as Decimal
  const parsed = parseNumber(text, { decimalsMax: decimalsOf(currency) })
  return 'value' in parsed ? parsed.value : undefined
}

function quantityOf(text = ''): number | undefined {
  const parsed = parseNumber(text, { decimalsMax: 0 })
  return 'value' in parsed && Number(parsed.value) > 0 ? Number(parsed.value) : undefined
}

function faultsOf(product: Product, values: Values): Record<string, string> {
  const { currency, minAmount = 0, maxAmount = Infinity, recipientFields = [] } = product
  const faults: Record<string, string> = {}
  const amount = amountOf(product, values['amount'])
  if (amount === undefined) {
    faults['amount'] = texts.malformed(exampleNumber({ decimalsMax: decimalsOf(currency) }))
  } else if (Number(amount) < minAmount || Number(amount) > maxAmount) {
    faults['amount'] = texts.outside(money(minAmount, currency), money(maxAmount, currency))
  }
  if (quantityOf(values['quantity']) === undefined) faults['quantity'] = texts.whole
  for (const field of recipientFields) {
    const fault = recipientFault(field, (values[RECIPIENT + field.name] ?? '').trim())
    if (fault !== undefined) faults[RECIPIENT + field.name] = fault
  }
  return faults
}

type RecipientField = NonNullable<Product['recipientFields']>[number]

function recipientFault({ required, pattern }: RecipientField, value: string): string | undefined {
  if (value === '') return required ? texts.missing : undefined
  return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : texts.mismatch
}

/** Returns the fields of the recipient that are filled in. */
function recipientOf({ recipientFields = [] }: Product, values: Values): Recipient {
  const filled = recipientFields.flatMap(({ name }) => {
    const value = (values[RECIPIENT + name] ?? '').trim()
    return value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(filled)
}

function lineOf(product: Product, values: Values): CartLine {
  const { productId, brand, currency } = product
  const { itemReference = '' } = values
  const recipient = recipientOf(product, values)
  return {
    productId,
    brand,
    currency,
    amount: amountOf(product, values['amount']) ?? '0',
    quantity: quantityOf(values['quantity']) ?? 1,
    ...(itemReference.trim() !== '' && { itemReference: itemReference.trim() }),
    ...(Object.keys(recipient).length > 0 && { recipient }),
  }
}
