import { createContext } from 'react'

/** True in the rows of a list, which copy ids by a key: their buttons are no tab stops. */
export const InRow = createContext(false)
