import { Alert, Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type Entry, type Result } from '../api/client.ts'
import classes from '../components/components.module.css'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Money } from '../components/money.tsx'
import { count, exact, localTime, money, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { cartTexts as texts, draftTexts } from '../messages/en-shop.ts'
import { messages } from '../messages/messages.ts'
import { emptyCart, useCart, type Cart } from './cart-store.ts'
import { useOrderRules } from './drafts.tsx'
import { ruleFor } from './rule.ts'
import { orderOf } from './use-quote.ts'

type Quote = Result<'quoteOwnOrder'>

interface Props {
  readonly cart: Cart
  readonly quote: Quote
  /** False while the cart differs from the cart of the quote. */
  readonly isCurrent: boolean
  readonly funds: Entry<'getOwnFunds'> | undefined
  refresh(): void
}

/** The cost of the cart, the funds that are left, and the button that orders. */
export function CartSummary(props: Props) {
  const { quote, isCurrent } = props
  return (
    <Paper withBorder p="md" className={classes.receipt}>
      <Stack gap="sm">
        <Sums {...props} />
        <Faults {...props} />
        <Text size="xs" c="dimmed" role="status">
          {isCurrent ? quote.quoteId !== undefined && texts.locked : texts.pricing}
        </Text>
        <OrderButton {...props} />
      </Stack>
    </Paper>
  )
}

/** Returns what is charged. */
function chargeOf({ pricing, totalAmount }: Quote): number {
  return pricing?.chargedAmount ?? totalAmount
}

function Sums({ quote, cart, funds }: Props) {
  const { currency, totalAmount, pricing, items } = quote
  const charged = chargeOf(quote)
  const amount = (key: string, value: number | Decimal) => (
    <Money key={key} amount={value} currency={currency} isBalance={key === 'after'} />
  )
  const rates = new Set(
    items.flatMap(({ fxRate = 1 }, at) =>
      fxRate === 1
        ? []
        : [texts.rateOf(cart.lines[at]?.currency ?? '', `${exact(fxRate)} ${currency}`)],
    ),
  )
  return (
    <Details
      of={[
        [texts.total, amount('total', totalAmount)],
        [texts.rates, [...rates].join(', ')],
        [texts.discount, pricing && amount('discount', -pricing.discountAmount)],
        [texts.fees, pricing && pricing.feeAmount > 0 && amount('fees', pricing.feeAmount)],
        [
          texts.charged,
          <Text key="charged" span fw={550}>
            {amount('charged', charged)}
          </Text>,
        ],
        [texts.fundsNow, funds && amount('now', funds.available)],
        [texts.fundsAfter, funds && amount('after', sumOf([funds.available, -charged]))],
      ]}
    />
  )
}

const FAULTS_SHOWN_MAX = 10

/** The faults that would refuse the order, by line and product. */
function Faults({ quote, cart, isCurrent }: Props) {
  const { faults, items } = quote
  if (!isCurrent) return null
  const waiting = items.filter(({ inStock }) => inStock === false)
  return (
    <>
      {faults.length > 0 && (
        <Alert color="red" variant="light" title={texts.faults} role="alert">
          {faults.slice(0, FAULTS_SHOWN_MAX).map(({ field, message }) => (
            <Text key={field} size="sm">
              {[lineOf(field, cart), message].filter(Boolean).join(': ')}
            </Text>
          ))}
        </Alert>
      )}
      {waiting.length > 0 && (
        <Alert color="orange" variant="light">
          {[...new Set(waiting.map(({ productId }) => brandOf(productId, cart)))].join(', ')}{' '}
          {texts.soldOut}
        </Alert>
      )}
    </>
  )
}

function brandOf(productId: number, { lines }: Cart): string {
  return lines.find((line) => line.productId === productId)?.brand ?? String(productId)
}

/** Returns the line of a field such as `items[3].amount`. */
function lineOf(field: string, { lines }: Pick<Cart, 'lines'>): string | undefined {
  const at = /^items\[(\d+)\]/.exec(field)?.[1]
  if (at === undefined) return undefined
  return texts.lineFault(count(Number(at) + 1), lines[Number(at)]?.brand ?? '')
}

/** Places the order, or asks another person to approve it if the rules of the partner say so. */
function OrderButton(props: Props) {
  const { data: rules } = useOrderRules()
  const { currency } = props.quote
  const of = { kind: 'orders', currency, amount: chargeOf(props.quote) } as const
  const needsApproval = ruleFor(rules, of) !== undefined
  const [when, setWhen] = useState('')
  const at = when === '' ? undefined : new Date(when)
  const isOver = at !== undefined && at.getTime() <= Date.now()
  return (
    <>
      <TextInput
        size="sm"
        type="datetime-local"
        label={draftTexts.when}
        description={draftTexts.whenHelp}
        error={isOver && draftTexts.whenTooEarly}
        value={when}
        onChange={({ currentTarget }) => setWhen(currentTarget.value)}
      />
      {at !== undefined || needsApproval ? (
        <DraftButton {...props} placeAt={at?.toISOString()} needsApproval={needsApproval} />
      ) : (
        <PlaceButton {...props} />
      )}
    </>
  )
}

function isReady({ isCurrent, quote, cart }: Props): boolean {
  const isNamed = cart.clientReference.trim() !== ''
  return isCurrent && quote.quoteId !== undefined && isNamed && orderOf(cart) !== undefined
}

/** Returns the order of a cart that is ready. */
function readyOrder(cart: Cart): NonNullable<ReturnType<typeof orderOf>> {
  const order = orderOf(cart)
  if (!order) throw new Error(messages.act.noLabels)
  return order
}

interface DraftProps extends Props {
  readonly placeAt: string | undefined
  readonly needsApproval: boolean
}

/** Creates a draft, which waits for an approval, for its time, or for both. */
function DraftButton(props: DraftProps) {
  const { cart, quote, placeAt, needsApproval } = props
  const [, change] = useCart()
  const navigate = useNavigate()
  const { currency } = quote
  const createDraft = useMutation({
    mutationFn: () => {
      const body = { ...readyOrder(cart), currency, ...(placeAt !== undefined && { placeAt }) }
      return call('makeOwnDraft', { body, key: cart.key })
    },
    onSuccess: async ({ draftId }) => {
      change(() => emptyCart(currency))
      await navigate({ to: `/portal/approvals/${draftId}` })
    },
  })
  return (
    <>
      {createDraft.error && <Failure error={createDraft.error} />}
      <Button
        disabled={!isReady(props)}
        loading={createDraft.isPending}
        onClick={() => createDraft.mutate()}
      >
        {needsApproval || placeAt === undefined
          ? draftTexts.ask(money(chargeOf(quote), currency))
          : draftTexts.schedule(localTime(placeAt))}
      </Button>
    </>
  )
}

function PlaceButton(props: Props) {
  const { cart, quote, refresh } = props
  const [, change] = useCart()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { quoteId, currency, faults } = quote
  const order = useMutation({
    mutationFn: () => {
      // After a lost response, the same request must be sent again, so its quote stays.
      const body = { ...readyOrder(cart), currency, ...(quoteId !== undefined && { quoteId }) }
      return call('placeOwnOrder', { body, key: cart.key })
    },
    onSuccess: async ({ id }) => {
      change(() => emptyCart(currency))
      await navigate({ to: `/portal/orders/${id}` })
      await queries.invalidateQueries()
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.about('quoteId') === undefined) return
      refresh()
    },
  })
  const canOrder = isReady(props) && faults.length === 0
  return (
    <>
      {order.error && <Failure error={order.error} />}
      <Button disabled={!canOrder} loading={order.isPending} onClick={() => order.mutate()}>
        {texts.orderFor(money(chargeOf(quote), currency))}
      </Button>
    </>
  )
}
