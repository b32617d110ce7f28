import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { freePorts, occupyPort, releasePort } from '../../testing/free-ports.ts'
import { type RunningShop, runShop } from '#harness/shop-process.ts'
import {
  createDataFolder,
  WAIT_OPTIONS,
  waitForOutput,
  createShopParts,
} from '../../testing/shop-parts.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 120_000

/** The build renders the documents. */
beforeAll(buildWeb, LONG)

/** The child process that runs this program; the rendering program may still be exiting. */
async function childOf({ process: { pid } }: RunningShop, program: string): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of children.trim().split(' ')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(program)) return Number(child)
  }
  throw new Error(`no child runs ${program}`)
}

test.each(['server/main.ts', 'scripts/serve.ts'])(
  '%s stopped during its first start leaves no process running and prints nothing',
  async (program) => {
    await using data = await createDataFolder()
    const { port, sandboxPort } = await freePorts()
    await using shop = runShop({ PORT: String(port), DATA_DIR: data.folder }, program)
    const postgres = join(data.folder, 'postgres')
    await vi.waitFor(() => access(join(postgres, 'PG_VERSION')), { ...WAIT_OPTIONS, interval: 5 })
    shop.process.kill('SIGTERM')
    expect([await shop.ended, shop.output()]).toEqual([0, ''])
    await expect(access(join(postgres, 'postmaster.pid'))).rejects.toThrow('ENOENT')
    await releasePort(await occupyPort(sandboxPort))
  },
  LONG,
)

test(
  'crashed sandbox is restarted',
  async () => {
    await using parts = await createShopParts()
    await using shop = runShop(parts.settings)
    await waitForOutput(shop, '已就绪')
    const sandbox = `http://localhost:${parts.sandboxPort}/`
    process.kill(await childOf(shop, 'sandbox/main.ts'), 'SIGKILL')
    await waitForOutput(shop, 'the payment sandbox died')
    await vi.waitFor(async () => expect((await fetch(sandbox)).status).toBe(200), WAIT_OPTIONS)
  },
  LONG,
)
