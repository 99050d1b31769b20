import { expect, test } from 'vitest'
import type { ReceivedSms, SmsProvider } from '../stand-ins/sms-provider.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import type { RunningService } from '../support/service.ts'

interface TextContext {
  readonly service: RunningService
  readonly provider: SmsProvider
  sendText(phone: string): Promise<Json>
  textTo(phone: string): Promise<ReceivedSms>
  lastMessage(link: Json): Promise<Json>
}

/** Defines the tests of reports about texts, at a service that other tests share. */
export function testSmsReports(running: () => TextContext): void {
  test('the provider reports the outcome of a text: only signed reports count, in any order', async () => {
    const { provider, sendText, textTo, lastMessage } = running()
    const phone = '+4915100000031'
    const link = await sendText(phone)
    const sms = await textTo(phone)
    await eventually(async () => expect(await lastMessage(link)).toMatchObject({ state: 'SENT' }))

    const gone = { MessageStatus: 'undelivered', ErrorCode: '30005' }
    expect(await provider.report(sms, gone, 'the token of somebody else')).toBe(403)
    const forged = {
      ...sms,
      reportUrl: sms.reportUrl?.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }
    expect(await provider.report(forged, gone)).toBe(204)
    expect(await provider.report(sms, { MessageStatus: 'sent' })).toBe(204)
    expect(await lastMessage(link)).toMatchObject({ state: 'SENT' })

    // Our sender does not reach the carrier: the number stays, and a later delivery report wins.
    expect(await provider.report(sms, { MessageStatus: 'failed', ErrorCode: '30006' })).toBe(204)
    const bounced = { state: 'BOUNCED', reason: 'NOT_ACCEPTED', lastError: 'error 30006' }
    expect(await lastMessage(link)).toMatchObject(bounced)
    expect(await provider.report(sms, { MessageStatus: 'delivered' })).toBe(204)
    expect(await lastMessage(link)).toMatchObject({ state: 'DELIVERED' })

    const reports = await Promise.all([1, 2, 3].map(() => provider.report(sms, gone)))
    expect(reports).toEqual([204, 204, 204])
    const refused = { state: 'BOUNCED', reason: 'ADDRESS_REFUSED', lastError: 'error 30005' }
    expect(await lastMessage(link)).toMatchObject(refused)
    const again = await sendText(phone)
    await eventually(async () => {
      expect(await lastMessage(again)).toMatchObject({
        state: 'SUPPRESSED',
        reason: 'REFUSED_BEFORE',
      })
    })
  })

  test('a report that arrives before our commit has to be repeated', async () => {
    const { service, provider, sendText, textTo, lastMessage } = running()
    const phone = '+4915100000032'
    const link = await sendText(phone)
    const sms = await textTo(phone)
    await eventually(async () => expect(await lastMessage(link)).toMatchObject({ state: 'SENT' }))
    const id = `message_id = (select message_id from link_messages
      where partner_id = $1 and link_no = $2)`
    const key = [service.partner.partnerId, link.linkId.slice('lnk_'.length)]
    await service.db.pool.query(
      `update link_messages set status = 'PENDING', next_try_at = now() + interval '1 year'
       where ${id}`,
      key,
    )
    expect(await provider.report(sms, { MessageStatus: 'delivered' })).toBe(503)
    await service.db.pool.query(
      `update link_messages set status = 'SENT', next_try_at = null where ${id}`,
      key,
    )
    expect(await provider.report(sms, { MessageStatus: 'delivered' })).toBe(204)
    expect(await lastMessage(link)).toMatchObject({ state: 'DELIVERED' })
  })
}
