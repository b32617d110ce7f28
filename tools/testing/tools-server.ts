import { fileURLToPath } from 'node:url'
import { DEMO_TOOLS_CLIENT, registerDemoTools } from '#server/applications/registry/demo-tools.ts'
import { newApplicationKey } from '#server/applications/secrets.ts'
import { adjust } from '#server/testing/credit.ts'
import { newApplication } from '#server/testing/applications/applications.ts'
import { startTestServer, type TestUser } from '#server/testing/harness.ts'
import { freePort } from '#server/testing/free-ports.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import { readModels } from '../chat/models.ts'
import type { ToolsConfig } from '../config.ts'
import { buildToolsApp } from '../server.ts'
import { createBrowser, type TestBrowser } from './browser.ts'

const APP_SECRET = 'a-secret-of-the-tools-site-for-tests'
const MODELS = readModels(fileURLToPath(new URL('../chat/models.json', import.meta.url)))

type Options = Partial<Pick<ToolsConfig, 'models' | 'upstream' | 'dataDir'>>

/** A shop that listens at its PUBLIC_URL, and the tools site as its application. */
export async function startToolsServer(
  options: Parameters<typeof startTestServer>[0] = {},
  { models = MODELS, upstream = null, dataDir = null }: Options = {},
) {
  const cleanup = new AsyncDisposableStack()
  const server = cleanup.use(await startTestServer(options))
  await server.app.listen({ port: server.config.port, host: 'localhost' })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const secrets = { clientSecret: APP_SECRET, appKey: newApplicationKey() }
  const tools = { port, publicUrl: url, ...secrets }
  await registerDemoTools({ ...server.deps, config: { ...server.config, tools } })
  const { site } = server.deps.content
  const config = {
    ...{ port, host: '127.0.0.1', publicUrl: url, name: site.toolsLabel },
    shop: { url: server.config.publicUrl, name: site.name, creditUnit: site.creditUnit },
    ...{ clientId: DEMO_TOOLS_CLIENT, ...secrets, models, upstream, dataDir },
  }
  const app = await buildToolsApp(config)
  cleanup.defer(() => app.close())
  await app.listen({ port, host: '127.0.0.1' })

  return {
    server,
    app,
    config,
    url,
    sql: server.sql,
    newBrowser: createBrowser,
    /** A customer with credit, in a browser that is signed on to the tools. */
    async newCustomer({ credit = 100 } = {}): Promise<{ ann: TestUser; browser: TestBrowser }> {
      const ann = await server.newUser()
      if (credit > 0) await adjust(server, ann, { delta: credit })
      const browser = createBrowser()
      browser.adopt(ann)
      const { url: arrived } = await browser.open(`${url}/`)
      if (arrived.href !== `${url}/`) throw new Error(`the sign-on ended at ${arrived.href}`)
      return { ann, browser }
    },
    /** A key of the customer's for the tools. */
    async newKey(ann: TestUser, monthlyLimit: number | null = null): Promise<string> {
      const { body } = await ann.call(apiKeys.applicationList, {})
      const application = body.data.list.find(({ name }) => name === site.toolsLabel)
      const made = await ann.call(apiKeys.createApiKey, {
        ...{ applicationId: application!.id, name: '脚本', monthlyLimit },
      })
      return made.body.data.key
    },
    /** Another application of the operator's own. */
    otherApplication: () => newApplication(server),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

export type ToolsServer = Awaited<ReturnType<typeof startToolsServer>>
