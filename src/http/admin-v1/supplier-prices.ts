import { Type } from 'typebox'
import {
  acceptPriceChange,
  accountText,
  listPriceChanges,
  parseAccountText,
  PRICE_CHANGE_STATUSES,
  type PriceChange,
  PRICE_CHANGE_SORTS,
} from '../../connectors/mod.ts'
import { transact } from '../../db/mod.ts'
import { optionalOneOf, optionalText, pages, optionalSort } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { ListingView, PERCENT } from './listings.ts'
import { PRICE_CHANGE_STATUS } from './meanings.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'

const LISTING = ListingView.schema.properties

const PriceChangeView = view<PriceChange>()(
  {
    changeId: [Text('Identifies the change'), (one) => String(one.changeId)],
    listingId: LISTING.listingId,
    supplier: [LISTING.supplier, (one) => accountText(one.account)],
    listing: LISTING.listing,
    name: LISTING.name,
    brand: LISTING.brand,
    oldPercent: [Text(`${PERCENT}, before`), (one) => one.oldPercent ?? '0'],
    newPercent: [Text(`${PERCENT}, from then on`), (one) => one.newPercent ?? '0'],
    status: oneOf('State of the change', PRICE_CHANGE_STATUS),
    seenAt: Instant('When the catalog had it first'),
    decidedAt: Type.Optional(Instant('When it was accepted or withdrawn')),
  },
  { title: 'SupplierPriceChange' },
)

const listPriceChangesRoute = operatorRoute('GET /admin/v1/supplier-price-changes', {
  permission: 'upstreams:read',
  operationId: 'listSupplierPriceChanges',
  refuses: ['not_found'],
  summary: 'Lists prices that suppliers have changed, newest first',
  query: {
    supplier: optionalText('One of our accounts, such as `reloadly:main`'),
    status: optionalOneOf(PRICE_CHANGE_STATUSES),
    sort: optionalSort(PRICE_CHANGE_SORTS),
    ...pages,
  },
  response: PagedOf(PriceChangeView.schema),
  async handle({ query: { supplier, status, ...page } }, { db }) {
    const account = supplier === undefined ? undefined : parseAccountText(supplier)
    const { rows, total } = await listPriceChanges(db, { account, status, ...page })
    return ok(paged(rows.map(PriceChangeView.body), { ...page, totalRecords: total }))
  },
})

const acceptPriceRoute = operatorRoute('POST /admin/v1/supplier-price-changes/{changeId}/accept', {
  permission: 'upstreams:write',
  approval: 'upstreams',
  operationId: 'acceptSupplierPriceChange',
  refuses: ['state_conflict'],
  summary: 'Puts a price that waits in force',
  body: Type.Object({ reason: Type.Optional(Reason) }),
  response: Type.Object({ data: PriceChangeView.schema }),
  async handle({ params: { changeId }, body: { reason }, actor }, { db, clock }) {
    const act = { actor, reason, at: clock.now() }
    const change = await transact(db, (tx) => acceptPriceChange(tx, { changeId, act }))
    return ok({ data: PriceChangeView.body(change) })
  },
})

export const supplierPriceRoutes = [listPriceChangesRoute, acceptPriceRoute]
