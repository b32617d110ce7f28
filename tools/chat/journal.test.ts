import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createJournal, type Entry } from './journal.ts'

const spending = { user: 'ann', amount: 9, reason: '对话', keyId: null, endsInS: 900 }
const entryOf = (id: string): Entry => ({
  ...{ id, spending, step: 'hold', holdId: null, booking: null },
})
const booking = { amount: 5, usage: { model: '星桥', input_tokens: 3 } }

function newFile() {
  const path = join(mkdtempSync(join(tmpdir(), 'journal-')), 'chats/chats.jsonl')
  const error = vi.fn<(facts: object, message: string) => void>()
  const open = (largeBytes?: number) =>
    createJournal({ path, log: { error }, ...(largeBytes !== undefined && { largeBytes }) })
  return { path, error, open }
}

test('the next process finds the newest state of what was not settled, and nothing else', async () => {
  const { open, error } = newFile()
  const first = open()
  expect(first.listLeft()).toEqual([])
  for (const id of ['a', 'b', 'c']) first.write(entryOf(id))
  first.remove('a')
  first.write({ ...entryOf('b'), holdId: 'h1' })
  await Promise.all(['b', 'd'].map((id) => first.store({ ...entryOf(id), holdId: 'h1', booking })))
  // as after kill -9: nothing was closed
  const second = open()
  expect(second.listLeft()).toEqual([
    { ...entryOf('b'), holdId: 'h1', booking },
    entryOf('c'),
    { ...entryOf('d'), holdId: 'h1', booking },
  ])
  // what comes later is not left over
  second.write(entryOf('e'))
  expect(second.listLeft()).toHaveLength(3)
  expect(error).not.toHaveBeenCalled()
  await Promise.all([first.close(), second.close()])
})

test('a line that was torn when the machine stopped is reported, and spoils no other', async () => {
  const { path, open, error } = newFile()
  const first = open()
  first.write(entryOf('a'))
  await first.close()
  appendFileSync(path, '\n{"id":"b","entry":{"id":"b","spen')
  const second = open()
  expect(second.listLeft()).toEqual([entryOf('a')])
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { path, line: 3 },
    'a line of the journal cannot be read',
  )
  // the file is whole again
  second.write(entryOf('c'))
  await second.close()
  expect(open().listLeft()).toEqual([entryOf('a'), entryOf('c')])
  expect(error).toHaveBeenCalledTimes(1)
})

test('the file of a process that runs for long stays small, and keeps what is open', async () => {
  const { path, open } = newFile()
  const journal = open(2_000)
  journal.write(entryOf('stays'))
  for (let at = 0; at < 100; at += 1) {
    const entry = { ...entryOf(`e${at}`), booking }
    await journal.store(entry)
    journal.remove(entry.id)
  }
  expect(statSync(path).size).toBeLessThan(2_500)
  await journal.close()
  expect(open().listLeft()).toEqual([entryOf('stays')])
  expect(readFileSync(path, 'utf8')).not.toContain('e99')
})

test('requests that end without an answer leave no more in the file than others', async () => {
  const { path, open } = newFile()
  const journal = open(2_000)
  for (let at = 0; at < 100; at += 1) {
    journal.write(entryOf(`e${at}`))
    journal.remove(`e${at}`)
    await new Promise(setImmediate)
  }
  await vi.waitFor(() => expect(statSync(path).size).toBeLessThan(2_500))
  await journal.close()
})

test('a folder that cannot be made stops the start; without a file everything is in memory', async () => {
  const { path } = newFile()
  const folder = join(path, '../..')
  writeFileSync(join(folder, 'chats'), '')
  const log = { error: vi.fn<(facts: object, message: string) => void>() }
  expect(() => createJournal({ path, log })).toThrow('EEXIST')
  const journal = createJournal({ path: null, log })
  journal.write(entryOf('a'))
  await journal.store({ ...entryOf('a'), booking })
  expect(journal.listLeft()).toEqual([])
  await journal.close()
  expect(log.error).not.toHaveBeenCalled()
})
