import { Refusal } from '../core/mod.ts'

/**
 * Whether a content type is one of these, and says nothing of another encoding than UTF-8, which is
 * what every body is read as. Many write utf8 for it, which the WHATWG takes as its name, too.
 */
export function isUtf8Of(wanted: readonly string[], contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  return (
    wanted.includes(type.trim()) &&
    parameters.every((one) => !/^\s*charset\s*=/.test(one) || /=\s*"?utf-?8"?\s*$/.test(one))
  )
}

/** Refuses unsupported_media_type where a body was compressed: all are read as they are sent. */
export function requireIdentity(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined) return
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.every((coding) => ['', 'identity'].includes(coding.trim()))) return
  const message = 'content-encoding must be identity: bodies are read as they are sent'
  throw new Refusal('unsupported_media_type', message, { acceptEncoding: 'identity' })
}
