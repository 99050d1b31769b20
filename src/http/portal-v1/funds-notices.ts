import { Type } from 'typebox'
import { Refusal, readAmount, readCurrency } from '../../core/mod.ts'
import { transact, type Db } from '../../db/mod.ts'
import { lockUser } from '../../identity/mod.ts'
import { changeFundsNotices, listFundsNotices, type FundsNotices } from '../../partners/mod.ts'
import { deliveryOf } from '../users/link-delivery.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal, Instant, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { codeOf, optionalAmountOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

const BELOW = 'The amount below which the user is mailed, in major units'
const BELOW_DAYS = 'The user is mailed if the funds last for fewer days, at the pace of a week'
const ON_DEPOSIT = 'True if the user is mailed of the next deposit'

const NoticesView = view<FundsNotices>()(
  {
    currency: [fields.currency, codeOf],
    below: [Type.Optional(Decimal(BELOW)), optionalAmountOf('belowMinor')],
    belowDays: Type.Optional(Whole(BELOW_DAYS)),
    lowSince: Type.Optional(Instant('When the funds were first seen to be low')),
    onDeposit: YesOrNo(ON_DEPOSIT),
  },
  { title: 'FundsNotices' },
)

const NoticesShape = Type.Object({
  data: Type.Object(
    {
      hasMails: YesOrNo('True if the service has a mail server, without which nobody is mailed'),
      notices: Type.Array(NoticesView.schema, {
        description: 'Notices that the user has set, by currency',
      }),
    },
    { title: 'OwnFundsNotices' },
  ),
})

const getOwnNotices = portalRoute('GET /portal/v1/funds-notices', {
  permission: 'balance:read',
  operationId: 'getOwnFundsNotices',
  summary: 'Returns the notices about funds that the user gets by mail',
  description: 'Nothing for a test partner: play money is not watched.',
  response: NoticesShape,
  async handle({ homePartnerId: partnerId, isTest, actor }, { db, config }) {
    const userId = Number(actor.id)
    return ok({ data: await bodyOf(db, { config, isTest, partnerId, userId }) })
  },
})

const putOwnNotices = portalRoute('PUT /portal/v1/funds-notices', {
  permission: 'funds-notices:write',
  operationId: 'putOwnFundsNotices',
  refuses: ['state_conflict'],
  summary: 'Sets the notices about funds in a currency that the user gets by mail',
  description:
    'Fields that are left out stay; null ends a notice. Low funds cause one mail, and another ' +
    'one only after they were a tenth above the amount, or lasted two days longer. A deposit ' +
    'causes one mail, and ends `onDeposit`.',
  body: Type.Object(
    {
      currency: fields.currency,
      below: Type.Optional(
        Type.Unsafe<number | null>({ type: ['number', 'null'], description: BELOW }),
      ),
      belowDays: Type.Optional(
        Type.Unsafe<number | null>({ type: ['integer', 'null'], description: BELOW_DAYS }),
      ),
      onDeposit: Type.Optional(Type.Boolean({ description: ON_DEPOSIT })),
    },
    { title: 'NewFundsNotices' },
  ),
  response: NoticesShape,
  async handle({ homePartnerId: partnerId, isTest, actor, body }, context) {
    const { db, clock, config } = context
    if (isTest) throw new Refusal('state_conflict', 'play money is not watched')
    deliveryOf(context, 'mail')
    const currency = readCurrency('currency', body.currency)
    const { below, belowDays, onDeposit } = body
    const belowMinor = typeof below === 'number' ? readAmount('below', below, { currency }) : below
    const userId = Number(actor.id)
    const notice = { partnerId, userId, currency, portalUrl: context.baseUrl() }
    const change = { ...notice, belowMinor, belowDays, onDeposit, actor, at: clock.now() }
    await transact(db, async (tx) => {
      await lockUser(tx, userId)
      await changeFundsNotices(tx, change)
    })
    return ok({ data: await bodyOf(db, { config, isTest, partnerId, userId }) })
  },
})

interface NoticesContext {
  readonly config: { readonly smtpUrl?: string | undefined }
  readonly isTest: boolean
  readonly partnerId: number
  readonly userId: number
}

async function bodyOf(db: Db, { config, isTest, ...person }: NoticesContext) {
  const notices = isTest ? [] : await listFundsNotices(db, person)
  return { hasMails: config.smtpUrl !== undefined, notices: notices.map(NoticesView.body) }
}

export const ownFundsNoticeRoutes: readonly Route[] = [getOwnNotices, putOwnNotices]
