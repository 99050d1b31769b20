import { createContext } from 'react'

/**
 * True in a row of a list. A key of the row copies its ids: their buttons are no tab stops. Times
 * leave out the zone.
 */
export const InRow = createContext(false)
