import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { createDataFolder } from '../testing/shop-parts.ts'
import { recordRunningShop, withRunningShop } from './shop-addresses.ts'

test("a command of the operator listens where the data folder's shop does, unless it is told another port", async () => {
  await using data = await createDataFolder()
  const own = { DATA_DIR: data.folder, SECRET_KEY: randomBytes(32).toString('hex') }
  const shop = loadConfig({ ...own, PORT: '4900', SANDBOX_PORT: '4950', TOOLS_SITE: 'none' })
  const forget = recordRunningShop(shop)
  const file = join(data.folder, 'shop-addresses.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const found = loadConfig(withRunningShop(own))
  expect(found).toMatchObject({ port: 4900, payments: shop.payments, tools: null })
  expect(found.console?.port).toBe(4903)
  for (const PORT of ['4900', '4800']) {
    const { payments } = loadConfig(withRunningShop({ ...own, PORT }))
    expect(payments.sandboxPort).toBe(PORT === '4900' ? 4950 : 4801)
  }
  expect(withRunningShop({ ...own, SANDBOX_PORT: '4999' })['SANDBOX_PORT']).toBe('4999')

  forget()
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, JSON.stringify({ pid: process.pid, settings: { PORT: '4800' } }))
  const forgetAnew = recordRunningShop(shop)
  expect(withRunningShop(own)['PORT']).toBe('4900')
  forgetAnew()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, JSON.stringify({ pid, settings: { PORT: '4900' } }))
  expect(withRunningShop(own)).toBe(own)
})
