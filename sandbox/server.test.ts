import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startSandbox } from './server.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startTestSandbox,
  temporaryFolder,
} from './testing/harness.ts'

const keys = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY }

test('a second start by mistake fails on the port and leaves the first one unharmed', async () => {
  await using sandbox = await startTestSandbox()
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ ...keys, dir: sandbox.dir, port })).rejects.toThrow('EADDRINUSE')
  expect(await sandbox.newIntent()).toMatchObject({ status: 'requires_payment_method' })
})

test('a second start on the folder from another port is refused, and leaves the first one unharmed', async () => {
  await using sandbox = await startTestSandbox()
  const second = startSandbox({ ...keys, dir: sandbox.dir })
  await expect(second).rejects.toThrow(new URL(sandbox.url).port)
  expect(await sandbox.newIntent()).toMatchObject({ status: 'requires_payment_method' })
  await using other = await temporaryFolder()
  // the port of one that ended may be that of another folder's by now
  await writeFile(`${other.path}/port`, new URL(sandbox.url).port)
  await (await startSandbox({ ...keys, dir: other.path })).close()
})

test('a damaged folder refuses the start and frees the port', async () => {
  await using folder = await temporaryFolder()
  const first = await startSandbox({ ...keys, dir: folder.path })
  await first.close()
  const path = `${folder.path}/journal`
  // A broken line and then one whose checksum is right.
  await writeFile(path, '00000000 [1]\n0d4cbb29 []\n')
  const start = () => startSandbox({ ...keys, dir: folder.path, port: first.port })
  await expect(start()).rejects.toThrow('damaged')
  await writeFile(path, '')
  await (await start()).close()
})
