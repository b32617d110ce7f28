import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createPasswords } from '../../account/password/passwords.ts'
import { accountJobs } from '../../account/jobs.ts'
import { buildApp } from '../../app.ts'
import { endClosedAccount } from './end-closed-account.ts'
import { applicationJobs } from '../../applications/jobs.ts'
import { signOutNotices } from '../../applications/sign-on/notify-sign-out.ts'
import { signOnRoutes } from '../../applications/sign-on/routes.ts'
import { applicationHandlers } from '../../applications/webhooks/deliver-message.ts'
import { processEnvironment, type Config } from '../../config/config.ts'
import { inviteFirstOwner } from '../../console/first-owner.ts'
import { listenForConsole } from '../../console/listen.ts'
import { migrate } from '../../db/migrate.ts'
import { connect, databaseLimits } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createCaptcha } from '../../gateways/captcha/create-captcha.ts'
import { createMailer } from '../../gateways/mail/mailer.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { crashReports } from '../../http/reports/crash-report.ts'
import { cspReports } from '../../http/reports/csp-report.ts'
import { isMailStorm } from '../../account/limits.ts'
import { createLimits } from '../../http/limits/limits.ts'
import { restrictToOwnHosts } from '../../http/security/own-hosts.ts'
import { answerAtOnce, answerPage, servePages } from '../../http/pages/pages.ts'
import { invoiceChangeHandlers, invoiceJobs } from '../../invoices/jobs.ts'
import { startJobs, type Jobs } from '../../jobs/worker.ts'
import { mailHandlers } from '../../mail/outbox.ts'
import { alertDeadJob, alertFailingJob, alertOperator } from '../../alerts/raise-alert.ts'
import { pushHandlers } from '../../alerts/pushes/send-pushes.ts'
import { readPlansOfPages, seedPlans } from '../../recharge/plans/plans.store.ts'
import { creditJobs } from '../../credit/jobs.ts'
import { rechargeJobs } from '../../recharge/jobs.ts'
import { listDueGrants } from '../../recharge/orders/due-grants.store.ts'
import { identifyShop } from '../../gateways/payments/shop-identity.store.ts'
import { paymentWebhook } from '../../recharge/payments/webhook.ts'
import type { Content } from '../../site/content/load-content.ts'
import { announcePages } from '../../site/announcements/announced-pages.ts'
import { loadPages, pagesOfChangedPlans } from '../../site/pages/load-pages.ts'
import { createRecolor } from '../../site/colors/recolor.ts'
import { mailBrand } from '../../site/mail-brand.ts'
import { currentRequestId } from '../../request-id.ts'
import { StartRefusal } from '../../config/start-refusal.ts'
import type { UnknownSetting } from '../../config/unknown-settings.ts'
import { watchDisk } from '../health/disk-watch.ts'
import { healthRoutes, type Readiness } from '../health/health.ts'
import { startMetrics } from '../metrics/start-metrics.ts'
import { inheritedSockets } from './inherited-sockets.ts'
import { listStartWarnings, planWarnings, type StartWarning } from './checks/start-warnings.ts'
import { checkPool, checkSecretKey } from './checks/database-checks.ts'
import { startTools } from './start-tools.ts'
import { setTimeout as delay } from 'node:timers/promises'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

export interface ShopParts {
  config: Config
  content: Content
  unknownSettings: readonly UnknownSetting[]
  log: FastifyBaseLogger
  /** Its address, once it answers. */
  database: Promise<string>
  readiness: Readiness
  /** Collects how to stop each started part, in reverse order. */
  cleanup: AsyncDisposableStack
}

export interface StartedShop {
  /** What listens for visitors and operators. */
  servers: readonly Server[]
  /** Which pages have no picture for social media; null when all have one. */
  missingPictures: string | null
  /** Where the console's first owner begins; null when somebody has already begun. */
  ownerLink: string | null
  warnings: readonly StartWarning[]
  /** Starts background jobs: last, so that a failed start has done nothing. */
  startJobs: () => void
  /** Starts the demo's tools site, which follows the shop. */
  startTools: () => Promise<void>
}

