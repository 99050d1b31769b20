import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import { messages } from '../messages/messages.ts'
import { initialValues, type Field, type Values } from './act-fields.ts'

/**
 * Brings what was changed elsewhere into an open form: in another tab, or by a colleague. A page
 * that gets the focus reads its data again, and with it the initial values of the fields. A field
 * that nobody has touched follows. One that was filled in says what stands there now, and replaces
 * it with the next submit.
 */
export function useNewestValues(form: UseFormReturnType<Values>, fields: readonly Field[]): void {
  const newest = initialValues(fields)
  const latest = useRef<Record<string, string | boolean>>({ ...newest })
  const follow = useEffectEvent(() => {
    for (const [name, value] of Object.entries(newest)) {
      const before = latest.current[name]
      latest.current[name] = value
      if (before === value || form.values[name] === value) continue
      if (before === undefined) {
        // The value of another field has brought this one.
        if (form.values[name] === undefined) form.setFieldValue(name, value)
        continue
      }
      if (form.values[name] === before) form.setFieldValue(name, value)
      else form.setFieldError(name, messages.act.changedElsewhere(String(value)))
    }
  })
  const shown = JSON.stringify(newest)
  useEffect(() => follow(), [shown])
}
