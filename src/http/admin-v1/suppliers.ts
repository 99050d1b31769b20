import { Type } from 'typebox'
import { routesOf } from '../../catalog/mod.ts'
import {
  type AccountView,
  accountText,
  ADAPTERS,
  type CatalogState,
  ENVIRONMENTS,
  getAccount,
  listAccounts,
  mirrorNow,
  parseAccountText,
  registerAccount,
  updateAccount,
} from '../../connectors/mod.ts'
import { findStoredCurrency, wireAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { created, ok, optionalTime, sortedPageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { SUPPLIER_ENVIRONMENT } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { listAdaptersRoute } from './supplier-adapters.ts'
import { view } from '../shapes/view.ts'

const LowFloat = Type.Object(
  {
    amount: Decimal('Funds below this raise an alert, in major units of `currency`'),
    currency: fields.currency,
  },
  { description: 'The funds below which an alert is raised' },
)

const texts = (description: string) => Type.Record(Type.String(), Type.String(), { description })

const Secrets = texts('By name, as `GET /admin/v1/supplier-adapters` lists them; never shown again')
const Settings = texts('By name, as `GET /admin/v1/supplier-adapters` lists them')

const PotView = view<AccountView['pots'][number]>()({
  pot: [
    Type.Optional(Text('Its name, if there are several for a currency')),
    (one) => one.pot || undefined,
  ],
  currency: fields.currency,
  funds: Text('Balance, as exact decimal text in major units of `currency`'),
  daysLeft: Type.Optional(
    Whole('Number of days for which it lasts at the pace of the last seven days'),
  ),
  seenAt: Instant('When it was last read there'),
})

const CatalogStateView = view<CatalogState>()(
  {
    listings: Whole('Number of listings that we have of it'),
    unread: Whole('Number of listings of the last reading that could not be understood'),
    readAt: Type.Optional(Instant('When it was last read whole')),
    lastFault: Type.Optional(Text('Why the last reading failed')),
    lastFaultAt: Type.Optional(Instant('When the last reading failed')),
  },
  { description: 'What we know of its catalog' },
)

/** Our account at a supplier, without secrets. */
const SupplierView = view<AccountView>()(
  {
    supplier: [Text('Identifies our account there, such as `reloadly:main`'), accountText],
    adapter: Text("Adapter of the supplier's interface"),
    name: Text('Our name of the account'),
    environment: oneOf('Environment of the supplier', SUPPLIER_ENVIRONMENT),
    baseUrl: Type.Optional(Text("The address that is used in place of the supplier's own")),
    settings: [Settings, (one) => textsOf(one.settings)],
    active: YesOrNo('False stops buying there'),
    lowFloat: [Type.Optional(LowFloat), lowFloatOf],
    pots: [
      Type.Array(PotView.schema, { description: 'Our prepaid funds there' }),
      (one) => one.pots.map(PotView.body),
    ],
    unclearPurchases: Whole('Purchases whose outcome only a person can report'),
    answers: [
      YesOrNo('True if it responded when its funds were last read'),
      (one) => one.answeredAt !== undefined && one.answeredAt > (one.faultedAt ?? -Infinity),
    ],
    answeredAt: Type.Optional(Instant('When its funds were last read')),
    lastFault: Type.Optional(fields.lastFault),
    lastFaultAt: [Type.Optional(fields.lastFaultAt), (one) => optionalTime(one.faultedAt)],
    catalog: [
      Type.Optional(CatalogStateView.schema),
      ({ catalog }) => catalog && CatalogStateView.body(catalog),
    ],
    createdAt: fields.createdAt,
  },
  { title: 'Supplier' },
)

function lowFloatOf({ lowFloat }: AccountView) {
  const currency = lowFloat && findStoredCurrency(lowFloat.currency)
  return currency && { amount: wireAmount(lowFloat.minor, currency), currency: currency.code }
}

function textsOf(values: AccountView['settings']): Record<string, string> {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.filter((one): one is [string, string] => one[1] !== undefined))
}

const NewSupplier = Type.Object(
  {
    adapter: Text(`Which interface the supplier has: ${Object.keys(ADAPTERS).join(', ')}`),
    name: Text('Our name of the account: 1 to 50 small letters, digits and dashes'),
    environment: Text(`Where it is: ${ENVIRONMENTS.join(' or ')}`),
    baseUrl: Type.Optional(Text("An address in place of the supplier's own, as of a stand-in")),
    secrets: Secrets,
    settings: Type.Optional(Settings),
    lowFloat: Type.Optional(LowFloat),
    reason: Type.Optional(Reason),
  },
  { title: 'NewSupplier' },
)

const SupplierChange = Type.Object(
  {
    secrets: Type.Optional(Secrets),
    settings: Type.Optional(Settings),
    lowFloat: Type.Optional(
      Type.Union([LowFloat, Type.Null()], {
        description: 'The funds below which an alert is raised; null for none',
      }),
    ),
    active: Type.Optional(YesOrNo('False stops buying there; what is under way ends normally')),
    reason: Type.Optional(Reason),
  },
  { title: 'SupplierChange' },
)

const createSupplierRoute = operatorRoute('POST /admin/v1/suppliers', {
  permission: 'upstreams:write',
  approval: 'upstreams',
  operationId: 'createSupplier',
  success: [201],
  refuses: ['state_conflict', 'numbers_exhausted'],
  summary: 'Registers our account at a supplier that has an interface of its own',
  description: 'Products buy there with the supplier of its adapter and `settings.account`.',
  body: NewSupplier,
  response: Type.Object({ data: SupplierView.schema }),
  async handle({ body, actor }, { db, vault, clock }) {
    const { reason, ...input } = body
    const act = { actor, reason, at: clock.now() }
    const owner = { vault, adapters: ADAPTERS }
    const account = await transact(db, (tx) => registerAccount(tx, owner, { input, act }))
    return created({ data: SupplierView.body({ ...account, pots: [], unclearPurchases: 0 }) })
  },
})

const listSuppliersRoute = operatorRoute('GET /admin/v1/suppliers', {
  permission: 'upstreams:read',
  operationId: 'listSuppliers',
  summary: 'Lists our accounts at suppliers, with their funds and purchases that wait for a person',
  query: {
    sort: optionalSort(['supplier', 'unclearPurchases', 'environment', 'answeredAt']),
    ...pages,
  },
  response: PagedOf(SupplierView.schema),
  async handle({ query }, { db, clock }) {
    return ok(sortedPageOf(await listAccounts(db, clock.now()), query, SupplierView.body))
  },
})

const getSupplierRoute = operatorRoute('GET /admin/v1/suppliers/{supplier}', {
  permission: 'upstreams:read',
  operationId: 'getSupplier',
  summary: 'Returns our account at a supplier',
  response: Type.Object({ data: SupplierView.schema }),
  async handle({ params }, { db, clock }) {
    const name = parseAccountText(params.supplier)
    return ok({ data: SupplierView.body(await getAccount(db, name, clock.now())) })
  },
})

const updateSupplierRoute = operatorRoute('PATCH /admin/v1/suppliers/{supplier}', {
  permission: 'upstreams:write',
  approval: 'upstreams',
  operationId: 'updateSupplier',
  refuses: ['state_conflict'],
  summary: 'Changes secrets, settings, the threshold of the funds, or whether we buy there',
  body: SupplierChange,
  response: Type.Object({ data: SupplierView.schema }),
  async handle({ params, body, actor }, { db, vault, clock }) {
    const { reason, ...change } = body
    const name = parseAccountText(params.supplier)
    const act = { actor, reason, at: clock.now() }
    const owner = { vault, adapters: ADAPTERS }
    await transact(db, (tx) => updateAccount(tx, owner, { name, change, act }))
    return ok({ data: SupplierView.body(await getAccount(db, name, clock.now())) })
  },
})

const mirrorNowRoute = operatorRoute('POST /admin/v1/suppliers/{supplier}/mirror', {
  permission: 'upstreams:write',
  operationId: 'mirrorSupplier',
  summary: 'Reads the catalog of a supplier at once, rather than at the daily time',
  description: 'Responds before it is read. Many suppliers want it to be read once a day only.',
  body: Type.Object({ reason: Type.Optional(Reason) }),
  response: Type.Object({ data: SupplierView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const name = parseAccountText(params.supplier)
    await transact(db, (tx) => mirrorNow(tx, name, { actor, reason, at: clock.now() }))
    return ok({ data: SupplierView.body(await getAccount(db, name, clock.now())) })
  },
})

const SuppliedProduct = Type.Object(
  {
    productId: fields.productId,
    brand: fields.brand,
    currency: fields.currency,
    active: fields.active,
    step: Whole('Its place among the suppliers of the product, from 1: they are asked in order'),
    settings: Type.Unknown({ description: 'Settings of the product at this supplier' }),
  },
  { title: 'SuppliedProduct' },
)

const listSupplierProductsRoute = operatorRoute('GET /admin/v1/suppliers/{supplier}/products', {
  permission: 'upstreams:read',
  operationId: 'listSupplierProducts',
  summary: 'Lists our products that buy at a supplier, with their settings there',
  query: { sort: optionalSort(['productId', 'active', 'step']), ...pages },
  response: PagedOf(SuppliedProduct),
  async handle({ params, query }, { db, clock, catalog, suppliers }) {
    const name = parseAccountText(params.supplier)
    await getAccount(db, name, clock.now())
    const { products } = await catalog.asOf(db)
    const supplied = [...products.values()].flatMap((product) => {
      const { productId, brand, currency, active } = product
      return routesOf(product).flatMap((route, at) => {
        if (route.supplier !== name.adapter || suppliers.accountOf(route) !== name.name) return []
        const { account: _, ...settings } = route.settings
        return [{ productId, brand, currency: currency.code, active, step: at + 1, settings }]
      })
    })
    return ok(sortedPageOf(supplied, query, (one) => one))
  },
})

export const supplierRoutes = [
  createSupplierRoute,
  listSuppliersRoute,
  getSupplierRoute,
  updateSupplierRoute,
  mirrorNowRoute,
  listSupplierProductsRoute,
  listAdaptersRoute,
]
