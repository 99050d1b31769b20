import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Entry, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { StockState } from '../components/stock-state.tsx'
import { count } from '../format/format.ts'
import { usePageParams } from '../components/use-page-params.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { AskOthers } from '../session/ask-others.tsx'
import { useCan } from '../session/session.ts'
import { ImportCodes } from './import-codes.tsx'
import { ProductActs } from './product-acts.tsx'
import { ProductContent } from './product-content.tsx'
import { ProductRouting, useHasStock } from './product-routing.tsx'
import { ProductSummary } from './product-summary.tsx'

const texts = stockTexts
const PARENT = { label: messages.catalog.title, href: '/console/catalog' }

/** A product: what can be ordered of it, its stock by face value, its lots, its imports. */
export function ProductPage() {
  const params = usePageParams('productId')
  const productId = Number(params.productId)
  const can = useCan()
  const hasStock = useHasStock(productId)
  const { data, error, refetch } = useQuery(queryOf('getStock', { path: { productId } }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data) return <Loading />
  // Codes that were bought for a cancelled order are stock, too.
  const faceValues = data.faceValues.filter((stock) => hasStock || hasCodes(stock))
  const showsStock = hasStock || faceValues.length > 0
  return (
    <Page
      title={data.brand}
      text={texts.product(productId)}
      parent={PARENT}
      acts={
        <>
          <ProductActs productId={productId} />
          {showsStock && can('changeStock') && <PolicyAct productId={productId} />}
        </>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      <ProductSummary productId={productId} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {faceValues.map((stock) => (
          <FaceValue key={stock.faceValue} stock={stock} currency={data.currency} />
        ))}
      </SimpleGrid>
      {hasStock && faceValues.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.empty}
        </Text>
      )}
      {hasStock && can('importCodes') && <ImportCodes productId={productId} />}
      {hasStock && <AskOthers operation="importCodes" act={texts.choose} />}
      {can('getProductRouting') && <ProductRouting productId={productId} />}
      {can('getProductContent') && <ProductContent productId={productId} />}
      {showsStock && can('listLots') && <Lots productId={productId} />}
      {hasStock && can('listImports') && <Imports productId={productId} />}
    </Page>
  )
}

type FaceValueStock = Result<'getStock'>['faceValues'][number]

interface FaceValueProps {
  readonly stock: FaceValueStock
  readonly currency: string
}

const COUNTS = [
  'expiringSoon',
  'reserved',
  'sold',
  'withheld',
  'expired',
  'quarantined',
  'recalled',
] as const

function hasCodes(stock: FaceValueStock): boolean {
  return stock.free > 0 || COUNTS.some((name) => stock[name] > 0)
}

/** The stock of one face value, and how long it lasts. Empty figures are left out. */
function FaceValue({ stock, currency }: FaceValueProps) {
  const { faceValue, free, daysLeft, dailySales } = stock
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Text fw={650}>
          <Money amount={faceValue} currency={currency} />
        </Text>
        <StockState stock={stock} />
      </Group>
      <Text size="xl" fw={650}>
        {texts.freeCodes(count(free))}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {daysLeft === null ? texts.noSales : texts.lasts(count(daysLeft), count(dailySales))}
      </Text>
      <Details of={COUNTS.map((name) => [texts[name], stock[name] > 0 && count(stock[name])])} />
    </Paper>
  )
}

function PolicyAct({ productId }: { readonly productId: number }) {
  return (
    <Act
      operation="changeStock"
      path={{ productId }}
      label={texts.threshold}
      text={texts.thresholdText}
      fields={[
        { name: 'lowStockThreshold', label: texts.thresholdField, kind: 'number' },
        OPTIONAL_REASON,
      ]}
    />
  )
}

function Lots({ productId }: { readonly productId: number }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.lots}
      </Title>
      <List
        operation="listLots"
        path={{ productId }}
        scope={{ name: 'lots', label: texts.lots }}
        filters={[
          { name: 'state', label: texts.state, choices: ['ON_SALE', 'QUARANTINED', 'RECALLED'] },
        ]}
        columns={[
          { label: texts.lot, field: 'lot', cell: ({ lot }) => <CodeText>{lot}</CodeText> },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.imported, field: 'imported', shows: 'count' },
          { label: texts.free, field: 'free', shows: 'count' },
          { label: texts.sold, field: 'taken', shows: 'count' },
          { label: texts.expires, field: 'expiresAt', shows: 'time' },
          { label: texts.lotCreated, isMinor: true, field: 'createdAt', shows: 'time' },
          {
            label: texts.acts,
            acts: ['listLotCosts', 'quarantineLot', 'releaseLot', 'recallLot'],
            cell: (lot) => <LotActs productId={productId} lot={lot} />,
          },
        ]}
        keyOf={({ lot }) => lot}
      />
    </Stack>
  )
}

interface LotProps {
  readonly productId: number
  readonly lot: Entry<'listLots'>
}

function LotActs({ productId, lot: { lot, state } }: LotProps) {
  const can = useCan()
  const path = { productId, lot }
  const is = state.toLowerCase()
  return (
    <Group gap={4} wrap="nowrap">
      {can('listLotCosts') && (
        <Link to={`/console/catalog/${productId}/lots/${encodeURIComponent(lot)}`}>
          {texts.costs}
        </Link>
      )}
      {is === 'on_sale' && can('quarantineLot') && (
        <Act
          operation="quarantineLot"
          path={path}
          label={texts.quarantine}
          text={texts.quarantineText}
          fields={[REASON]}
          isDangerous
          done={() => texts.quarantineDone(lot)}
          undo={() => call('releaseLot', { path, body: { reason: messages.act.undoReason } })}
        />
      )}
      {is === 'quarantined' && can('releaseLot') && (
        <Act operation="releaseLot" path={path} label={texts.release} fields={[REASON]} />
      )}
      {is !== 'recalled' && can('recallLot') && (
        <Act
          operation="recallLot"
          path={path}
          label={texts.recall}
          text={texts.recallText}
          fields={[REASON]}
          isDangerous
        />
      )}
    </Group>
  )
}

function Imports({ productId }: { readonly productId: number }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.imports}
      </Title>
      <List
        operation="listImports"
        path={{ productId }}
        scope={{ name: 'imports', label: texts.imports }}
        filters={[{ name: 'state', label: texts.state, choices: IMPORT_STATES }]}
        refreshEvery={IMPORTS_REFRESH_MS}
        columns={[
          { label: texts.importId, field: 'importId', shows: 'id' },
          { label: texts.state, field: 'state', shows: 'status' },
          { label: texts.lines, field: 'linesRead', shows: 'count' },
          { label: texts.imported, field: 'imported', shows: 'count' },
          { label: texts.duplicates, field: 'duplicates', shows: 'count' },
          { label: texts.rejected, field: 'rejectedCount', shows: 'count' },
          { label: texts.started, field: 'startedAt', shows: 'time' },
        ]}
        keyOf={({ importId }) => importId}
      />
    </Stack>
  )
}

const IMPORT_STATES = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED']
const IMPORTS_REFRESH_MS = 3_000
