import { Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type Entry, type Result } from '../api/client.ts'
import { faultInWords } from '../format/fault-words.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import type { BulkAct } from '../components/bulk-act.ts'
import { CodeText } from '../components/code-text.tsx'
import { List } from '../components/list.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { count, exact, percent, type Decimal } from '../format/format.ts'
import { compareDecimals } from '../format/compare-decimals.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { messages } from '../messages/messages.ts'
import { ProductLink } from './product-names.tsx'
import { isConnecting, refreshAfter } from './refresh-after.ts'

const PARENT = { label: systemTexts.suppliers.title, href: '/console/suppliers' }
const TYPES = ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT']
const STATUSES = ['WAITS', 'APPLIED', 'ACCEPTED', 'WITHDRAWN']
const WAITING = { status: 'WAITS' } as const
const ACCOUNTS_MAX = 500
const LONG_PAGE = { pageSize: '50' }

/** Shows the suppliers' listings that can be mapped, and the prices that changed. */
export function SupplierListingsPage() {
  const { data: waiting = [], isPending } = useQuery(
    queryOf('listSupplierPriceChanges', { query: { status: 'WAITS', pageSize: 1 } }),
  )
  const { accounts, isReading } = useAccounts()
  return (
    <Page title={texts.listings} text={texts.listingsAbout} parent={PARENT}>
      {isPending && <Loading lines={2} />}
      {waiting.length > 0 && <PriceChanges isWaiting />}
      <Title order={2} size="h4">
        {texts.allListings}
      </Title>
      {isReading && (
        <Text size="sm" c="dimmed" role="status">
          {texts.isMirrored}
        </Text>
      )}
      <List
        operation="listSupplierListings"
        fixed={LONG_PAGE}
        scope={{ name: 'listings', label: texts.listings }}
        filters={[
          { name: 'q', label: texts.search },
          { name: 'supplier', label: texts.supplier, choices: accounts },
          { name: 'brand', label: texts.brand },
          { name: 'country', label: texts.country },
          { name: 'currency', label: texts.currency },
          { name: 'productType', label: texts.type, choices: TYPES },
          { name: 'mapped', label: texts.mapped, choices: messages.list.yesNo },
        ]}
        columns={[
          // On a phone, only the first columns are in sight.
          { label: texts.listingName, field: 'name' },
          { label: texts.faceValues, cell: (listing) => facesOf(listing) },
          { label: texts.supplier, field: 'supplier' },
          { label: texts.brand, field: 'brand' },
          { label: texts.type, field: 'productType', shows: 'word' },
          {
            label: texts.countries,
            field: 'countries',
            cell: ({ countries }) => countries.join(' '),
          },
          {
            label: texts.discount,
            isNumber: true,
            field: 'discountPercent',
            cell: ({ discountPercent }) => percent(Number(discountPercent ?? 0)),
          },
          { label: texts.buyers, cell: (listing) => <Buyers listing={listing} /> },
          { label: texts.state, cell: (listing) => <ListingState listing={listing} /> },
        ]}
        bulk={[SELL_MANY]}
        keyOf={({ listingId }) => listingId}
        hrefOf={({ listingId }) => `/console/listings/${listingId}`}
        empty={texts.noListings}
      />
      <PriceChanges />
    </Page>
  )
}

/** Reads our accounts, and the listings again whenever the catalog of one was read at first. */
function useAccounts() {
  const queries = useQueryClient()
  const { data: suppliers = [] } = useQuery({
    queryKey: ['listSuppliers', 'names'],
    queryFn: ({ signal }) => call('listSuppliers', { query: { pageSize: ACCOUNTS_MAX }, signal }),
    refetchInterval: ({ state }) => refreshAfter(state.data ?? []),
  })
  const unreadCount = suppliers.filter(isConnecting).length
  useEffect(
    () => () => void queries.invalidateQueries({ queryKey: ['listSupplierListings'] }),
    [queries, unreadCount],
  )
  return { accounts: suppliers.map(({ supplier }) => supplier), isReading: unreadCount > 0 }
}

type Listing = Entry<'listSupplierListings'>

/** Creates a product for each selected listing that no product buys. */
const SELL_MANY: BulkAct<Listing> = {
  operation: 'createProductOfListing',
  label: texts.sellMany,
  text: texts.sellManyText,
  fields: [OPTIONAL_REASON],
  isFor: ({ products, onSale, goneAt }) => products.length === 0 && onSale && goneAt === undefined,
  nameOf: ({ name }) => name,
  noteOf: pictureFaultOf,
  inputOf: ({ listingId }) => ({ path: { listingId } }),
}

/** Returns why the product that was made of a listing has no picture. */
export function pictureFaultOf(response: unknown): string | undefined {
  const { pictureFault } = response as Result<'createProductOfListing'>
  return pictureFault === undefined
    ? undefined
    : texts.madeWithoutPicture(faultInWords(pictureFault))
}

