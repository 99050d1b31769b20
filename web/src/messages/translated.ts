/** A catalogue in another language: the same names and parameters, so that a hole is no type. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Translated<T[Name]> }
