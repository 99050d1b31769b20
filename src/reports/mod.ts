/** What the operator earns. Asks the tables of orders, stock and purchases; owns none. */
export { MARGIN_KEYS, reportMargin, type MarginKey, type MarginRow } from './margin.ts'
