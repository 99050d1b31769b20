import { sourceFiles } from '../architecture/sources.ts'

/**
 * The routes with a case, read from the text of the files, because loading one needs PostgreSQL.
 */
export const CASE_ROUTES = sourceFiles('test/operator')
  .filter(({ path }) => path.endsWith('.case.ts'))
  .flatMap(({ text }) => text.match(/(?<=^ {2}')[A-Z]+ \/[^']+(?=':)/gm) ?? [])
