import { join } from 'node:path'

/** The folder of the compiled sources, which stand as deep in the project as their sources. */
export const COMPILED = join(import.meta.dirname, '../../compiled')
