import { whole } from './kinds.ts'

const HOUR = 3_600

/** The settings of how a process ends. */
export const STOP_SETTINGS = {
  drainNoticeSeconds: whole(
    'TESSERA_DRAIN_NOTICE_SECONDS',
    'seconds at the end in which all is served while `/health/ready` is 503, for a balancer to see',
    [0, 0, 60],
  ),
  drainSecondsMax: whole(
    'TESSERA_DRAIN_SECONDS',
    'seconds that requests under way are waited for at the end',
    [20, 0, HOUR],
  ),
} as const
