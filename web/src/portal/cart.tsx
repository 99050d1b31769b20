import { Button, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Result } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { labelsOf } from '../components/labels.ts'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { count } from '../format/format.ts'
import { parseNumber } from '../format/parse-number.ts'
import { cartTexts as texts, shopTexts } from '../messages/en-shop.ts'
import { messages } from '../messages/messages.ts'
import { CartFile } from './cart-file.tsx'
import type { CartLine } from './cart-line.ts'
import { CartOffer } from './cart-offer.tsx'
import { CartSummary } from './cart-summary.tsx'
import { emptyCart, useCart } from './cart-store.ts'
import { SavedCarts } from './saved-carts.tsx'
import { useQuote } from './use-quote.ts'
import { useWalletCurrency } from './use-wallet-currency.ts'
import classes from './shop.module.css'

/** The cart, with its present cost. */
export function CartPage() {
  const [cart, change] = useCart()
  const wallet = useWalletCurrency()
  const quote = useQuote(cart, wallet.currency)
  const isEmpty = cart.lines.length === 0
  return (
    <Page
      title={texts.title}
      text={texts.about}
      parent={{ label: shopTexts.title, href: '/portal/shop' }}
      acts={
        <>
          {wallet.currency !== undefined && <CartFile currency={wallet.currency} />}
          {wallet.currency !== undefined && <SavedCarts currency={wallet.currency} />}
          {!isEmpty && (
            <Button
              size="xs"
              variant="default"
              onClick={() => change(({ currency }) => emptyCart(currency))}
            >
              {texts.clear}
            </Button>
          )}
        </>
      }
    >
      {isEmpty ? (
        <Empty />
      ) : (
        <div className={classes.cart}>
          <Lines lines={cart.lines} quote={quote.data} isCurrent={quote.isCurrent} />
          <Stack className={classes.summary}>
            <OrderFields wallet={wallet} />
            {quote.error && <Failure error={quote.error} retry={() => void quote.refetch()} />}
            {!quote.data && !quote.error && <Loading lines={4} />}
            {quote.data && (
              <CartSummary
                cart={cart}
                quote={quote.data}
                isCurrent={quote.isCurrent}
                funds={wallet.funds}
                refresh={() => void quote.refetch()}
              />
            )}
          </Stack>
        </div>
      )}
    </Page>
  )
}

function Empty() {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text fw={550}>{texts.empty}</Text>
      <Text c="dimmed" size="sm" mb="sm">
        {texts.emptyText}
      </Text>
      <Button component={Link} to="/portal/shop" size="xs">
        {texts.toShop}
      </Button>
    </Paper>
  )
}

function OrderFields({ wallet }: { readonly wallet: ReturnType<typeof useWalletCurrency> }) {
  const [{ clientReference, labels = '' }, change] = useCart()
  return (
    <Stack gap="sm">
      <TextInput
        label={texts.clientReference}
        description={texts.clientReferenceHelp}
        maxLength={REFERENCE_LENGTH_MAX}
        value={clientReference}
        onChange={({ currentTarget: { value } }) =>
          change((cart) => ({ ...cart, clientReference: value }))
        }
      />
      <NativeSelect
        label={shopTexts.pays}
        data={[...wallet.currencies]}
        value={wallet.currency}
        onChange={({ currentTarget }) => wallet.choose(currentTarget.value)}
      />
      <Textarea
        label={texts.labels}
        description={texts.labelsHelp}
        error={labelsOf(labels) ? undefined : messages.act.noLabels}
        rows={2}
        value={labels}
        onChange={({ currentTarget: { value } }) => change((cart) => ({ ...cart, labels: value }))}
      />
    </Stack>
  )
}

interface LinesProps {
  readonly lines: readonly CartLine[]
  readonly quote: Result<'quoteOwnOrder'> | undefined
  /** False while these lines are priced; until then, the quote is that of the lines before. */
  readonly isCurrent: boolean
}

/** The lines, or the first of many. Each can be changed or removed. */
function Lines({ lines, quote, isCurrent }: LinesProps) {
  const [, change] = useCart()
  // Another recipient may owe another amount, so the offer of another line is never shown here.
  const quoted = isCurrent ? quote?.items : undefined
  const set = (at: number, replacement: CartLine | undefined): void =>
    change((cart) => ({
      ...cart,
      lines: cart.lines.flatMap((line, place) => (place === at ? (replacement ?? []) : line)),
    }))
  return (
    <Stack gap="xs" className={classes.lines}>
      <PlainTable
        head={[texts.product, texts.value, texts.quantity, texts.cost, texts.reference, texts.acts]}
        numbers={[1, 2, 3]}
        rows={lines.slice(0, SHOWN_MAX).map((line, at) => [
          <div key="brand">
            {line.brand}
            <CartOffer
              line={line}
              offer={quoted?.[at]?.offer}
              pay={(amount) => set(at, { ...line, amount: `${amount}` })}
            />
          </div>,
          <Money key="value" amount={line.amount} currency={line.currency} />,
          <Quantity
            key="quantity"
            line={line}
            set={(quantity) => set(at, { ...line, quantity })}
          />,
          costOf(line, quote, at),
          referenceOf(line),
          <Button
            key="acts"
            size="compact-xs"
            variant="default"
            aria-label={texts.remove(line.brand)}
            onClick={() => set(at, undefined)}
          >
            {texts.removeShort}
          </Button>,
        ])}
      />
      {lines.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed">
          {texts.more(count(lines.length - SHOWN_MAX))}
        </Text>
      )}
    </Stack>
  )
}

/** While the price is read, an item of the quote may belong to another line. */
function costOf({ productId }: CartLine, quote: LinesProps['quote'], at: number): ReactNode {
  const item = quote?.items[at]
  if (item?.productId !== productId || item.totalAmount === undefined) return ''
  return <Money amount={item.totalAmount} currency={quote?.currency ?? ''} />
}

function referenceOf({ itemReference, recipient }: CartLine): string {
  return [itemReference, ...Object.values(recipient ?? {})].filter(Boolean).join(' · ')
}

interface QuantityProps {
  readonly line: CartLine
  set(quantity: number): void
}

function Quantity({ line: { brand, quantity }, set }: QuantityProps) {
  return (
    <TextInput
      key={quantity}
      size="xs"
      w={QUANTITY_WIDTH}
      ml="auto"
      classNames={{ input: classes.quantity }}
      aria-label={`${texts.quantity}: ${brand}`}
      inputMode="numeric"
      defaultValue={count(quantity)}
      onBlur={({ currentTarget }) => {
        const parsed = parseNumber(currentTarget.value, { decimalsMax: 0 })
        if ('value' in parsed && Number(parsed.value) > 0) set(Number(parsed.value))
        else currentTarget.value = count(quantity)
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}

const REFERENCE_LENGTH_MAX = 255
const SHOWN_MAX = 100
const QUANTITY_WIDTH = 90
