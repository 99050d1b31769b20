import { isUuid, notFound } from '../core/mod.ts'

const PREFIX = 'drf_'

/** Returns the id of a draft as people see it. */
export function formatDraftId(draftId: string): string {
  return PREFIX + draftId
}

/** Returns the key of a draft from the id that people see. Refuses not_found. */
export function draftKey(id: string): string {
  const key = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : ''
  if (!isUuid(key)) throw notFound('draft')
  return key
}
