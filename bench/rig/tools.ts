import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiKey } from '#contract/account/api-keys.ts'
import { callAsCustomer } from '#harness/buyer-call.ts'
import type { Customer } from '#harness/customers.ts'
import { endProcess, untilReady } from '#harness/processes.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { type CorePlacement, startProgram } from './programs.ts'
import type { Shop } from './shop.ts'

const MANY = 1_000_000
const LIMITS = { callsPerSecond: MANY, userCallsPerSecond: MANY, userBurst: MANY }

interface ToolsStart {
  customers: Customer[]
  place: CorePlacement
  env?: NodeJS.ProcessEnv
}

/** The tools site as an application of the shop without limits, with a key of each customer. */
export async function startTools(shop: Shop, { customers, place, env }: ToolsStart) {
  const cleanup = new AsyncDisposableStack()
  const appKey = await openApplication(shop.sql, customers, LIMITS)
  const [application] = await shop.sql<{ id: string }>`select id from applications`
  const keys = await Promise.all(
    customers.map(async (customer) => {
      const wanted = { applicationId: application!.id, name: '脚本', monthlyLimit: null }
      return (await callAsCustomer({ url: shop.url, customer }, createApiKey, wanted)).key
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'bench-tools-'))
  cleanup.defer(() => rm(folder, { recursive: true }))
  const port = await freePort()
  const child = startProgram({
    ...{ program: 'tools/main.ts', place, stdio: 'ignore' },
    env: {
      ...{ NODE_ENV: 'production', TOOLS_PORT: String(port), TOOLS_DATA: folder },
      ...{ SHOP_URL: shop.url, CLIENT_ID: 'bench', CLIENT_SECRET: 'nobody signs on' },
      ...{ APP_KEY: appKey, ...env },
    },
  })
  cleanup.defer(() => endProcess(child))
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}/healthz`, child)
  return { url, keys, pid: child.pid!, [Symbol.asyncDispose]: () => cleanup.disposeAsync() }
}
