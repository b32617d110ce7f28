import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../testing/test-sandbox.ts'
import { createState } from './state.ts'
import type { Task } from './tables.ts'

const task = (subject: string, dueAtMs: number): Task => ({ kind: 'deliver', subject, dueAtMs })

function openState(dir: string) {
  const state = createState({ dir, now: () => 0, onFailure: () => undefined })
  state.open()
  return state
}

test('a change reads its own writes, the newest first; a change that throws leaves nothing', async () => {
  await using folder = await createTemporaryFolder()
  const state = openState(folder.path)
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

  const reopened = openState(folder.path)
  expect(reopened.rows('tasks')).toEqual(seen)
  await reopened.close()
})
