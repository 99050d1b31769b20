import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { urlOfOperation } from '../api/client.ts'
import { DayInput } from '../components/day-input.tsx'
import { consoleTexts } from '../messages/en-console.ts'

const texts = consoleTexts.audit

/** Downloads the audit log of some days. */
export function AuditExport() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
  return (
    <Group gap="xs" align="flex-end">
      <DayInput label={texts.from} value={from} set={setFrom} />
      <DayInput label={texts.to} value={to} set={setTo} />
      <Button
        component="a"
        size="xs"
        variant="default"
        href={urlOfOperation('exportAudit', { query: days })}
        download
        title={texts.exportText}
      >
        {texts.export}
      </Button>
    </Group>
  )
}
