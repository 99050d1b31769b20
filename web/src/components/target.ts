import { createContext, type ReactNode } from 'react'

/** What an act is done to, as its dialog names it: the row of a list, or what a page is about. */
export const Target = createContext<ReactNode>(undefined)
