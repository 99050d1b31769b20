import type { Metadata } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import { lockTeamMonths, type NewDraft } from '../../orders/mod.ts'

/**
 * Returns the labels of a draft without the label of its maker's team: the service adds that label
 * when the draft is carried out. Refuses the label of another team, because the approver could not
 * correct it later.
 */
export async function draftLabels(
  tx: Tx,
  { partnerId, actor, at }: Pick<NewDraft, 'partnerId' | 'actor' | 'at'>,
  metadata: Metadata | undefined,
): Promise<Metadata | undefined> {
  if (metadata?.['team'] === undefined) return metadata
  const months = await lockTeamMonths(tx, { partnerId, userIds: [Number(actor.id)], at })
  return months.withoutTeam(actor, metadata)
}
