import type { AlertKind } from '../format/alert-kinds.ts'

/** The texts of alerts, loaded with their page. */
export const alertTexts = {
  title: 'Alerts',
  about:
    'Each alert says what happened, and links to its subject. The service resolves most alerts ' +
    'when their cause ends.',
  message: 'Alert',
  state: 'State',
  severity: 'Severity',
  kind: 'Kind',
  count: 'Times',
  raised: 'First',
  lastSeen: 'Last',
  resolve: 'Resolve',
  acts: 'Actions',
  resolved: 'The alert is resolved',
  resolveManyText:
    'The selected alerts end. Those whose cause lasts open again when the service finds it, often ' +
    'within seconds.',
  resolvedForNow: 'The alert is resolved. It opens again if its cause is found again.',
  ends: {
    byCheck:
      'The service resolves this alert when its cause ends. If you resolve it while its cause ' +
      'lasts, it opens again when the cause is found again, often within seconds.',
    byHand:
      'The service does not resolve this alert. Resolve it when you have dealt with it; a new ' +
      'event opens it again.',
    once:
      'The service resolves this alert when the endpoint is enabled, paused or removed. If you ' +
      'resolve it before, nothing raises it again.',
  },
  empty: 'All is well.',
  kinds: {
    supplier_unfunded: 'Account at a supplier without funds',
    supplier_silent: 'Supplier does not respond',
    supplier_unclear: 'Purchase whose outcome is not known',
    supplier_price_waits: 'Price of a supplier waits',
    low_stock: 'Low stock',
    low_funds: 'Low funds of a partner',
    batches_failed: 'Batches failed',
    link_mails_waiting: 'Mails of links wait',
    credits_stopped: 'File of credits stopped',
    orders_waiting: 'Orders wait for a long time',
    rate_stale: 'Old rates',
    upstream_silent: 'Our account at a supplier does not respond',
    upstream_low_float: 'Low funds at a supplier',
    upstream_unsold: 'Unsold codes of a supplier',
    instant_ahead: 'Time of a book ahead of the clock',
    durability_off: 'Unsafe setting of the database',
    archive_failing: 'Archiving for backups fails',
    backup_overdue: 'No recent backup',
    drill_overdue: 'No recent drill',
    disk_low: 'Little room on a disk',
    disk_full: 'Disk of the database is full',
    replication_lag: 'Standby is behind',
    audit_broken: 'Audit log changed',
    mail_template_broken: 'Mail template unusable',
    webhook_disabled: 'Webhook endpoint disabled',
    wrong_operator_tokens: 'Wrong operator tokens',
    wrong_signatures: 'Wrong signatures',
    codes_guessed: 'Somebody guesses codes',
  },
  /**
   * Messages in another language than English, by kind. Shows the first message of a kind whose
   * names in braces all occur in the details of the alert. `{available|currency}` is an amount with
   * its currency.
   */
  alertMessages: {} as Readonly<Partial<Record<AlertKind, readonly string[]>>>,
}
