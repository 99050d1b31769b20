import { execFile } from 'node:child_process'
import { ROOT } from './run-tool.js'

/** Earlier commits are not checked. */
const SINCE = '2026-11-29T00:00:00Z'
const SUBJECT_LENGTH_MAX = 72
/** The area comes first: a module, a folder or a file, or several. */
const SUBJECT = /^[a-z][\w/., -]*: \S/
/** The separators that git puts between the parts of a commit, and after each commit. */
const [PART, END] = ['\u001F', '\u001E']

/**
 * Returns what is wrong with the message of a commit, or nothing.
 *
 * @param {{ subject: string, body: string }} message
 * @returns {string[]}
 */
export function faultsOfCommit({ subject, body }) {
  const faults = []
  if (!SUBJECT.test(subject)) faults.push('does not begin with an area, such as "orders: "')
  if (subject.length > SUBJECT_LENGTH_MAX) faults.push(`is longer than ${SUBJECT_LENGTH_MAX}`)
  if (body.trim() === '') faults.push('has no body that says why, and how it was checked')
  return faults
}

/**
 * Checks the commits of this checkout, as far as it has them: a shallow one has few, and what was
 * unpacked from an archive has none.
 *
 * @returns {Promise<{ ok: boolean, output: string, note?: string }>}
 */
export async function checkCommits() {
  const format = ['%h', '%s', '%b'].join(PART) + END
  const log = await git(['log', '--no-merges', `--since=${SINCE}`, `--format=${format}`])
  if (log === undefined) return { ok: true, output: '', note: 'not checked: no history of git' }
  const output = log
    .split(END)
    .map((commit) => commit.trim().split(PART))
    .flatMap(([id = '', subject, body = '']) =>
      subject === undefined
        ? []
        : faultsOfCommit({ subject, body }).map((fault) => `${id} ${subject}: ${fault}`),
    )
  return { ok: output.length === 0, output: output.join('\n') }
}

/**
 * @param {string[]} args
 * @returns {Promise<string | undefined>} undefined if git fails, or is not there
 */
function git(args) {
  return new Promise((resolve) => {
    execFile('git', args, { cwd: ROOT, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    )
  })
}
