import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Switches the pre-push hook on for this clone. Packages may not run install scripts here, so the
 * first start or test does it; hooks that somebody has set up already are left alone.
 */
export function useGitHooks(): void {
  if (process.env['CI'] !== undefined || !existsSync(join(ROOT, '.git'))) return
  try {
    if (runGit('config', '--default', '', '--get', 'core.hooksPath') !== '') return
    if (existsSync(resolve(ROOT, runGit('rev-parse', '--git-path', 'hooks/pre-push')))) return
    runGit('config', '--local', 'core.hooksPath', '.githooks')
  } catch {
    // no git on this machine, or a clone that belongs to another account: nothing is pushed from here
  }
}

/** Output of a git command in the repository. */
export function runGit(...given: string[]): string {
  return execFileSync('git', given, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** Tracked and new files that git does not ignore, relative to the root. */
export function listSourceFiles(): string[] {
  return listGitFiles('ls-files', '--cached', '--others', '--exclude-standard')
}

/** Output of a git command that lists files, without those that are deleted in the working tree. */
export function listGitFiles(...words: string[]): string[] {
  const output = execFileSync('git', [...words, '-z'], { cwd: ROOT, encoding: 'utf8' })
  return output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)))
}
