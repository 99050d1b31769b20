/** What is wider than the window is scrolled by keys, too. */
export const BY_KEYBOARD = { viewportProps: { tabIndex: 0 } } as const
