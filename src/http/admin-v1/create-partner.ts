import { Type } from 'typebox'
import { invalidFields } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import { createPartner, createPartnerOnce } from '../../partners/mod.ts'
import { created, replayed } from '../answer.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { operatorRoute } from '../route.ts'
import { partnerOf, PartnerShape } from './partner.ts'

/** Makes a partner; with an Idempotency-Key one only, however often the request is sent. */
export const createPartnerRoute = operatorRoute('POST /admin/v1/partners', {
  body: Type.Object({ name: Type.String() }),
  answer: Type.Object({ data: PartnerShape }),
  async handle({ body, actor, headers }, { db, clock }) {
    const { value: key, fault } = readIdempotencyKey(headers['idempotency-key'])
    if (fault) throw invalidFields('invalid_request', [fault])
    const input = { name: body.name, actor }
    if (key === undefined) {
      const partner = await transact(db, (tx) => createPartner(tx, clock, input))
      return created({ data: partnerOf(partner) })
    }
    const creation = { key, fingerprint: fingerprintOf(body) }
    const { partner, isReplay } = await transact(db, (tx) =>
      createPartnerOnce(tx, clock, { ...input, creation }),
    )
    const answer = created({ data: partnerOf(partner) })
    return isReplay ? replayed(answer) : answer
  },
})
