import { whole } from './kinds.ts'

const HOUR = 3_600

/** The settings of how a process ends. */
export const STOP_SETTINGS = {
  drainNoticeSeconds: whole(
    'TESSERA_DRAIN_NOTICE_SECONDS',
    'seconds before a stop in which all is served, and `/health/ready` is 503 for a balancer',
    [0, 0, 60],
  ),
  drainSecondsMax: whole(
    'TESSERA_DRAIN_SECONDS',
    'seconds that a stop waits for requests under way',
    [20, 0, HOUR],
  ),
} as const
