import { Text } from '@mantine/core'
import classes from './components.module.css'

/** An identifier, in a font in which every character differs. */
export function CodeText({ children }: { readonly children: string | number | undefined }) {
  return (
    <Text span className={classes.code}>
      {children}
    </Text>
  )
}
