import type { Server } from 'node:http'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import {
  type Config,
  loadConfig,
  needsDataFolder,
  processEnvironment,
} from '../../config/config.ts'
import { checkDataFolder, dataFolderFailure, withDataFolder } from '../../config/data-folder.ts'
import { startEmbeddedDatabase } from '../../db/embedded.ts'
import { renderBanner } from './banner.ts'
import type { Readiness } from '../health/health.ts'
import { createLogger } from '../logger.ts'
import { recordRunningShop } from '../shop-addresses.ts'
import { leaveQuietly } from '../stop/leave-quietly.ts'
import { startSandboxChild } from './sandbox-child.ts'
import { startFailure } from './start-failure.ts'
import { refuseDemoContent } from './checks/start-warnings.ts'
import { loadContent } from '../../site/content/load-content.ts'
import { type UnknownSetting, findUnknownSettings } from '../../config/unknown-settings.ts'

/** After this time the process ends, even when requests are still running. */
const CLOSE_LIMIT_MS = 15_000

const cleanup = new AsyncDisposableStack()
const readiness: Readiness = { isStopping: false }
/** What listens; empty until the start is complete. */
let servers: readonly Server[] = []
/** Parts that start while the program's modules are still loading. */
const underway: Promise<unknown>[] = []

/** Starts the process; when that fails, prints why and exits with 1. */
export async function startProcess(): Promise<void> {
  try {
    const variables = processEnvironment()
    await start(loadConfig(variables), findUnknownSettings(variables))
  } catch (error) {
    // a signal during the start: the shutdown has closed what the start needs and ends the process
    if (readiness.isStopping) return
    readiness.isStopping = true
    process.stderr.write(`${startFailure(error)}\n`)
    await Promise.allSettled(underway)
    await cleanup.disposeAsync().catch(() => {})
    process.exit(1)
  }
}

async function start(config: Config, unknownSettings: UnknownSetting[]): Promise<void> {
  const startedAt = performance.now()
  const log = createLogger(config)
  stopOnSignal(config, log)
  if (needsDataFolder(config)) checkDataFolder(config.dataDir)
  // database and sandbox start while the rest of the program is loaded; loading blocks the event loop,
  // so it begins when both have been launched
  const launched = Promise.withResolvers<void>()
  const database = startInBackground(openDatabase(config, log, launched.resolve))
  await Promise.race([launched.promise, database])
  const sandbox = startInBackground(openSandbox(config, log))
  const toolsUrl = config.tools?.publicUrl ?? null
  const content = loadContent(config.contentDir, config.payments.methods, { toolsUrl })
  refuseDemoContent({ config, content })
  const { startShop } = await import('./start-shop.ts')
  const parts = { config, content, unknownSettings, log, database, readiness, cleanup }
  const shop = await startShop(parts)
  const { missingPictures, ownerLink, warnings, startJobs, startTools } = shop
  await sandbox
  if (readiness.isStopping) return
  if (needsDataFolder(config)) {
    cleanup.defer(withDataFolder(config.dataDir, () => recordRunningShop(config)))
  }
  startJobs()
  servers = shop.servers
  if (config.isProduction) {
    if (missingPictures !== null) log.warn({ pictures: missingPictures }, 'pages without a picture')
    for (const { name, text } of warnings) log.warn({ warning: name }, text)
    log.info({ url: config.publicUrl }, 'ready')
    return
  }
  const startMs = performance.now() - startedAt
  process.stdout.write(
    renderBanner(content.site, config, { startMs, missingPictures, ownerLink, warnings }),
  )
  void startInBackground(startTools())
}

/** Lets work run during the start; its failure is reported where its result is awaited. */
function startInBackground<T>(work: Promise<T>): Promise<T> {
  underway.push(work.catch(() => {}))
  return work
}

async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: FastifyBaseLogger,
  onWait: () => void,
): Promise<string> {
  if (databaseUrl !== null) return databaseUrl
  const embedded = await startEmbeddedDatabase({
    dataDir,
    onWait,
    onRestart: (reason) => log.warn(reason),
  }).catch((error: unknown) => {
    throw dataFolderFailure(error, dataDir)
  })
  cleanup.defer(() => embedded.stop())
  return embedded.url
}

async function openSandbox(config: Config, log: FastifyBaseLogger): Promise<void> {
  if (config.payments.sandboxPort === null) return
  const child = startSandboxChild(config, (reason) =>
    log.error({ reason }, 'the payment sandbox died and is started again'),
  )
  cleanup.defer(() => child.stop())
  await child.ready
}

function stopOnSignal({ isProduction }: Config, log: FastifyBaseLogger): void {
  closeWithGrace({ delay: CLOSE_LIMIT_MS, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'unforeseen failure, stopping')
    readiness.isStopping = true
    // parts that are starting can be stopped only when they have started
    await Promise.allSettled(underway)
    if (isProduction && servers.length > 0) await leaveQuietly(servers)
    await cleanup.disposeAsync()
  })
}
