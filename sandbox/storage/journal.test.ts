import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/harness.ts'
import { openJournal } from './journal.ts'

async function openCounted(dir: string) {
  const entries: unknown[] = []
  const failures: Error[] = []
  const journal = await openJournal({
    dir,
    replay: (entry) => entries.push(entry),
    snapshot: () => entries,
    onFailure: (error) => failures.push(error),
  })
  return {
    entries,
    failures,
    journal,
    add(entry: unknown) {
      entries.push(entry)
      journal.append(entry)
    },
  }
}

async function written(dir: string, entries: unknown[]): Promise<void> {
  const opened = await openCounted(dir)
  for (const entry of entries) {
    opened.add(entry)
    await opened.journal.durable()
  }
  await opened.journal.close()
}

test('entries come back in their order after a restart', async () => {
  await using folder = await temporaryFolder()
  await written(folder.path, [1, 'two', { three: '三\n' }])
  const { entries, journal } = await openCounted(folder.path)
  expect(entries).toEqual([1, 'two', { three: '三\n' }])
  await journal.close()
})

test('entries that wait at the same moment share one line', async () => {
  await using folder = await temporaryFolder()
  const opened = await openCounted(folder.path)
  for (let entry = 0; entry < 100; entry++) opened.add(entry)
  await opened.journal.durable()
  const lines = (await readFile(`${folder.path}/journal`, 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(1)
  await opened.journal.close()
})

test.each([
  { what: 'half a line', tail: '0a1b2c3d [{"half"' },
  { what: 'half a checksum', tail: '0a1b' },
  { what: 'zeros', tail: '\0'.repeat(100) },
  { what: 'a whole line with a wrong checksum', tail: '00000000 [1]\n' },
])('$what at the end is dropped, and what was acknowledged stays', async ({ tail }) => {
  await using folder = await temporaryFolder()
  await written(folder.path, [1, 2])
  await appendFile(`${folder.path}/journal`, tail)
  await written(folder.path, [3])
  const { entries, journal } = await openCounted(folder.path)
  expect(entries).toEqual([1, 2, 3])
  await journal.close()
})

test('damage before a good line refuses the start and leaves the file as it is', async () => {
  await using folder = await temporaryFolder()
  await written(folder.path, [1, 2])
  const path = `${folder.path}/journal`
  const damaged = (await readFile(path, 'utf8')).replace('[1]', '[7]')
  await writeFile(path, damaged)
  await expect(openCounted(folder.path)).rejects.toThrow('line 1 is damaged')
  expect(await readFile(path, 'utf8')).toBe(damaged)
})

test('a start rewrites the file to what the snapshot holds', async () => {
  await using folder = await temporaryFolder()
  await written(
    folder.path,
    Array.from({ length: 50 }, () => 'x'.repeat(100)),
  )
  const before = (await stat(`${folder.path}/journal`)).size
  const journal = await openJournal({
    dir: folder.path,
    replay: () => undefined,
    snapshot: () => ['all of it'],
    onFailure: () => undefined,
  })
  expect((await stat(`${folder.path}/journal`)).size).toBeLessThan(before / 50)
  await journal.close()
  const { entries, journal: again } = await openCounted(folder.path)
  expect(entries).toEqual(['all of it'])
  await again.close()
})

test('a file that outgrew its content is rewritten while it runs, and nothing is lost', async () => {
  await using folder = await temporaryFolder()
  let last: unknown
  const options = {
    dir: folder.path,
    replay: (entry: unknown) => void (last = entry),
    snapshot: () => [last],
    onFailure: () => undefined,
  }
  const journal = await openJournal(options)
  const filler = 'x'.repeat(1024 * 1024)
  for (let entry = 0; entry < 20; entry++) {
    last = { entry, filler }
    journal.append(last)
    await journal.durable()
  }
  expect((await stat(`${folder.path}/journal`)).size).toBeLessThan(16 * 1024 * 1024)
  await journal.close()
  const again = await openJournal(options)
  expect(last).toMatchObject({ entry: 19 })
  await again.close()
})

test('once another process took over the folder, nothing more is acknowledged', async () => {
  await using folder = await temporaryFolder()
  const first = await openCounted(folder.path)
  const second = await openCounted(folder.path)
  second.add('of the second')
  await second.journal.durable()

  first.add('of the first')
  await expect(first.journal.durable()).rejects.toThrow('another process')
  first.add('later')
  await expect(first.journal.durable()).rejects.toThrow('another process')
  expect(first.failures.length).toBeGreaterThan(0)
  await first.journal.close()
  await second.journal.close()
})
