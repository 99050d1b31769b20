import type { Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { PartnerPermission } from '../identity/mod.ts'
import { findTestPartner, getPartner } from '../partners/mod.ts'

/** With the value `test`, a user of a partner works on its test partner. */
export const MODE_HEADER = 'x-tessera-mode'

/** The partner that a user of the portal works on, and the permissions of the user there. */
export interface VisitedPartner {
  readonly partnerId: number
  /** The partner of the user, which differs from `partnerId` in test mode. */
  readonly homePartnerId: number
  readonly isTest: boolean
  readonly permissions: ReadonlySet<PartnerPermission>
  /** Who acts, for the audit log. */
  readonly actor: Actor
}

/**
 * Returns the partner of a user, or its test partner. Refuses permission_missing if the partner is
 * suspended, and not_found if it has no test partner.
 */
export async function visitedPartner(
  db: Db,
  { partnerId, isTest }: { readonly partnerId: number; readonly isTest: boolean },
): Promise<Omit<VisitedPartner, 'permissions' | 'actor'>> {
  const partner = await getPartner(db, partnerId)
  if (partner.status !== 'ACTIVE') {
    throw new Refusal('permission_missing', 'the partner is suspended; ask the operator')
  }
  if (!isTest || partner.testOf !== undefined) {
    return { partnerId, homePartnerId: partnerId, isTest: partner.testOf !== undefined }
  }
  const test = await findTestPartner(db, partnerId)
  if (test) return { partnerId: test.partnerId, homePartnerId: partnerId, isTest: true }
  throw new Refusal('not_found', 'there is no test partner yet; issue a test credential first')
}
