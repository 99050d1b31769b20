/** The statuses by color: green is done, blue works, orange waits, red failed. Others are gray. */
const STATUSES = {
  green:
    'COMPLETED DONE EXECUTED ACTIVE active done balanced resolved closed enabled ENABLED responds ' +
    'succeeded PLACED STOCKED ON_SALE issued matched bought DELIVERED CLAIMED SENT ACCEPTED ' +
    'APPLIED APPROVED ORDERED',
  blue: 'CHECKING running PROCESSING PLACING RUNNING PARTLY_CLAIMED SCHEDULED',
  orange:
    'CHECKED PAUSED PENDING pending WAITING WAITS QUEUED DEFERRED OPEN REQUESTED QUARANTINED ' +
    'INTERRUPTED ON_HOLD HELD OUT_OF_STOCK out_of_stock unfunded unavailable FROZEN half_open ' +
    'warning missing_here missing_there different_amount different_currency',
  red:
    'STOPPED open failed FAILED RECALLED REFUSED refused BOUNCED COMPLAINED unknown SUSPENDED ' +
    'critical does_not_respond',
} as const

/** The color of the dot of each status. */
export const STATUS_COLORS: ReadonlyMap<string, string> = new Map([
  ['does not respond', 'red'],
  ...Object.entries(STATUSES).flatMap(([color, statuses]) =>
    statuses.split(' ').map((status) => [status, color] as const),
  ),
])
