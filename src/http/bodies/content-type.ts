import { Refusal } from '../../core/mod.ts'

/**
 * True if the content type is one of `accepted` and names no encoding but UTF-8. Many clients write
 * `utf8`, which the WHATWG accepts too.
 */
export function isUtf8Of(accepted: readonly string[], contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  return (
    accepted.includes(type.trim()) &&
    parameters.every((one) => !/^\s*charset\s*=/.test(one) || /=\s*"?utf-?8"?\s*$/.test(one))
  )
}

/** Refuses unsupported_media_type for a compressed body. */
export function requireIdentity(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined) return
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.every((coding) => ['', 'identity'].includes(coding.trim()))) return
  const message = 'content-encoding must be identity: bodies are read as they are sent'
  throw new Refusal('unsupported_media_type', message, { acceptEncoding: 'identity' })
}
