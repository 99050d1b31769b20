import { lazyPart } from './lazy-part.ts'

/** Loaded where there are so many: it is large. */
export const FoundChoice = lazyPart(() => import('./found-choice.tsx'), 'FoundChoice')
