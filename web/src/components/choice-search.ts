import { lazyPart } from './lazy-part.ts'

/** Loaded only if there are too many choices to list, because it is large. */
export const FoundChoice = lazyPart(() => import('./found-choice.tsx'), 'FoundChoice')
