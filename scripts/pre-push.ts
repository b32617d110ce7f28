import { readFileSync } from 'node:fs'
import { type Finding, sumFindings } from './gate/finding.ts'
import { printSummary } from './gate/gate.ts'
import { checkPaths } from './gate/static-checks.ts'
import { listGitFiles, runGit } from './git.ts'
import { endChildrenOnSignal } from './run-program.ts'

const NOTHING = /^0+$/

/** One line per pushed reference, as git hands it to the hook: local ref, its commit, remote ref, its commit. */
function readPushed(input: string): { local: string; remote: string }[] {
  return input
    .split('\n')
    .map((line) => line.split(' '))
    .filter((words) => words.length === 4 && !NOTHING.test(words[1]!))
    .map(([, local, , remote]) => ({ local: local!, remote: remote! }))
}

/** The newest commit that the remote has: of the pushed branch, else of any branch of a remote. */
function baseOf({ local, remote }: { local: string; remote: string }): string {
  if (!NOTHING.test(remote) && isKnown(remote)) return runGit('merge-base', remote, local)
  const others = runGit('for-each-ref', '--format=%(objectname)', 'refs/remotes').split('\n')
  const known = others.filter(Boolean)
  // a first push has no base: check all files
  return known.length === 0 ? EMPTY_TREE : runGit('merge-base', local, ...known)
}
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

function isKnown(commit: string): boolean {
  try {
    runGit('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

endChildrenOnSignal()
const startedAt = performance.now()
const changed = readPushed(readFileSync(0, 'utf8')).flatMap((pushed) =>
  listGitFiles('diff', '--name-only', '--diff-filter=d', baseOf(pushed), pushed.local),
)
const findings: Finding[] = changed.length === 0 ? [] : await checkPaths([...new Set(changed)])
const finding = sumFindings(findings)
printSummary(finding, startedAt)
process.exitCode = finding.failures.length === 0 ? 0 : 1
