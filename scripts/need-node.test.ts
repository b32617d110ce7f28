import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-program.ts'

const NEED_NODE = './scripts/need-node.cjs'

async function startOn(version: string) {
  const folder = await mkdtemp(join(tmpdir(), 'need-node-'))
  const pretence = join(folder, 'pretence.cjs')
  const versions = JSON.stringify({ ...process.versions, node: version })
  await writeFile(pretence, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['--require', pretence],
      ...['--require', join(ROOT, NEED_NODE)],
      ...['--eval', 'process.exit(7)'],
    ],
    { encoding: 'utf8' },
  )
  await rm(folder, { recursive: true })
  return { status, stderr }
}

test('an old Node prints in one sentence which one is needed, and starts nothing; the commands of the README check it first', async () => {
  expect(await startOn('18.20.8')).toEqual({
    status: 1,
    stderr: `需要 Node 24 或更新的版本，这里是 18.20.8：请从 https://nodejs.org 安装后，再运行 npm ci 和刚才的命令\n`,
  })
  expect(await startOn('24.0.0')).toEqual({ status: 7, stderr: '' })
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const name of ['start', 'test', 'operator'])
    expect(scripts[name]).toMatch(new RegExp(`^node --require ${NEED_NODE} [\\w/.]+$`))
})
