import { Type } from 'typebox'
import { LANGUAGE_FALLBACK } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  createPartner,
  getPartner,
  listPartners,
  PARTNER_STATUSES,
  type Partner,
  updatePartner,
} from '../../partners/mod.ts'
import { created, ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  optionalFlag,
  optionalOneOf,
  optionalWords,
  optionalSort,
  pages,
} from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PARTNER_STATUS } from './meanings.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

const LegalShape = Type.Object(
  {
    name: Type.Optional(Text('Its name by law: at most 200 characters')),
    address: Type.Optional(Text('Its address, in one line of at most 400 characters')),
    registration: Type.Optional(Text('Its number in the register of companies')),
    taxId: Type.Optional(Text('Its tax number')),
  },
  {
    title: 'LegalIdentity',
    description: 'Legal identity of the partner, on statements and pro-formas',
  },
)

/** A partner as operators see it. */
const PartnerView = view<Partner>()(
  {
    partnerId: fields.partnerId,
    name: Text('The name of the partner: 1 to 200 characters'),
    status: choiceOf('The status of the partner', PARTNER_STATUS),
    rateLimit: Type.Unsafe<number | null>({
      description: 'Requests per second of each credential; 0 for no limit, null for the default',
      type: ['integer', 'null'],
    }),
    mailLanguage: Type.String({ description: 'The language of mails to its consumers' }),
    walletSpending: [
      Type.Optional(YesOrNo('True if owners of its STANDARD wallets may spend them')),
      (partner) => partner.walletSpending || undefined,
    ],
    walletSpendingStopped: [
      Type.Optional(YesOrNo('True if an owner of the partner has turned wallet spending off')),
      (partner) => partner.walletSpendingStopped || undefined,
    ],
    walletSignIn: [
      Type.Optional(YesOrNo('True if its people sign in to their wallets by a mailed code')),
      (partner) => partner.walletSignIn || undefined,
    ],
    secondFactorRequired: [
      Type.Optional(
        YesOrNo('True if an owner of the partner requires a second factor of all users'),
      ),
      (partner) => partner.secondFactorRequired || undefined,
    ],
    legal: Type.Optional(LegalShape),
    testOf: Type.Optional(Whole('The partner whose test credentials this one has')),
    createdAt: fields.createdAt,
  },
  { title: 'Partner' },
)

const createPartnerRoute = operatorRoute('POST /admin/v1/partners', {
  permission: 'partners:write',
  operationId: 'createPartner',
  success: [201],
  refuses: ['numbers_exhausted'],
  summary: 'Creates a partner',
  body: Type.Object({ name: Text('The name of the partner: 1 to 200 characters') }),
  response: Type.Object({ data: PartnerView.schema }),
  async handle({ body, actor }, { db, clock }) {
    const input = { name: body.name, actor }
    const partner = await transact(db, (tx) => createPartner(tx, clock, input))
    return created({ data: PartnerView.body(partner) })
  },
  async recall({ body }, { db }, target) {
    const partner = await getPartner(db, Number(target.replace('partner:', '')))
    const name = body.name.trim()
    const untouched = {
      status: 'ACTIVE',
      rateLimit: null,
      mailLanguage: LANGUAGE_FALLBACK,
      walletSpending: false,
      walletSpendingStopped: false,
      walletSignIn: false,
      secondFactorRequired: false,
      legal: undefined,
    } as const
    return created({ data: PartnerView.body({ ...partner, name, ...untouched }) })
  },
})

const listPartnersRoute = operatorRoute('GET /admin/v1/partners', {
  permission: 'partners:read',
  operationId: 'listPartners',
  summary: 'Lists the partners, oldest first',
  query: {
    name: optionalWords(),
    status: optionalOneOf(PARTNER_STATUSES),
    test: optionalFlag(),
    sort: optionalSort(listPartners.sorts),
    ...pages,
  },
  response: PagedOf(PartnerView.schema),
  async handle({ query: { test, ...query } }, { db }) {
    const { rows, total } = await listPartners(db, { ...query, isTest: test })
    return ok(paged(rows.map(PartnerView.body), { ...query, totalRecords: total }))
  },
})

const getPartnerRoute = operatorRoute('GET /admin/v1/partners/{partnerId}', {
  permission: 'partners:read',
  operationId: 'getPartner',
  summary: 'Returns a partner',
  response: Type.Object({ data: PartnerView.schema }),
  async handle({ params }, { db }) {
    return ok({ data: PartnerView.body(await getPartner(db, Number(params.partnerId))) })
  },
})

const PartnerChange = Type.Object(
  {
    name: Type.Optional(Text('The name of the partner: 1 to 200 characters')),
    status: Type.Optional(choiceOf('The status of the partner', PARTNER_STATUS)),
    rateLimit: Type.Optional(
      Type.Unsafe<number | null>({
        description: 'Requests per second of each credential; 0 for no limit, null for the default',
        type: ['integer', 'null'],
      }),
    ),
    mailLanguage: Type.Optional(
      Text('The language of mails to its consumers: a tag such as `de` or `pt-BR`'),
    ),
    walletSpending: Type.Optional(
      Type.Boolean({ description: 'True if owners of its STANDARD wallets may spend them' }),
    ),
    walletSignIn: Type.Optional(
      Type.Boolean({
        description:
          'True if people sign in to their wallets by a mailed code. Mails of credits link to it',
      }),
    ),
    legal: Type.Optional(
      Type.Object(LegalShape.properties, {
        title: 'LegalIdentity',
        description:
          'Legal identity of the partner, on statements and pro-formas; replaces the earlier one',
      }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'PartnerChange' },
)

const updatePartnerRoute = operatorRoute('PATCH /admin/v1/partners/{partnerId}', {
  permission: 'partners:write',
  approval: 'limits',
  operationId: 'updatePartner',
  summary:
    'Changes a partner: its name, status, rate limit, language, legal identity or wallet rules',
  description: 'A null rate limit means the default.',
  body: PartnerChange,
  response: Type.Object({ data: PartnerView.schema }),
  async handle({ params, body, actor }, { db, clock, credentials }) {
    const partnerId = Number(params.partnerId)
    const partner = await transact(db, (tx) =>
      updatePartner(tx, clock, partnerId, { ...body, actor }),
    )
    credentials.forget()
    return ok({ data: PartnerView.body(partner) })
  },
})

export const partnerRoutes = [
  createPartnerRoute,
  listPartnersRoute,
  getPartnerRoute,
  updatePartnerRoute,
]
