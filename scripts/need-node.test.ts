import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const NEED_NODE = './scripts/need-node.js'

function startOn(version: string) {
  const pretence = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(pretence)}`],
      ...['--import', pathToFileURL(join(ROOT, NEED_NODE)).href],
      ...['--eval', 'process.exit(7)'],
    ],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

test('an old Node is told which one is needed, and starts nothing', () => {
  const { status, stderr } = startOn('22.18.0')
  expect(status).toBe(1)
  expect(stderr).toContain('需要 Node 24 或更新的版本，这里是 22.18.0')
})

test('a Node that will do goes on', () => {
  expect(startOn('24.0.0')).toEqual({ status: 7, stderr: '' })
})

test('both commands of the README ask for it before anything else', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const name of ['start', 'test'])
    expect(scripts[name]).toMatch(new RegExp(`^node --import ${NEED_NODE} `))
})
