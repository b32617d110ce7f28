import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/run-program.ts'
import type { PhaseName } from '../phases/phases.ts'

/** A text that occurs once in a file of the shop or of the tools site, and the faulty text for it. */
export interface Patch {
  file: string
  from: string
  to: string
}

export interface Mutant {
  /** The phase that finds it. */
  phase: PhaseName
  /** How the finding begins that has to be among those of the phase; absent: any finding will do. */
  finding?: string
  patches: readonly [Patch, ...Patch[]]
}

/** The parts of the repository that the processes of a phase read; packages are found above the copy. */
const COPIED = ['server', 'contract', 'content', 'tools', 'package.json']

/** The text after the patch; throws unless the patched text, however its lines are broken, occurs exactly once. */
export function applyPatch(text: string, { file, from, to }: Patch): string {
  const parts = text.split(anyFormatOf(from))
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** Matches the code however a formatter lays it out: words stand in their order, spaces, lines and last commas may differ. */
function anyFormatOf(code: string): RegExp {
  const tokens = code.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? []
  const patterns = tokens.map((token, at) => {
    const text = RegExp.escape(token)
    if (/[)\]}]/.test(token)) return `(?:,\\s*)?${text}`
    // a comma at the end of the text is one that has to be there
    return token === ',' && /[)\]}]/.test(tokens[at + 1] ?? '') ? '' : text
  })
  return new RegExp(patterns.filter((pattern) => pattern !== '').join('\\s*'), 'u')
}

/** A copy of what the shop runs, and of `others`, with the mutant's code in it; gone when disposed of. */
export async function copyWithMutant(
  name: string,
  { patches }: { patches: readonly Patch[] },
  others: readonly string[] = [],
): Promise<{ root: string } & AsyncDisposable> {
  const root = join(ROOT, '.cache/mutants', `${name}-${process.pid}`)
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  for (const part of [...COPIED, ...others])
    await cp(join(ROOT, part), join(root, part), { recursive: true })
  // a junction asks for no rights on Windows; elsewhere it is a link as any
  await symlink(join(ROOT, 'dist'), join(root, 'dist'), 'junction')
  for (const patch of patches) {
    const file = join(root, patch.file)
    await writeFile(file, applyPatch(await readFile(file, 'utf8'), patch))
  }
  return {
    root,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
