import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '../api/api-error.ts'
import { formName, type Values } from './act-fields.ts'

/** Shows at each field what the response says about it. */
export function setFaults(
  form: UseFormReturnType<Values>,
  fields: readonly { readonly name: string }[],
  error: Error,
): void {
  if (!(error instanceof ApiError)) return
  for (const { name } of fields) {
    const about = error.about(name)
    form.setFieldError(formName(name), about && <span lang="en">{about}</span>)
  }
}
