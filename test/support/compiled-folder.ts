import { join } from 'node:path'

/** Has the compiled sources, each as deep in the project as its source. */
export const COMPILED = join(import.meta.dirname, '../../compiled')
