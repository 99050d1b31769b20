import { parseExact, textAt } from './exact-json.ts'

/**
 * A webhook of a supplier, as it has arrived. Names of headers are in lower case. Its only effect
 * is an earlier look-up of the purchases that it names.
 */
export interface SupplierWebhook {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The secret of an account that signs the webhooks of its supplier. */
export const WEBHOOK_SECRET = 'Signs their webhooks to us; without it, none is accepted'

/** Returns the texts that a body has at these paths. */
export function textsIn(body: string, paths: readonly (readonly string[])[]): string[] {
  const json = parseExact(body)
  return paths.flatMap((path) => textAt(json, ...path) ?? [])
}
