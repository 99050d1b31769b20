import { Type } from 'typebox'
import { runExclusive, isoTime } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  findVerification,
  listVerifications,
  stateOf,
  type VerificationRow,
  verify,
} from '../../ledger/mod.ts'
import { recordAudit } from '../../audit/mod.ts'
import { accepted, ok, optionalTime, paged } from '../response.ts'
import { respondKeptAlive } from '../responses/keep-alive-response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { VERIFICATION_PHASE, VERIFICATION_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

/** Amounts are whole minor units as text, because a wrong value may not be a valid amount. */
const DifferenceShape = Type.Object(
  {
    partnerId: fields.partnerId,
    currency: fields.currency,
    account: Text('The account, such as `funds`'),
    field: Text('The field of the account or transfer that differs'),
    stored: Text('Stored value, in minor units'),
    recomputed: Text('Value recomputed from the transfers, in minor units'),
  },
  { title: 'Difference' },
)

const Verification = Type.Object(
  {
    balanced: YesOrNo('True if there is no difference'),
    partners: fields.partners,
    accounts: fields.accounts,
    transfers: Whole('Transfers that were checked so far'),
    differences: Type.Array(DifferenceShape, {
      description: 'Differences; empty if the books are right',
    }),
  },
  { title: 'NewVerification' },
)

const verifyLedgerRoute = operatorRoute('GET /admin/v1/ledger/verify', {
  permission: 'ledger:read',
  operationId: 'verifyLedger',
  summary:
    'Verifies the ledger: recomputes every balance, compares orders with it, and proves that no ' +
    'code is lost or issued twice',
  description:
    'Responds when it is done. For many transfers, use `POST ' +
    '/admin/v1/ledger/verifications`. A process runs one verification at a time, and stops it if ' +
    'the client disconnects.',
  response: Type.Object({ data: Verification }),
  handle(_call, { db, verifications }) {
    const closed = new AbortController()
    const options = { ...verifications.compared, signal: closed.signal }
    const work = runExclusive(db, async () => ({ data: await verify(db, options) }))
    return respondKeptAlive(work, () => closed.abort())
  },
})

interface DatedVerification extends VerificationRow {
  readonly nowMs: number
}

/** `balanced` and `differences` are present once `state` is DONE. */
export const VerificationView = view<DatedVerification>()(
  {
    verificationId: [Text('Identifies the verification'), (row) => row.verification_id],
    actor: fields.actor,
    fromCheckpoint: [fields.fromCheckpoint, (row) => row.from_checkpoint],
    state: [
      oneOf('The state of the verification', VERIFICATION_STATE),
      (row) => stateOf(row, row.nowMs),
    ],
    startedAt: [fields.startedAt, (row) => isoTime(row.started_at)],
    finishedAt: [
      Type.Optional(Instant('When it ended')),
      (row) => optionalTime(row.finished_at?.getTime()),
    ],
    phase: oneOf('Phase of the verification', VERIFICATION_PHASE),
    partners: [fields.partners, (row) => row.partners_checked],
    partnersTotal: [Whole('Partners whose books are to be checked'), (row) => row.partners_total],
    accounts: fields.accounts,
    transfers: Whole('Transfers that were checked so far'),
    balanced: [
      Type.Optional(YesOrNo('True if there is no difference; only when it is DONE')),
      (row) => {
        const found = differencesOf(row)
        return found && found.length === 0
      },
    ],
    differences: [
      Type.Optional(
        Type.Array(DifferenceShape, { description: 'Differences; only when it is DONE' }),
      ),
      differencesOf,
    ],
  },
  { title: 'Verification' },
)

function differencesOf({ differences }: VerificationRow) {
  return Array.isArray(differences) ? differences : undefined
}

const startVerificationRoute = operatorRoute('POST /admin/v1/ledger/verifications', {
  permission: 'ledger:verify',
  operationId: 'startVerification',
  success: [202],
  refuses: ['state_conflict'],
  summary: 'Starts a verification and responds at once',
  description: 'Only one runs at a time in all processes: a second start gets 409, which names it.',
  body: Type.Object({ fromCheckpoint: Type.Optional(fields.fromCheckpoint) }),
  isBodyOptional: true,
  response: Type.Object({ data: VerificationView.schema }),
  async handle({ body, actor }, { db, clock, verifications }) {
    const fromCheckpoint = body.fromCheckpoint ?? false
    const verification = await transact(db, async (tx) => {
      const row = await verifications.begin(tx, { actor: actor.name, fromCheckpoint })
      const target = `verification:${row.verification_id}`
      const after = { fromCheckpoint }
      recordAudit(tx, {
        actor,
        action: 'ledger.verify',
        valueOut: 'none',
        target,
        after,
        at: clock.now(),
      })
      return row
    })
    verifications.run(verification)
    return accepted({ data: VerificationView.body({ ...verification, nowMs: clock.now() }) })
  },
})

const listVerificationsRoute = operatorRoute('GET /admin/v1/ledger/verifications', {
  permission: 'ledger:read',
  operationId: 'listVerifications',
  summary: 'Lists the verifications, newest first',
  query: { sort: optionalSort(listVerifications.sorts), ...pages },
  response: PagedOf(VerificationView.schema),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listVerifications(db, query)
    const nowMs = clock.now()
    return ok(
      paged(
        rows.map((row) => VerificationView.body({ ...row, nowMs })),
        { ...query, totalRecords: total },
      ),
    )
  },
})

const getVerificationRoute = operatorRoute('GET /admin/v1/ledger/verifications/{verificationId}', {
  permission: 'ledger:read',
  operationId: 'getVerification',
  summary: 'Returns one verification: its progress, and what it found once it is DONE',
  response: Type.Object({ data: VerificationView.schema }),
  async handle({ params: { verificationId } }, { db, clock }) {
    const found = await findVerification(db, verificationId)
    return ok({ data: VerificationView.body({ ...found, nowMs: clock.now() }) })
  },
})

export const ledgerRoutes = [
  verifyLedgerRoute,
  startVerificationRoute,
  listVerificationsRoute,
  getVerificationRoute,
]
