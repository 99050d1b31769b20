import { createContext } from 'react'

/**
 * What a row belongs to, if anything. Its times leave out the zone. In a list, a key of the row
 * copies its ids, so their buttons are not tab stops.
 */
export const InRow = createContext<'list' | 'table' | undefined>(undefined)
