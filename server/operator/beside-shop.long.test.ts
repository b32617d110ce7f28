import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { runOperator } from '#harness/run-operator.ts'
import { freePorts } from '../testing/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import { buildWeb } from '../testing/build-web.ts'
import { startOperatorServer } from '../testing/operator-shop.ts'
import { SMALL } from '../testing/shop.ts'

/** A dozen programs start one after another. */
const LONG = 180_000
const PATIENCE = { timeout: 30_000, interval: 50 }

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-operator-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** The documents that the running shop shows are rendered by what the build made. */
beforeAll(buildWeb, LONG)

test(
  'command works beside the running shop, and without it starts and stops the database itself',
  async () => {
    await using data = await folder()
    const { port } = await freePorts()
    const settings = { PORT: String(port), DATA_DIR: data.path }
    const run = (...words: string[]) => runOperator(settings, words)
    {
      await using shop = runShop(settings)
      await vi.waitFor(() => expect(shop.output()).toContain('已就绪'), PATIENCE)
      expect((await run('plans', 'withdraw', 'trial')).code).toBe(0)
      const list = await fetch(`http://localhost:${port}/clients/web/recharge/translate/combo/list`)
      expect(await list.text()).not.toContain('"id":"trial"')
      // its sandbox too, whatever its port
      const elsewhere = await runOperator({ DATA_DIR: data.path }, ['diff'])
      expect(elsewhere.output).toContain('双方一致')
      shop.process.kill('SIGINT')
      expect(await shop.ended).toBe(0)
    }
    expect(existsSync(join(data.path, 'shop-addresses.json'))).toBe(false)
    const pidFile = join(data.path, 'postgres/postmaster.pid')
    expect(existsSync(pidFile)).toBe(false)
    expect((await run('plans', 'withdraw', 'trial')).errors).toContain('已经下架')
    const alone = await run('diff')
    expect([alone.code, alone.errors]).toEqual([4, expect.stringContaining('请先启动商店')])
    expect(existsSync(pidFile)).toBe(false)

    const file = join(data.path, 'whole.gz')
    expect((await run('backup', file)).code).toBe(0)
    await using elsewhere = await folder()
    const there = (...words: string[]) =>
      runOperator({ ...settings, DATA_DIR: elsewhere.path }, words)
    const refused = await there('restore', file)
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('SECRET_KEY')])
    await promisify(execFile)('cp', ['-r', join(data.path, 'secrets'), elsewhere.path])
    expect(await there('restore', file)).toMatchObject({ code: 0 })
    expect((await there('plans', 'withdraw', 'trial')).errors).toContain('已经下架')
  },
  LONG,
)

test(
  "npm run operator resolves paths from the caller's folder",
  async () => {
    await using fixture = await startOperatorServer()
    const { currency: _, ...plan } = SMALL
    await writeFile(
      join(fixture.operator.folder, 'mine.json'),
      JSON.stringify([{ ...plan, name: '改' }]),
    )
    const npm = (...words: string[]) =>
      promisify(execFile)(
        'npm',
        ['run', '--silent', '--prefix', process.cwd(), 'operator', '--', ...words],
        {
          cwd: fixture.operator.folder,
          env: {
            PATH: process.env['PATH'],
            HOME: process.env['HOME'],
            ...fixture.operator.settings,
          },
        },
      )
    expect((await npm('plans', 'apply', 'mine.json')).stdout).toContain('名称：小 → 改')
    const { stdout } = await npm('alerts')
    expect(JSON.parse(stdout)).toEqual([])
    await expect(npm('orders', 'show', 'none')).rejects.toMatchObject({ code: 1 })
  },
  LONG,
)
