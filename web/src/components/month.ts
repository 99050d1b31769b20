export const MONTH_LENGTH = 'YYYY-MM'.length

/** Returns the first instant of a month such as 2026-01 and of the next one, in UTC. */
export function boundsOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const start = (at: number): string => new Date(Date.UTC(year, at)).toISOString()
  return { from: start(number - 1), to: start(number) }
}
