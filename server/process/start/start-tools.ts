import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DEMO_TOOLS_CLIENT, registerDemoTools } from '../../applications/registry/demo-tools.ts'
import { DatabaseUnavailable } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { startChildProgram } from './child-program.ts'

const PROGRAM = fileURLToPath(new URL('../../../tools/main.ts', import.meta.url))
const RETRY_MS = 1_000

/**
 * Registers the demo's tools site as an application and runs it beside the shop, when the settings want it. The shop
 * goes on without it when it does not start.
 */
export async function startTools(
  deps: Pick<Deps, 'sql' | 'now' | 'config' | 'content' | 'log'>,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const { log, config, content } = deps
  const { tools, host, publicUrl } = config
  if (tools === null || cleanup.disposed) return
  try {
    await register(deps, cleanup)
    if (cleanup.disposed) return
    const env = {
      TOOLS_PORT: String(tools.port),
      TOOLS_HOST: host,
      TOOLS_PUBLIC_URL: tools.publicUrl,
      TOOLS_NAME: content.site.toolsLabel,
      SHOP_URL: publicUrl,
      SHOP_NAME: content.site.name,
      CREDIT_UNIT: content.site.creditUnit,
      CLIENT_ID: DEMO_TOOLS_CLIENT,
      CLIENT_SECRET: tools.clientSecret,
      APP_KEY: tools.appKey,
      TOOLS_DATA: join(config.dataDir, 'tools'),
      ...config.toolsEnvironment,
    }
    const child = startChildProgram(PROGRAM, env, (reason) =>
      log.error({ reason }, 'the tools site died and is started again'),
    )
    cleanup.defer(() => child.stop())
    await child.ready
  } catch (err) {
    if (!cleanup.disposed) log.error({ err }, 'the tools site did not start')
  }
}

/** Tries again while the database does not answer, which at a start may be busy. */
async function register(
  deps: Pick<Deps, 'sql' | 'now' | 'config' | 'content'>,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  while (!cleanup.disposed) {
    try {
      return await registerDemoTools(deps)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      await pause(RETRY_MS, undefined, { ref: false })
    }
  }
}
