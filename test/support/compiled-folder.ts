import { join } from 'node:path'

/** The folder of the compiled sources. It is beside `src`, so relative paths lead to one place. */
export const COMPILED = join(import.meta.dirname, '../../compiled')
