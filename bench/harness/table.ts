import { holds, shown, type Goal, type Row } from './figure.ts'

const HEADER = [
  '#',
  'figure',
  'median',
  'min .. max',
  'pairs',
  'goal',
  '',
  'both sides',
  'CPU µs/op',
]

/** The rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = [HEADER, HEADER.map(() => '---'), ...rows.map(cellsOf)]
  const widths = HEADER.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  return cells
    .map((row) => `| ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join(' | ')} |`)
    .join('\n')
}

function pad(cell: string, width: number): string {
  return cell.padEnd(width, cell === '---' ? '-' : ' ')
}

function cellsOf({ id, title, spread, unit, runs, goal, sides, cpu }: Row): string[] {
  return [
    id,
    title,
    shown(spread.median, unit),
    `${shown(spread.min, '')} .. ${shown(spread.max, '')}`,
    String(runs),
    goal ? goalOf(goal, unit) : '',
    goal ? verdictOf(spread, goal) : '',
    sides,
    cpu,
  ]
}

function goalOf(goal: Goal, unit: string): string {
  return 'atLeast' in goal ? `>= ${goal.atLeast}${unit}` : `<= ${goal.atMost}${unit}`
}

function verdictOf(spread: Row['spread'], goal: Goal): string {
  return holds(spread, goal) ? 'holds' : 'missed'
}
