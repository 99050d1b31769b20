/** The types of `show-step.js`, for its test. */
export declare function showStep(output: {
  readonly isTTY: boolean
  write(text: string): unknown
}): <T>(name: string, work: () => T | Promise<T>) => Promise<T>
