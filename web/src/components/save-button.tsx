import { Box, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from './failure.tsx'
import { saveFile } from './save-file.ts'

interface Props {
  readonly label: string
  /** The name of the file, in the language of the reader. */
  readonly name: string
  read(): Promise<Blob>
}

/**
 * Reads a file and saves it. A plain link could not send the header of test mode, would show the
 * error of a refused request in place of the page, and the service names files in English.
 */
export function SaveButton({ label, name, read }: Props) {
  const save = useMutation({ mutationFn: read, onSuccess: (content) => saveFile(content, name) })
  return (
    <>
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {label}
      </Button>
      {save.error && (
        <Box w="100%">
          <Failure error={save.error} />
        </Box>
      )}
    </>
  )
}
