import { Alert, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Input, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Field, Values } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import { IdText } from '../components/id-text.tsx'
import classes from '../components/components.module.css'
import { Sided } from '../components/sided.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { HttpStatus } from '../components/http-status.tsx'
import { Instant } from '../components/instant.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { faultInWords } from '../format/fault-words.ts'
import { count, money, sentence } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { PartnerLink } from './partner-names.tsx'
import { ProductLink } from './product-names.tsx'
import { supplierPath } from './supplier-path.ts'
import { PurchaseSettings, decimalOf } from './supplier-state.tsx'

type Purchase = Result<'getSupplierPurchase'>

interface Props {
  readonly supplier: string
  readonly purchase: Purchase
}

/** A purchase at a supplier: what was sent, what came back, and the form that closes it. */
export function SupplierPurchasePage() {
  const path = usePageParams('supplier', 'purchaseId')
  const { supplier } = path
  const parent = { label: supplier, href: supplierPath(supplier) }
  const { data, error, refetch } = useQuery(queryOf('getSupplierPurchase', { path }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={parent} />
  }
  if (!data) return <Loading />
  return (
    <Page
      title={`${texts.purchase}: ${unitsText(data)}`}
      parent={parent}
      acts={<Close supplier={supplier} purchase={data} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data.fault !== undefined && (
        <Alert color="orange" variant="light" title={texts.waitingTitle}>
          {sentence(faultInWords(data.fault))} <Instant at={data.faultAt} />
          {hasEnded(data) && <Text size="sm">{texts.endedText}</Text>}
        </Alert>
      )}
      <Sided facts={factsOf(data)}>
        <Exchanges exchanges={data.exchanges} />
      </Sided>
    </Page>
  )
}

function unitsText({ quantity, faceValue, currency }: Purchase): string {
  return texts.unitsOf(count(quantity), money(faceValue, currency))
}

/** True if the outcome is known, so the purchase waits only until somebody has dealt with it. */
function hasEnded({ status }: Purchase): boolean {
  return !['PLACING', 'PLACED', 'DONE'].includes(status)
}

function factsOf(purchase: Purchase) {
  const { status, released, cost, costCurrency } = purchase
  return [
    [texts.purchase, <IdText key="purchase" id={purchase.purchaseId} />],
    [
      texts.state,
      <Group key="state" gap="xs">
        <StatusBadge status={status} />
        {released && <StatusBadge status={texts.isReleased} color="gray" />}
      </Group>,
    ],
    [texts.product, <ProductLink key="product" id={purchase.productId} />],
    [texts.buys, <PurchaseSettings key="buys" settings={purchase.settings} />],
    [texts.cost, cost !== undefined && <Money amount={decimalOf(cost)} currency={costCurrency} />],
    [
      texts.order,
      <IdText key="order" id={purchase.orderId} to={`/console/orders/${purchase.orderId}`} />,
    ],
    [messages.partners.partner, <PartnerLink key="partner" id={purchase.partnerId} />],
    [texts.orderThere, purchase.supplierOrderId],
    [texts.reference, <IdText key="reference" id={purchase.reference} />],
    [texts.sends, count(purchase.sends)],
    [texts.begunAt, <Instant key="begun" at={purchase.begunAt} />],
    [
      texts.unsureUntil,
      status === 'PLACING' && isAhead(purchase.unsureUntil) && (
        <Instant at={purchase.unsureUntil} />
      ),
    ],
    [texts.closedAt, purchase.closedAt && <Instant at={purchase.closedAt} />],
  ] as const
}

function Exchanges({ exchanges }: Pick<Purchase, 'exchanges'>) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.exchange}
      </Title>
      <Text size="sm" c="dimmed">
        {exchanges.length === 0 ? texts.noExchange : texts.exchangeText}
      </Text>
      {exchanges.map((exchange) => (
        <Paper key={`${exchange.at} ${exchange.request}`} withBorder p="sm">
          <Group gap="sm" mb={4}>
            <Text size="sm" fw={550}>
              {texts.asked[exchange.for] ?? exchange.for}
            </Text>
            {exchange.status !== undefined && <HttpStatus status={exchange.status} />}
            <Text size="sm" c="dimmed" component="div">
              <Instant at={exchange.at} isExact /> · {texts.took(count(exchange.tookMs))}
            </Text>
          </Group>
          <Code block className={classes.wrapped}>
            {[exchange.request, exchange.response ?? exchange.fault].filter(Boolean).join('\n\n')}
          </Code>
        </Paper>
      ))}
    </Stack>
  )
}

function Close({ supplier, purchase }: Props) {
  const can = useCan()
  if (purchase.fault === undefined || !can('closeSupplierPurchase')) return null
  const { purchaseId } = purchase
  const shared = {
    operation: 'closeSupplierPurchase',
    isPrimary: true,
    done: () => texts.closed,
    send: (body: Readonly<Record<string, unknown>>, key: string) =>
      call('closeSupplierPurchase', {
        path: { supplier, purchaseId },
        body: closingOf(body),
        key,
      }),
  } as const
  if (hasEnded(purchase)) {
    return (
      <Act
        {...shared}
        label={texts.seen}
        text={texts.seenText}
        fixed={{ outcome: 'bought' }}
        fields={[REASON]}
      />
    )
  }
  return (
    <Act
      {...shared}
      label={texts.close}
      text={texts.closeText(purchase.reference, supplier)}
      fields={closingFields}
      submitLabel={({ outcome }) => SUBMIT_LABELS[String(outcome)]}
    />
  )
}

function isAhead(instant: string | undefined): boolean {
  return instant !== undefined && Date.parse(instant) > Date.now()
}

/** By outcome. Until one is chosen, the button names the act. */
const SUBMIT_LABELS: Readonly<Record<string, string>> = {
  bought: texts.boughtSubmit,
  notBought: texts.notBoughtSubmit,
}

function closingFields(values: Values): readonly Field[] {
  const outcome: Field = {
    name: 'outcome',
    label: texts.outcome,
    kind: 'choice',
    choices: texts.outcomes,
  }
  if (values['outcome'] !== 'bought') return [outcome, REASON]
  return [
    outcome,
    { name: 'units', label: texts.codes, kind: 'lines', help: texts.codesHelp, isOptional: true },
    { name: 'pins', label: texts.pins, kind: 'lines', help: texts.pinsHelp, isOptional: true },
    { name: 'lastDay', label: texts.lastDay, help: texts.lastDayHelp, isOptional: true },
    { name: 'supplierOrderId', label: texts.orderThere, isOptional: true },
    { name: 'cost.currency', label: texts.costCurrency, isOptional: true },
    { name: 'cost.amount', label: texts.costTaken, kind: 'price', isOptional: true },
    REASON,
  ]
}

type Closing = Input<'closeSupplierPurchase'>['body']

/** Returns the body to send. Throws if some codes would get no PIN, or that of another code. */
function closingOf({
  units,
  pins,
  lastDay: expiresAt,
  ...body
}: Readonly<Record<string, unknown>>): Closing {
  const codes = linesOf(units)
  const codePins = linesOf(pins)
  if (codePins.length > 0 && codePins.length !== codes.length) {
    throw new Error(texts.pinsDiffer(count(codes.length), count(codePins.length)))
  }
  const boughtUnits = codes.map((giftCardNumber, at) => ({
    giftCardNumber,
    giftCardPin: codePins[at],
    expiresAt,
  }))
  return { ...body, ...(boughtUnits.length > 0 && { units: boughtUnits }) } as unknown as Closing
}

function linesOf(text: unknown): readonly string[] {
  if (typeof text !== 'string') return []
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
