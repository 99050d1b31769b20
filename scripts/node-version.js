const OLDEST = { major: 20, minor: 19 }

/**
 * Ends the process, with one line, under a Node.js that is too old. Called before anything else.
 * The scripts are already loaded then, so they must load under an old Node.js, too.
 */
export function requireNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return
  console.error(
    `Tessera needs Node.js ${OLDEST.major}.${OLDEST.minor} or later; this is ${process.version}.`,
  )
  process.exit(1)
}
