/** The folder of package.json: above the folder of a built file, or two above this one. */
const FROM_HERE = /\/core\/project\.[jt]s$/.test(import.meta.url) ? '../../' : '../'

export const PROJECT = new URL(FROM_HERE, import.meta.url)
