import type { Choice } from './filters.tsx'
import { lazyPart } from './lazy-part.ts'

/** Finds what to choose by a part of its name, where there are too many to list. */
export interface ChoiceSearch {
  /** Names what is found, for the cache. */
  readonly of: string
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>
  /** Returns what a value is called that was not found here, such as one of the address. */
  labelOf(value: string): string
}

/** Loaded where there are so many: it is large. */
export const FoundChoice = lazyPart(() => import('./found-choice.tsx'), 'FoundChoice')
