import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../testing/test-sandbox.ts'
import { createState } from './state.ts'
import type { Task } from './tables.ts'

const task = (subject: string): Task => ({ kind: 'deliver', subject, dueAtMs: 1 })

/** A line as earlier versions wrote it: its CRC-32 and its changes, each a list of writes. */
function journalLine(...changes: [table: string, id: string, row: unknown][][]): string {
  const body = JSON.stringify(changes)
  return `${crc32(body).toString(16).padStart(8, '0')} ${body}\n`
}

function openState(dir: string) {
  const state = createState({ dir, now: () => 0, onFailure: () => undefined })
  state.open()
  return state
}

/** What a crash may have left behind the last good line. */
const TAILS = ['', '0a1b2c3d [{"half"', '0a1b', '\0'.repeat(100)]

test('journal of an earlier version is imported once, whatever a crash left at its end', async () => {
  for (const tail of TAILS) {
    await using folder = await createTemporaryFolder()
    const lines = [
      journalLine([['tasks', 'a', task('a')]], [['tasks', 'b', task('b')]]),
      journalLine([['tasks', 'a', null]], [['tasks', 'c', task('c')]]),
    ]
    await writeFile(`${folder.path}/journal`, lines.join('') + tail)

    const state = openState(folder.path)
    expect([tail, state.rows('tasks')]).toEqual([tail, [task('c'), task('b')]])
    state.change((change) => change.remove('tasks', 'c'))
    await state.close()
    expect(existsSync(`${folder.path}/journal`)).toBe(false)
    expect(existsSync(`${folder.path}/journal.imported`)).toBe(true)

    const again = openState(folder.path)
    expect(again.rows('tasks')).toEqual([task('b')])
    await again.close()
  }
})

test('journal damaged before a good line refuses the start and stays as it is', async () => {
  await using folder = await createTemporaryFolder()
  const good = journalLine([['tasks', 'b', task('b')]])
  await writeFile(`${folder.path}/journal`, `00000000 [1]\n${good}`)
  expect(() => openState(folder.path)).toThrow('line 1 is damaged')
  expect(existsSync(`${folder.path}/journal`)).toBe(true)
})
