import { createSmtpTransport } from '../mail/mod.ts'
import type { RepeatedWork } from '../core/mod.ts'
import type { Worker } from '../fulfillment/mod.ts'
import type { Services } from '../http/mod.ts'
import type { Config } from '../settings/mod.ts'
import { createAlertChannels } from './alert-channels.ts'
import { startJob, type JobParts } from './job.ts'
import { JOBS } from './jobs.ts'

/** Starts the jobs of this process's role. */
export function startJobs(services: Services, worker: Worker): RepeatedWork[] {
  const { config, clock } = services
  const isWorker = config.role !== 'api'
  const channels = isWorker ? createAlertChannels(config, clock) : []
  const mailer = isWorker ? createUserMailer(config) : undefined
  const parts: JobParts = { ...config, ...services, worker, channels, mailer }
  const jobs = JOBS.filter(({ role }) => role === 'all' || isWorker)
  return jobs.flatMap((job) => startJob(job, parts) ?? [])
}

function createUserMailer({ smtpUrl, mailFrom }: Config) {
  return smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
