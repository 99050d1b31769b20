import { Type } from 'typebox'
import {
  acceptPriceChange,
  accountText,
  listPriceChanges,
  parseAccountText,
  PRICE_CHANGE_STATUSES,
  type PriceChange,
} from '../../connectors/mod.ts'
import { isoTime } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { optionalOneOf, optionalText, pages } from '../query.ts'
import { ok, optionalTime, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { listingFields, PERCENT } from './listings.ts'
import { PRICE_CHANGE_STATUS } from './meanings.ts'
import { Reason } from './reason.ts'

const PriceChangeShape = Type.Object(
  {
    changeId: Text('Identifies the change'),
    listingId: listingFields.listingId,
    supplier: listingFields.supplier,
    listing: listingFields.listing,
    name: listingFields.name,
    brand: listingFields.brand,
    oldPercent: Text(`${PERCENT}, before`),
    newPercent: Text(`${PERCENT}, from then on`),
    status: oneOf('Whether it counts', PRICE_CHANGE_STATUS),
    seenAt: Instant('When the catalog had it first'),
    decidedAt: Type.Optional(Instant('When it was accepted or withdrawn')),
  },
  { title: 'SupplierPriceChange' },
)

function priceChangeOf(change: PriceChange) {
  const { changeId, account, oldPercent = '0', newPercent = '0', seenAt, decidedAt } = change
  const { listingId, listing, name, brand, status } = change
  return {
    changeId: String(changeId),
    listingId,
    supplier: accountText(account),
    listing,
    name,
    brand,
    oldPercent,
    newPercent,
    status,
    seenAt: isoTime(seenAt),
    decidedAt: optionalTime(decidedAt),
  }
}

const listPriceChangesRoute = operatorRoute('GET /admin/v1/supplier-price-changes', {
  permission: 'upstreams:read',
  operationId: 'listSupplierPriceChanges',
  refuses: ['not_found'],
  summary: 'Lists prices that suppliers have changed, newest first',
  query: {
    supplier: optionalText('One of our accounts, such as `reloadly:main`'),
    status: optionalOneOf(PRICE_CHANGE_STATUSES),
    ...pages,
  },
  response: PagedOf(PriceChangeShape),
  async handle({ query: { supplier, status, page, pageSize } }, { db }) {
    const account = supplier === undefined ? undefined : parseAccountText(supplier)
    const { rows, total } = await listPriceChanges(db, { account, status, page, pageSize })
    return ok(paged(rows.map(priceChangeOf), { page, pageSize, totalRecords: total }))
  },
})

const acceptPriceRoute = operatorRoute('POST /admin/v1/supplier-price-changes/{changeId}/accept', {
  permission: 'upstreams:write',
  operationId: 'acceptSupplierPriceChange',
  refuses: ['state_conflict'],
  summary: 'Puts a price that waits in force',
  body: Type.Object({ reason: Type.Optional(Reason) }),
  response: Type.Object({ data: PriceChangeShape }),
  async handle({ params: { changeId }, body: { reason }, actor }, { db, clock }) {
    const act = { actor, reason, at: clock.now() }
    const change = await transact(db, (tx) => acceptPriceChange(tx, { changeId, act }))
    return ok({ data: priceChangeOf(change) })
  },
})

export const supplierPriceRoutes = [listPriceChangesRoute, acceptPriceRoute]
