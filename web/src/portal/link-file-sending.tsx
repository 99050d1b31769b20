import '@mantine/core/styles/Progress.layer.css'
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../components/failure.tsx'
import { count, money } from '../format/format.ts'
import { linkTexts } from '../messages/en-links.ts'
import { FaultTable } from './fault-table.tsx'
import { faultsOf, sendNext, type CheckedPart, type SentParts } from './link-parts.ts'
import { saveAddressRows } from './save-addresses.ts'
import classes from './shop.module.css'

const texts = linkTexts.file

/** Sends the requests of a file, one after the other, until it is told to stop. */
export function useLinkSending() {
  const [sent, setSent] = useState<SentParts>()
  const isStopped = useRef(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (before: SentParts) => {
      let now = before
      while (now.done < now.parts.length && !isStopped.current) {
        now = await sendNext(now)
        setSent(now)
      }
      return now
    },
    onSuccess: async ({ parts, drafts: [draftId] }) => {
      if (parts.length === 1 && draftId !== undefined) {
        await navigate({ to: `/portal/approvals/${draftId}` })
      }
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const stop = (): void => {
    isStopped.current = true
  }
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const start = (begin: SentParts): void => {
    isStopped.current = false
    setSent(begin)
    mutate(begin)
  }
  return { sent, isPending, error, start, stop }
}

interface SendingProps {
  readonly sent: SentParts
  readonly sending: Omit<ReturnType<typeof useLinkSending>, 'sent'>
}

/** How far a file is sent, with a button to stop it or to go on. */
export function LinkSending({ sent, sending: { isPending, error, start, stop } }: SendingProps) {
  const { parts, done } = sent
  const all = parts.reduce((sum, { totals }) => sum + totals.links, 0)
  const next = parts[done]
  const progress = texts.progress(count(sent.links), count(all))
  if (!next) return <Sent sent={sent} />
  return (
    <Paper withBorder p="md" className={classes.form}>
      <Stack gap="sm">
        <Progress value={(100 * sent.links) / all} aria-label={progress} animated={isPending} />
        <Text size="sm" role="status">
          {progress}
        </Text>
        {!isPending && (
          <Alert variant="light" title={texts.stopped(...stoppedOf(sent, all))}>
            {texts.stoppedText}
          </Alert>
        )}
        {!isPending && error && <PartFailure error={error} part={next} />}
        <Group justify="flex-end">
          {!isPending && <SaveRows rows={sent.rows} />}
          {isPending ? (
            <Button variant="default" onClick={stop}>
              {texts.stop}
            </Button>
          ) : (
            <Button onClick={() => start(sent)}>{texts.goOn}</Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function stoppedOf({ links, amount, parts }: SentParts, all: number): [string, string, string] {
  const currency = parts[0]?.body.currency ?? ''
  return [count(links), money(amount, currency), count(all - links)]
}

/** Why a request failed. Its faults have the lines of the file. */
function PartFailure({ error, part }: { readonly error: Error; readonly part: CheckedPart }) {
  const faults = faultsOf(error, part)
  return faults.some(({ line }) => line !== undefined) ? (
    <FaultTable faults={faults} />
  ) : (
    <Failure error={error} />
  )
}

/** The result, and the addresses, which the pages of the links never show. */
function Sent({ sent }: { readonly sent: SentParts }) {
  const { links, amount, parts, rows, drafts, isForApproval } = sent
  const { currency = '', delivery = 'NONE' } = parts[0]?.body ?? {}
  const hasOthers = rows.length + drafts.length < parts.length
  return (
    <Alert
      color="green"
      title={
        drafts.length > 0
          ? texts.areAsked(count(drafts.length))
          : texts.isSent(count(links), money(amount, currency))
      }
    >
      <Stack gap={0} mb="sm">
        {rows.length > 0 && <Text size="sm">{linkTexts.by[delivery].addressesText}</Text>}
        {hasOthers && <Text size="sm">{texts.otherAddresses}</Text>}
      </Stack>
      <Group gap="xs">
        <SaveRows rows={rows} />
        {isForApproval && (
          <Button component={Link} to="/portal/approvals" size="xs" variant="default">
            {texts.toApprovals}
          </Button>
        )}
        <Button component={Link} to="/portal/links" size="xs" variant="default">
          {texts.toLinks}
        </Button>
      </Group>
    </Alert>
  )
}

function SaveRows({ rows }: Pick<SentParts, 'rows'>) {
  if (rows.length === 0) return null
  return (
    <Button size="xs" onClick={() => saveAddressRows(rows)}>
      {linkTexts.addresses}
    </Button>
  )
}
