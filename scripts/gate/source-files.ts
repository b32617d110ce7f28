import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-program.ts'

/** Tracked and new files that git does not ignore, relative to the root. */
export function listSourceFiles(): string[] {
  return listGitFiles('ls-files', '--cached', '--others', '--exclude-standard')
}

/** Output of a git command that lists files, without those that are deleted in the working tree. */
export function listGitFiles(...words: string[]): string[] {
  const output = execFileSync('git', [...words, '-z'], { cwd: ROOT, encoding: 'utf8' })
  return output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)))
}
