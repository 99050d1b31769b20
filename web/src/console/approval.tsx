import { Alert, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { BeforeAfter } from '../components/before-after.tsx'
import { CodeText } from '../components/code-text.tsx'
import classes from '../components/components.module.css'
import { Details } from '../components/details.tsx'
import { Expandable } from '../components/expandable.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Instant } from '../components/instant.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { TargetLink } from '../components/target-link.tsx'
import { usePageParams } from '../components/use-page-params.ts'
import { messages } from '../messages/messages.ts'
import { aboutAct, ApprovalState } from './approvals.tsx'
import { PartnerLink } from './partner-names.tsx'

const texts = messages.approvals
const PARENT = { label: texts.title, href: '/console/approvals' }

type Approval = Result<'getApproval'>

/** One act that waits for approval or was decided: what it changes, and the decision. */
export function ApprovalPage() {
  const { approvalId } = usePageParams('approvalId')
  const path = { approvalId: Number(approvalId) }
  const { data, error, refetch } = useQuery(queryOf('getApproval', { path }))
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  return (
    <Page
      title={data ? aboutAct(data) : texts.one(approvalId)}
      text={data && texts.one(approvalId)}
      parent={PARENT}
      acts={data && <Decide approval={data} />}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && <Loading />}
      {data && <Shown approval={data} />}
    </Page>
  )
}

function Decide({ approval }: ShownProps) {
  const { approvalId, mayDecide, mayCancel, seen } = approval
  const path = { approvalId }
  if (mayCancel) {
    return <Act operation="cancelAct" path={path} label={texts.cancel} fields={[OPTIONAL_REASON]} />
  }
  if (!mayDecide || seen === undefined) return null
  return (
    <>
      <Act operation="rejectAct" path={path} label={texts.reject} fields={[REASON]} isDangerous />
      <Act
        operation="approveAct"
        path={path}
        label={texts.approve}
        text={texts.approveText(aboutAct(approval))}
        fields={[OPTIONAL_REASON]}
        fixed={{ seen }}
        isPrimary
        done={(done) => (done.state === 'FAILED' ? texts.failed : texts.done)}
      />
    </>
  )
}

interface ShownProps {
  readonly approval: Approval
}

function Shown({ approval }: ShownProps) {
  const { state, changed, fault, error, underWay, response } = approval
  return (
    <div className={classes.beside}>
      <Stack className={classes.shrinks}>
        {state === 'PENDING' && <Waiting approval={approval} />}
        {changed && <Note color="orange">{fault ?? texts.changed}</Note>}
        {underWay && <Note color="blue">{texts.underWay}</Note>}
        {error && (
          <Note color="red" lang="en">
            {error.message}
          </Note>
        )}
        <BeforeAfter before={approval.before} after={approval.after} />
        {response && (
          <Expandable label={texts.response} text={JSON.stringify(response.body, null, 1)} />
        )}
      </Stack>
      <Facts approval={approval} />
    </div>
  )
}

/** Why it waits, and what the reader can do about it. */
function Waiting({ approval: { mayDecide, approvers, permission } }: ShownProps) {
  if (mayDecide) return null
  return (
    <Note color={approvers === 0 ? 'orange' : 'blue'}>
      {approvers === 0 ? texts.nobody(permission) : texts.others(approvers)}
    </Note>
  )
}

interface NoteProps {
  readonly color: string
  readonly children: string
  /** The language of the text, if it comes from the service. */
  readonly lang?: 'en'
}

function Note({ color, children, lang }: NoteProps) {
  return (
    <Alert color={color} variant="light">
      <Text size="sm" lang={lang}>
        {children}
      </Text>
    </Alert>
  )
}

function Facts({ approval: one }: ShownProps) {
  return (
    <Paper withBorder p="md" className={classes.receipt}>
      <Details
        of={[
          [texts.state, <ApprovalState key="state" state={one.state} />],
          [texts.kind, texts.kinds[one.kind]],
          [texts.request, <CodeText key="request">{one.request}</CodeText>],
          [texts.partner, one.partnerId !== undefined && <PartnerLink id={one.partnerId} />],
          [texts.requestedBy, one.requestedBy],
          [texts.reason, one.reason],
          [texts.requestedAt, <Instant key="at" at={one.requestedAt} />],
          [texts.expiresAt, one.state === 'PENDING' && <Instant key="end" at={one.expiresAt} />],
          [texts.decidedBy, one.decidedBy],
          [texts.decidedAt, one.decidedAt !== undefined && <Instant key="d" at={one.decidedAt} />],
          [texts.decisionReason, one.decisionReason],
          [texts.target, one.target !== undefined && <TargetLink key="t" target={one.target} />],
        ]}
      />
    </Paper>
  )
}
