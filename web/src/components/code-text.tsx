import classes from './components.module.css'

/** An identifier, in a font in which every character differs. */
export function CodeText({ children }: { readonly children: string | number | undefined }) {
  return <span className={classes.code}>{children}</span>
}
