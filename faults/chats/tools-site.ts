import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as apiKeys from '#contract/account/api-keys.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { callAsCustomer } from '#harness/buyer-call.ts'
import type { Customer } from '#harness/customers.ts'
import { startSupervisedApp, type SupervisedApp } from '#harness/supervised-app.ts'
import { registerApplication } from '../applications/open-applications.ts'
import type { Scenario } from '../rig/scenario.ts'
import { CREDIT_A_TOKEN } from './chat.ts'
import { type Gate, startGate } from './gate.ts'
import { type ModelServer, startModelServer } from './model.ts'

/** The tools site in a process of its own, with a gate before the shop and a model behind it. */
export interface ToolsSite extends AsyncDisposable {
  app: SupervisedApp
  gate: Gate
  model: ModelServer
  applicationId: string
  /** A new key of the customer's for its chats. */
  createKey(customer: Customer): Promise<string>
}

/** A credit a token of the answer; what is asked costs nothing. */
const OUTPUT = CREDIT_A_TOKEN * 1_000_000
const MODELS = { models: [{ id: 'chat', input: 0, output: OUTPUT, longestAnswer: 1_000_000 }] }

export async function startToolsSite({ app, root, env, sql }: Scenario): Promise<ToolsSite> {
  const cleanup = new AsyncDisposableStack()
  try {
    const gate = cleanup.use(await startGate(app.url))
    const model = cleanup.use(await startModelServer())
    const { id: applicationId, apiKey } = await registerApplication(sql, { isFirstParty: true })
    const folder = join(dirname(env['DATA_DIR']!), 'tools')
    await mkdir(folder)
    await writeFile(join(folder, 'models.json'), JSON.stringify(MODELS))
    const port = await freePort()
    const site = await startSupervisedApp({
      ...{ root, program: 'tools/main.ts', readyPath: '/healthz', port },
      env: {
        TOOLS_PORT: String(port),
        TOOLS_DATA: folder,
        SHOP_URL: gate.url,
        CLIENT_ID: applicationId,
        CLIENT_SECRET: 'unused: nobody signs on',
        APP_KEY: apiKey,
        AI_BASE_URL: model.url,
        MODELS: join(folder, 'models.json'),
      },
      logFile: join(folder, 'tools.log'),
    })
    cleanup.use(site)
    await site.ready()
    return {
      ...{ app: site, gate, model, applicationId },
      async createKey(customer) {
        const input = { applicationId, name: '脚本', monthlyLimit: null }
        const visitor = { url: app.url, customer }
        return (await callAsCustomer(visitor, apiKeys.createApiKey, input)).key
      },
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}
