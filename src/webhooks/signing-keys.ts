import type { Vault } from '../vault/mod.ts'
import type { SecretsRow } from './endpoint-rows.ts'
import { openSecret } from './endpoint-secret.ts'

/** An endpoint with its sealed secrets. */
export type SealedTarget = SecretsRow & {
  readonly partner_id: number
  readonly endpoint_id: bigint
}

export async function prepareSecrets(vault: Vault, rows: readonly SecretsRow[]): Promise<void> {
  await vault.prepare(
    rows.flatMap((row) => [row.secret_sealed, row.previous_secret_sealed ?? []].flat()),
  )
}

/** Returns the keys that messages are signed with at an instant: two during a rotation. */
export function openSecrets(vault: Vault, target: SealedTarget, now: number): Buffer[] {
  const name = { partnerId: target.partner_id, endpointId: Number(target.endpoint_id) }
  const { secret_sealed: sealed, previous_secret_sealed: previous } = target
  const until = target.previous_secret_until?.getTime() ?? 0
  const keys = [openSecret(vault, name, sealed)]
  if (previous && until > now) keys.push(openSecret(vault, name, previous))
  return keys
}