/** Returns the face values of a listing, or its range, with their currency. */
export function facesOf(listing: Listing): string {
  const { faceValues, minFaceValue, maxFaceValue, currency } = listing
  const values = faceValues
    ? faceValues.map(shown).join(' · ')
    : `${shown(minFaceValue)} – ${shown(maxFaceValue)}`
  return `${values} ${currency}`
}

/** Returns a face value as pages show it, if there is one. */
function shown(faceValue: string | undefined): string {
  return faceValue === undefined ? '' : exact(faceValue as Decimal)
}

export function Buyers({ listing }: { readonly listing: Pick<Listing, 'products'> }) {
  return listing.products.map(({ productId, faceValue }) => (
    <div key={`${productId} ${faceValue ?? ''}`}>
      <ProductLink id={productId} /> {shown(faceValue)}
    </div>
  ))
}

export function ListingState({
  listing: { goneAt, onSale, waitingChangeId },
}: {
  readonly listing: Listing
}) {
  if (waitingChangeId !== undefined) return <StatusBadge status={texts.priceWaits} color="orange" />
  if (goneAt !== undefined) return <StatusBadge status={texts.gone} color="red" />
  return (
    <StatusBadge status={onSale ? texts.onSale : texts.offSale} color={onSale ? 'green' : 'gray'} />
  )
}

/** All changed prices, or those that wait for somebody. */
function PriceChanges({ isWaiting = false }: { readonly isWaiting?: boolean }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {isWaiting ? texts.waitingPrices : texts.priceChanges}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.priceChangesAbout}
      </Text>
      <List
        operation="listSupplierPriceChanges"
        {...(isWaiting
          ? { fixed: WAITING, scope: { name: 'waiting', label: texts.waitingPrices } }
          : {
              scope: { name: 'prices', label: texts.priceChanges },
              filters: [{ name: 'status', label: texts.state, choices: STATUSES }],
            })}
        columns={[
          // On a phone, only the first columns are in sight.
          {
            label: texts.brand,
            cell: ({ brand, listingId }) => (
              <Link to={`/console/listings/${listingId}`}>{brand}</Link>
            ),
          },
          {
            label: texts.before,
            isNumber: true,
            field: 'oldPercent',
            cell: (one) => percent(Number(one.oldPercent)),
          },
          {
            label: texts.after,
            isNumber: true,
            field: 'newPercent',
            cell: (one) => percent(Number(one.newPercent)),
          },
          {
            label: texts.acts,
            acts: ['acceptSupplierPriceChange'],
            cell: (change) => <Accept change={change} />,
          },
          { label: texts.supplier, field: 'supplier' },
          {
            label: texts.listing,
            field: 'listing',
            cell: ({ listing }) => <CodeText>{listing}</CodeText>,
          },
          { label: texts.state, field: 'status', shows: 'status' },
          { label: texts.seenAt, field: 'seenAt', shows: 'time' },
        ]}
        bulk={[ACCEPT_MANY]}
        keyOf={({ changeId }) => changeId}
        empty={texts.noPriceChanges}
      />
    </Stack>
  )
}

type PriceChange = Entry<'listSupplierPriceChanges'>

/** Accepts each price by a request of its own, so one that no longer waits is refused alone. */
const ACCEPT_MANY: BulkAct<PriceChange> = {
  operation: 'acceptSupplierPriceChange',
  label: texts.accept,
  text: texts.acceptManyText,
  fields: [OPTIONAL_REASON],
  isLeaving: true,
  isFor: ({ status }) => status === 'WAITS',
  outlook: outlookOf,
  nameOf: ({ brand, listing, oldPercent, newPercent }) =>
    texts.acceptName(`${brand}, ${listing}`, oldPercent, newPercent),
  inputOf: ({ changeId }) => ({ path: { changeId: Number(changeId) } }),
}

/** Returns a text about how many prices rise, and where the new discount is lowest. */
function outlookOf(changes: readonly PriceChange[]): string {
  const dearer = changes.filter((one) => compareDecimals(one.newPercent, one.oldPercent) < 0)
  const [least] = changes.toSorted((one, other) =>
    compareDecimals(one.newPercent, other.newPercent),
  )
  const suppliers = [...new Set(changes.map(({ supplier }) => supplier))].toSorted()
  return texts.acceptOutlook({
    dearer: count(dearer.length),
    cheaper: count(changes.length - dearer.length),
    suppliers: suppliers.join(', '),
    least: least ? `${least.brand} (${percent(Number(least.newPercent))})` : '',
  })
}

function Accept({ change }: { readonly change: PriceChange }) {
  const { changeId, listing, oldPercent, newPercent, status } = change
  if (status !== 'WAITS') return null
  return (
    <Act
      operation="acceptSupplierPriceChange"
      path={{ changeId: Number(changeId) }}
      label={texts.accept}
      text={texts.acceptText(listing, oldPercent, newPercent)}
      fields={[OPTIONAL_REASON]}
      done={() => texts.accepted}
    />
  )
}
