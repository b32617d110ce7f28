import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/harness.ts'
import { createState } from './state.ts'
import type { Task } from './tables.ts'

const task = (subject: string, dueAtMs: number): Task => ({ kind: 'deliver', subject, dueAtMs })

test('a change sees its own rows, the newest first; of one that throws nothing stays', async () => {
  await using folder = await temporaryFolder()
  const state = createState({ dir: folder.path, now: () => 0, onFailure: () => undefined })
  await state.open()
  state.change((change) => {
    change.put('tasks', 'a', task('a', 1))
    change.put('tasks', 'b', task('b', 1))
  })

  const seen = state.change((change) => {
    change.put('tasks', 'b', task('b', 2))
    change.put('tasks', 'c', task('c', 1))
    change.remove('tasks', 'a')
    return change.rows('tasks')
  })
  expect(seen).toEqual([task('c', 1), task('b', 2)])
  expect(state.rows('tasks')).toEqual(seen)

  const fail = (): unknown =>
    state.change((change) => {
      change.remove('tasks', 'b')
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(state.rows('tasks')).toEqual(seen)
  await state.close()
})
