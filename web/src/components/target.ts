import { createContext, type ReactNode } from 'react'

/** The target of an act, as its dialog names it: the row of a list, or the subject of a page. */
export const Target = createContext<ReactNode>(undefined)
