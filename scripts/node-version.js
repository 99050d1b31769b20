const WANTED = { major: 20, minor: 19 }

/**
 * Ends the process, with one line, under a Node.js that is too old. Called before anything else;
 * the scripts are loaded by then, so none of them may need more than to be told so.
 */
export function requireNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > WANTED.major || (major === WANTED.major && minor >= WANTED.minor)) return
  console.error(
    `Tessera needs Node.js ${WANTED.major}.${WANTED.minor} or later; this is ${process.version}.`,
  )
  process.exit(1)
}
