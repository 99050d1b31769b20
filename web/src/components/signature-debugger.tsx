import { Alert, Code, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { Request } from '../api/operator-operations.ts'
import { compareSigned, type Difference } from '../format/compare-signed.ts'
import { signatureTexts } from '../messages/en-signature.ts'
import { CodeText } from './code-text.tsx'
import classes from './components.module.css'
import { Details } from './details.tsx'

const texts = signatureTexts

type RefusedRequest = Pick<Request, 'failedCheck' | 'failure' | 'stringToSign'>

/**
 * Shows why a request was not authenticated: which check failed, the remedy, and the text to sign.
 * Finds the mistake in a text that the client signed, and sends that text nowhere.
 */
export function SignatureDebugger({ request }: { readonly request: RefusedRequest }) {
  const { failedCheck, failure, stringToSign } = request
  if (failedCheck === undefined) return null
  return (
    <Alert
      color="orange"
      variant="outline"
      title={texts.checks[failedCheck]}
      classNames={{ body: classes.shrinks, title: classes.plain }}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.next[failedCheck]}</Text>
        <Text size="sm" c="dimmed">
          {failure}
        </Text>
        {stringToSign !== undefined && <Compare expected={stringToSign} />}
      </Stack>
    </Alert>
  )
}

function Compare({ expected }: { readonly expected: string }) {
  const [signed, setSigned] = useState('')
  const differences = compareSigned(expected, signed)
  return (
    <>
      <Title order={2} size="h6">
        {texts.expected}
      </Title>
      <Code block tabIndex={0}>
        {expected}
      </Code>
      <Textarea
        label={texts.signed}
        description={texts.signedHelp}
        autosize
        minRows={4}
        value={signed}
        onChange={({ currentTarget }) => setSigned(currentTarget.value)}
        classNames={{ input: classes.code }}
      />
      {signed !== '' && (
        <Stack gap="xs" role="status">
          {differences.length === 0 && <Text size="sm">{texts.equal}</Text>}
          {differences.map((one) => (
            <DifferenceText key={one.line ?? one.mistake} difference={one} />
          ))}
        </Stack>
      )}
    </>
  )
}

function DifferenceText({ difference }: { readonly difference: Difference }) {
  const { line, expected, signed, mistake } = difference
  return (
    <div>
      <Text size="sm" fw={600}>
        {line === undefined ? texts.whole : texts.lines[line]}: {texts.mistakes[mistake]}
      </Text>
      <Details
        of={[
          [texts.expectedValue, expected !== undefined && <CodeText>{expected}</CodeText>],
          [texts.signedValue, signed !== undefined && <CodeText>{signed}</CodeText>],
        ]}
      />
    </div>
  )
}
