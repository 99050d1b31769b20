import { Type } from 'typebox'
import { isoTime, isUuid, Refusal } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  findVerification,
  listVerifications,
  stateOf,
  type VerificationRow,
} from '../../ledger/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { accepted, ok, optionalTime, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { DifferenceShape } from './verify-ledger.ts'

/** `balanced` and `differences` are those of a verification that is DONE. */
const VerificationShape = Type.Object({
  verificationId: Type.String(),
  actor: Type.String(),
  fromCheckpoint: Type.Boolean(),
  state: Type.String(),
  startedAt: Type.String(),
  finishedAt: Type.Optional(Type.String()),
  phase: Type.String(),
  partners: Type.Integer(),
  partnersTotal: Type.Integer(),
  accounts: Type.Integer(),
  transfers: Type.Integer(),
  balanced: Type.Optional(Type.Boolean()),
  differences: Type.Optional(Type.Array(DifferenceShape)),
})

/**
 * Starts a verification and responds at once; its progress is read by its id. One runs at a time
 * over all processes: 409 names the one that does.
 */
export const startVerificationRoute = operatorRoute('POST /admin/v1/ledger/verifications', {
  body: Type.Object({ fromCheckpoint: Type.Optional(Type.Boolean()) }),
  isBodyOptional: true,
  answer: Type.Object({ data: VerificationShape }),
  async handle({ body, actor }, { db, clock, verifications }) {
    const fromCheckpoint = body.fromCheckpoint ?? false
    const begun = await transact(db, async (tx) => {
      const row = await verifications.begin(tx, { actor, fromCheckpoint })
      const target = `verification:${row.verification_id}`
      const after = { fromCheckpoint }
      recordAudit(tx, { actor, action: 'ledger.verify', target, after, at: clock.now() })
      return row
    })
    verifications.run(begun)
    return accepted({ data: verificationOf(begun, clock.now()) })
  },
})

/** All verifications, newest first. */
export const listVerificationsRoute = operatorRoute('GET /admin/v1/ledger/verifications', {
  query: pages,
  answer: PagedOf(VerificationShape),
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

/** One verification: how far it is, and when it is DONE, what it found. */
export const getVerificationRoute = operatorRoute(
  'GET /admin/v1/ledger/verifications/{verificationId}',
  {
    answer: Type.Object({ data: VerificationShape }),
    async handle({ params: { verificationId } }, { db, clock }) {
      if (!isUuid(verificationId)) throw new Refusal('not_found', 'no such verification')
      return ok({ data: verificationOf(await findVerification(db, verificationId), clock.now()) })
    },
  },
)

function verificationOf(row: VerificationRow, nowMs: number) {
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
