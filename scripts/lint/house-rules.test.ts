import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, runProgram } from '../run-program.ts'

/** Lines of the program for which oxlint names a rule of this house, with that rule. */
async function lint(program: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'))
  try {
    const [config, file] = [join(folder, 'oxlintrc.json'), join(folder, 'program.ts')]
    const settings = {
      jsPlugins: [join(ROOT, 'scripts/lint/house-rules.ts')],
      categories: { correctness: 'off' },
      rules: { 'house/random-from-crypto': 'error', 'house/no-weak-hash': 'error' },
    }
    await writeFile(config, JSON.stringify(settings))
    await writeFile(file, program)
    const words = ['--config', config, '--format', 'unix', file]
    const { output } = await runProgram('oxlint', words, { isQuiet: true })
    const lines = program.split('\n')
    return [...output.matchAll(/:(\d+):\d+: .*house\(([\w-]+)\)/g)].map(
      ([, line, rule]) => `${rule}: ${lines[Number(line) - 1]?.trim()}`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('predictable random numbers and hashes with collisions are refused, however they are asked for', async () => {
  const program = `import * as crypto from 'node:crypto'
import { createHash, createHmac, hash, randomBytes } from 'node:crypto'
export const made = [
  Math.random().toString(36),
  createHash('md5'),
  crypto.createHmac('SHA1', 'key'),
  hash('sha-1', 'text'),
  crypto.createSign('RSA-SHA1'),
  crypto.subtle.digest('SHA-1', new Uint8Array()),
  createHash('sha256'),
  createHmac('sha512', 'key'),
  hash('sha384', 'text'),
  crypto.subtle.digest('SHA-256', new Uint8Array()),
  randomBytes(16),
  String('md5'),
]`
  const found = await lint(program)
  expect(found.toSorted()).toEqual([
    "no-weak-hash: createHash('md5'),",
    "no-weak-hash: crypto.createHmac('SHA1', 'key'),",
    "no-weak-hash: crypto.createSign('RSA-SHA1'),",
    "no-weak-hash: crypto.subtle.digest('SHA-1', new Uint8Array()),",
    "no-weak-hash: hash('sha-1', 'text'),",
    'random-from-crypto: Math.random().toString(36),',
  ])
})
