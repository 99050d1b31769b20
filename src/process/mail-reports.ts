import { CREDIT_FEEDBACK } from '../consumers/mod.ts'
import type { Services } from '../http/mod.ts'
import { LINK_FEEDBACK } from '../links/mod.ts'
import { listenForReports, type ReportServer } from '../mail/mod.ts'
import { ConfigError, type Config } from '../settings/mod.ts'

/**
 * Throws ConfigError if the service listens for reports, but its mails name no address for them.
 */
export function requireReportDomain({
  reportPort,
  reportDomain,
}: Pick<Config, 'reportPort' | 'reportDomain'>): void {
  if (reportPort === undefined || reportDomain !== undefined) return
  throw new ConfigError('TESSERA_MAIL_REPORT_DOMAIN must be set where TESSERA_MAIL_REPORT_PORT is')
}

/** Listens for reports about mails, if the settings name a port; loads nothing without one. */
export async function openReportPort(services: Services): Promise<ReportServer | undefined> {
  const { reportHost: host, reportPort: port, reportDomain: domain } = services.config
  if (port === undefined || domain === undefined) return undefined
  const targets = [LINK_FEEDBACK, CREDIT_FEEDBACK]
  return listenForReports({ ...services, host, port, domain, targets })
}
