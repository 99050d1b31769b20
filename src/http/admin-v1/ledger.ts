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
import { respondKeptAlive } from '../keep-alive-response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { VERIFICATION_PHASE, VERIFICATION_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

/** Amounts are whole minor units as text, because a wrong value may not be a valid amount. */
const DifferenceShape = Type.Object(
  {
    partnerId: fields.partnerId,
    currency: fields.currency,
    account: Text('The account, such as `funds`'),
    field: Text('The field of the account or transfer that differs'),
    stored: Text('What is stored, in minor units'),
    recomputed: Text('What the transfers add up to, in minor units'),
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
      description: 'What differs; empty if the books are right',
    }),
  },
  { title: 'NewVerification' },
)

const verifyLedgerRoute = operatorRoute('GET /admin/v1/ledger/verify', {
  permission: 'ledger:read',
  operationId: 'verifyLedger',
  summary:
    'Recomputes every balance from the transfers, compares orders with the ledger (held, ' +
    'charged, waiting for funds), and proves the stock: no code is lost, in two ranges, ' +
    'or issued twice',
  description:
    'Responds when it is done. For many transfers, use `POST ' +
    '/admin/v1/ledger/verifications`. A process verifies once at a time, and stops if the ' +
    'client disconnects.',
  response: Type.Object({ data: Verification }),
  handle(_call, { db, verifications }) {
    const gone = new AbortController()
    const options = { ...verifications.compared, signal: gone.signal }
    const work = runExclusive(db, async () => ({ data: await verify(db, options) }))
    return respondKeptAlive(work, () => gone.abort())
  },
})

/** `balanced` and `differences` are present once `state` is DONE. */
export const VerificationShape = Type.Object(
  {
    verificationId: Text('Identifies the verification'),
    actor: fields.actor,
    fromCheckpoint: fields.fromCheckpoint,
    state: oneOf('The state of the verification', VERIFICATION_STATE),
    startedAt: fields.startedAt,
    finishedAt: Type.Optional(Instant('When it ended')),
    phase: oneOf('What is checked now', VERIFICATION_PHASE),
    partners: fields.partners,
    partnersTotal: Whole('Partners whose books are to be checked'),
    accounts: fields.accounts,
    transfers: Whole('Transfers that were checked so far'),
    balanced: Type.Optional(YesOrNo('True if there is no difference; only when it is DONE')),
    differences: Type.Optional(
      Type.Array(DifferenceShape, { description: 'What differs; only when it is DONE' }),
    ),
  },
  { title: 'Verification' },
)

const startVerificationRoute = operatorRoute('POST /admin/v1/ledger/verifications', {
  permission: 'ledger:verify',
  operationId: 'startVerification',
  success: [202],
  refuses: ['state_conflict'],
  summary: 'Starts a verification and responds at once',
  description: 'Only one runs at a time over all processes: 409 names it.',
  body: Type.Object({ fromCheckpoint: Type.Optional(fields.fromCheckpoint) }),
  isBodyOptional: true,
  response: Type.Object({ data: VerificationShape }),
  async handle({ body, actor }, { db, clock, verifications }) {
    const fromCheckpoint = body.fromCheckpoint ?? false
    const begun = await transact(db, async (tx) => {
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
    verifications.run(begun)
    return accepted({ data: verificationOf(begun, clock.now()) })
  },
})

const listVerificationsRoute = operatorRoute('GET /admin/v1/ledger/verifications', {
  permission: 'ledger:read',
  operationId: 'listVerifications',
  summary: 'Lists the verifications, newest first',
  query: pages,
  response: PagedOf(VerificationShape),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listVerifications(db, query)
    const now = clock.now()
    return ok(
      paged(
        rows.map((row) => verificationOf(row, now)),
        { ...query, totalRecords: total },
      ),
    )
  },
})

const getVerificationRoute = operatorRoute('GET /admin/v1/ledger/verifications/{verificationId}', {
  permission: 'ledger:read',
  operationId: 'getVerification',
  summary: 'Returns one verification: its progress, and what it found once it is DONE',
  response: Type.Object({ data: VerificationShape }),
  async handle({ params: { verificationId } }, { db, clock }) {
    return ok({ data: verificationOf(await findVerification(db, verificationId), clock.now()) })
  },
})

export function verificationOf(row: VerificationRow, nowMs: number) {
  const differences = Array.isArray(row.differences) ? row.differences : undefined
  return {
    verificationId: row.verification_id,
    actor: row.actor,
    fromCheckpoint: row.from_checkpoint,
    state: stateOf(row, nowMs),
    startedAt: isoTime(row.started_at.getTime()),
    finishedAt: optionalTime(row.finished_at?.getTime()),
    phase: row.phase,
    partners: row.partners_checked,
    partnersTotal: row.partners_total,
    accounts: Number(row.accounts),
    transfers: Number(row.transfers),
    balanced: differences && differences.length === 0,
    differences,
  }
}

export const ledgerRoutes = [
  verifyLedgerRoute,
  startVerificationRoute,
  listVerificationsRoute,
  getVerificationRoute,
]
