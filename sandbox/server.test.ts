import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startSandbox } from './server.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startTestSandbox,
  createTemporaryFolder,
} from './testing/test-sandbox.ts'

const keys = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY }

test('a second start by mistake, on the port or on the folder, fails and leaves the first one unharmed', async () => {
  await using sandbox = await startTestSandbox()
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ ...keys, dir: sandbox.dir, port })).rejects.toThrow('EADDRINUSE')
  const second = startSandbox({ ...keys, dir: sandbox.dir })
  await expect(second).rejects.toThrow('正由另一个支付沙箱使用')
  expect(await sandbox.newIntent()).toMatchObject({ status: 'requires_payment_method' })
})

test('a damaged folder refuses the start and frees the port', async () => {
  await using folder = await createTemporaryFolder()
  const first = await startSandbox({ ...keys, dir: folder.path })
  await first.close()
  const path = `${folder.path}/sandbox.db`
  await writeFile(path, 'no database'.repeat(1000))
  const start = () => startSandbox({ ...keys, dir: folder.path, port: first.port })
  await expect(start()).rejects.toThrow(/sandbox\.db: file is not a database/)
  await rm(path)
  await (await start()).close()
})

test('a connection on which nothing moves is ended', async () => {
  await using sandbox = await startTestSandbox({ idleMs: 50 })
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  expect(await text(socket)).toBe('')
})
