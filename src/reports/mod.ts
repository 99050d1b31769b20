/**
 * Reports for the operator: margin, activity, overview. Reads tables of other modules; owns none.
 */
export { readActivity, type CompletedOrders, type HourOfActivity } from './activity.ts'
export { changedOrders, type ChangedOrder } from './changed-orders.ts'
export { effectOfCost, type CostEffect } from './cost-effect.ts'
export {
  listMarginOrders,
  MARGIN_KEYS,
  reportMargin,
  type MarginKey,
  type MarginOfUnits,
  type MarginOrder,
  type MarginRow,
} from './margin.ts'
export { readMarginOfDay, type HourOfMargin, type EarnedMargin } from './margin-of-day.ts'
export { readOverview, type Overview } from './overview.ts'
export { MARGIN_ORDER_SORTS, type CostStatus, type MarginPeriod } from './margin-rows.ts'