/** Starts the shop on its database; resolves when it listens. */
export async function startShop(parts: ShopParts): Promise<StartedShop> {
  const { config, content, unknownSettings, log, readiness, cleanup } = parts
  const url = await parts.database
  const disk = watchDisk(config)
  const sql = connect(url, {
    ...databaseLimits(config.limitsFactor),
    max: config.databasePool,
    prepare: config.databasePrepare,
    onDiskFull: disk.recordFullDisk,
    onSlow: (statement) => log.warn({ ...statement, reqId: currentRequestId() }, 'slow statement'),
    requestId: currentRequestId,
    onError(err) {
      // at the shutdown the embedded database may end before a connection is closed
      if (!readiness.isStopping) log.warn({ err }, 'an idle database connection broke')
    },
  })
  cleanup.defer(() => sql.end())
  await migrate(url, {
    onWait: (holders) => log.warn({ holders }, 'a migration waits for others in the database'),
  })
  await checkSecretKey(sql, config)
  await checkPool(sql, config)
  await seedPlans(sql, content.plans)

  const instruments = await startMetrics(config, sql, cleanup)
  const limits = createLimits(sql)
  const deps: Deps = {
    config,
    sql,
    now: () => new Date(),
    log,
    content,
    captcha: createCaptcha({ config, sql, isUnderAttack: () => isMailStorm(limits) }),
    payments: instruments.timePayments(stripePayments(config.payments)),
    shop: await identifyShop(sql),
    passwords: createPasswords(config.secretKey),
    limits,
  }

  const mailer = createMailer(config, mailBrand(config, content))
  cleanup.defer(() => mailer.close())
  let jobs: Jobs | undefined
  cleanup.defer(() => jobs?.stop())

  const sold = await readPlansOfPages(sql)
  const warnings = [
    ...listStartWarnings({ config, content, plans: sold.plans, unknownSettings }),
    ...(await planWarnings(sql, config, content)),
  ]
  const shown = { config, content, ...sold, distDir: DIST }
  const loaded = await loadPages(shown)
  const renew = pagesOfChangedPlans(shown, () => readPlansOfPages(sql))
  const pages = await announcePages(deps, loaded, renew)
  cleanup.defer(() => pages.stop())
  const signOn = signOnRoutes(deps, { recolor: createRecolor(content.site.colors) })
  const app = await buildApp(deps, {
    routes: [
      instruments.measureResponses,
      healthRoutes(sql, readiness, disk, config),
      paymentWebhook(deps),
      signOn.routes,
      crashReports,
      cspReports(instruments.countViolation),
      ...(await devRoutes(config, content)),
      async (routes) => servePages(routes, pages),
    ],
    answerAtOnce(request, response) {
      if (!answerAtOnce(pages, request, response)) return false
      instruments.measureFile(request, response)
      return true
    },
    notFound: (request, reply) => answerPage(pages, request, reply),
  })
  cleanup.defer(() => app.close())
  const sockets = inheritedSockets(processEnvironment(), process.pid)
  await listen(app, config, sockets.shop)
  const operators = await listenForConsole(deps, {
    cleanup,
    socket: sockets.console,
    measureResponses: instruments.measureResponses,
  })
  return {
    servers: operators === null ? [app.server] : [app.server, operators],
    // in production `operators invite` does it
    ownerLink: config.isProduction ? null : await inviteFirstOwner(deps),
    missingPictures: loaded.missingPictures,
    warnings,
    startTools: () => startTools(deps, cleanup),
    startJobs() {
      void raiseWarnings(deps, warnings)
      if (config.isProduction)
        logStartFindings(deps, readiness).catch((err: unknown) =>
          log.error({ err }, 'the checks of the start failed'),
        )
      jobs = startJobs({
        sql,
        log,
        handlers: {
          ...mailHandlers(mailer, config),
          ...pushHandlers(deps),
          ...applicationHandlers(deps),
          ...invoiceChangeHandlers(deps),
          ...signOutNotices(deps, signOn.openProvider),
        },
        timed: [
          ...accountJobs(deps, { endSpending: endClosedAccount }),
          ...creditJobs(deps, listDueGrants),
          ...rechargeJobs(deps),
          ...applicationJobs(deps),
          ...invoiceJobs(deps),
        ],
        onFailing: (job) => alertFailingJob(deps, job),
        onDead: (job) => alertDeadJob(deps, job),
      })
    },
  }
}

async function listen(
  app: FastifyInstance,
  { host, port, payments, isProduction }: Config,
  socket: number | null,
): Promise<void> {
  const place = socket === null ? { host, port } : { host, fd: socket }
  await app.listen(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && isProduction && payments.sandboxPort !== null)
      throw new StartRefusal(
        `端口 ${port} 已被占用：请关闭占用它的程序，或换一个 PORT。每个节点的支付沙箱用 PORT 之后的一个端口（SANDBOX_PORT），几个节点要共用一个沙箱：请让其他节点的 STRIPE_API_BASE 指向它`,
        { cause: error },
      )
    if (error.syscall !== 'getaddrinfo') throw error
    throw new StartRefusal(
      `HOST=${host} 不是地址，也不是这台机器知道的名称：请改成 localhost、0.0.0.0 或这台机器的一个地址`,
      { cause: error },
    )
  })
}

/** The mail reader shows codes and links: never in production. */
async function devRoutes(config: Config, { site }: Content): Promise<FastifyPluginAsync[]> {
  const { isProduction, mail, dataDir } = config
  if (isProduction || mail.smtpUrl !== null) return []
  const { devMail } = await import('../../site/dev-mail/dev-mail.ts')
  return [restrictToOwnHosts(config, devMail(join(dataDir, 'mail'), site.timeZone))]
}

/** One alert a warning, with the time of the last start that had it. */
async function raiseWarnings(deps: Deps, warnings: readonly StartWarning[]): Promise<void> {
  for (const { name, text } of warnings.filter(({ isAlert }) => isAlert)) {
    await alertOperator(deps, {
      kind: 'start_warning',
      subject: name,
      facts: { reason: text },
    }).catch((err: unknown) => deps.log.error({ err }, 'a warning of the start is in no alert'))
  }
}

/** Those of the doctor's checks that a start answers for: what no setting shows. */
const AT_START = ['durability', 'keys', 'webhook', 'mail', 'clock', 'backup']

/** Visitors and the jobs of a start come first. */
const PAUSE_MS = 5_000

/** Logs what `operator doctor` would say of the database, the provider, the mail server, the clock and the backup. */
async function logStartFindings(deps: Deps, readiness: Readiness): Promise<void> {
  await delay(PAUSE_MS, undefined, { ref: false })
  if (readiness.isStopping) return
  const { checks, runCheck } = await import('../../operator/doctor/run-checks.ts')
  const { config, sql, now, content, log } = deps
  const context = { config, sql, now, content, deps: () => Promise.resolve(deps) }
  for (const check of checks.filter(({ id }) => AT_START.includes(id))) {
    const { id, title, outcome, found, advice } = await runCheck(context, check)
    if (readiness.isStopping) return
    if (outcome === 'good') continue
    log.warn({ warning: `doctor_${id}` }, [`${title}：${found}`, advice].filter(Boolean).join('。'))
  }
}
