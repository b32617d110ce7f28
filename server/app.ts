import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { api } from '#contract/api.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as notices from '#contract/account/notices.ts'
import * as loginNotice from '#contract/account/login-notice.ts'
import * as invoices from '#contract/invoices/invoices.ts'
import * as refundRequests from '#contract/recharge/refund-requests.ts'
import * as ledger from '#contract/credit/ledger.ts'
import * as personalData from '#contract/account/personal-data.ts'
import * as reminders from '#contract/account/reminders.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import * as signOn from '#contract/sign-on.ts'
import * as usage from '#contract/credit/usage.ts'
import { setChineseMessages } from '#contract/messages.ts'
import { loginNoticeHandlers, accountHandlers, personalDataHandlers } from './account/handlers.ts'
import { secondFactorHandlers } from './account/second-factor/handlers.ts'
import { applicationRoutes } from './applications/api/routes.ts'
import { revokeAccess, revokeAccessSince } from './applications/keys/end-spending.ts'
import { apiKeyHandlers, usageHandlers, signOnHandlers } from './applications/handlers.ts'
import { readSpendingHistory } from './applications/keys/spending-history.ts'
import type { Deps } from './deps.ts'
import { useAccessLog } from './http/access-log.ts'
import { createBrokenRequestHandler } from './http/failures/broken-requests.ts'
import { useCors, useApiHeaders } from './http/security/api-headers.ts'
import { useCsrf } from './http/security/csrf.ts'
import { AppError } from './http/app-error.ts'
import { endStalledReaders } from './http/end-stalled-readers.ts'
import { createFailureHandler, noteFailures } from './http/failures/answer-failure.ts'
import { useForwardedAddresses } from './http/security/forwarded.ts'
import { usePlainCookies } from './http/security/plain-cookies.ts'
import { isCall } from './http/pages/pages.ts'
import { readForms, serveEndpoints } from './http/serve.ts'
import { useSessions } from './http/sessions/session.ts'
import { readCredit } from './credit/read-credit.ts'
import { findReminders } from './credit/reminders/reminders.store.ts'
import { reminderHandlers } from './credit/reminders/handlers.ts'
import { prepareWelcome } from './credit/welcome/welcome-credit.ts'
import { unsubscribeRoutes } from './credit/reminders/unsubscribe-routes.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { readInvoiceHistory } from './invoices/invoice-history.ts'
import { ledgerHandlers, rechargeHandlers, refundRequestHandlers } from './recharge/handlers.ts'
import { readPurchaseHistory } from './recharge/orders/purchase-history.ts'
import { noticeHandlers } from './site/announcements/handlers.ts'
import { listSeenNotices } from './site/announcements/notices.store.ts'
import { siteHandlers } from './site/handlers.ts'
import { createRequestIds, useRequestIds } from './request-id.ts'
import { createVisitCounter } from './site/visits/visit-counter.ts'

const BODY_LIMIT = 64 * 1024
/** Time limits of a connection in milliseconds. */
const TIMEOUTS = {
  requestTimeout: 15_000,
  // longer than a proxy keeps idle connections, commonly 60 s: the proxy has to be the first to close
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  // Node looks for connections beyond these limits every 30 s by default
  connectionsCheckingInterval: 5_000,
}

/** The contract checks all shapes. Fastify's own compilers would add 50 ms (5 %) to the processor time of a start. */
const NO_COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('a route has a JSON Schema: declare its shape in the contract')
}

/** Routes besides the calls of the contract. */
export interface Extras {
  /** Documents and assets, the webhook, health, the mail reader. */
  routes?: FastifyPluginAsync[]
  /** Answers a request before all routes and hooks; false: it leaves it to them. */
  answerAtOnce?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Answers unknown paths outside `/api/`, `/clients/` and `/webhooks/`. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Builds the server from its dependencies; it neither reads the environment nor listens. */
export async function buildApp(deps: Deps, extras: Extras = {}): Promise<FastifyInstance> {
  setChineseMessages()
  const { config } = deps
  const answerFailure = createFailureHandler(config)
  let isClosing = false
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(config),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    // what still arrives on open connections is answered
    return503OnClosing: false,
    serverFactory: (answer) =>
      createServer(TIMEOUTS, (request, response) => {
        if (isClosing) response.setHeader('connection', 'close')
        if (extras.answerAtOnce?.(request, response) !== true) answer(request, response)
      }),
    clientErrorHandler: createBrokenRequestHandler(config),
    schemaController: { compilersFactory: NO_COMPILERS },
    // addresses that cannot be decoded
    frameworkErrors: (error, request, reply) =>
      isCall(request) || !extras.notFound
        ? answerFailure(error, request, reply)
        : extras.notFound(request, reply),
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  endStalledReaders(app.server)
  app.removeContentTypeParser('text/plain')

  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) => {
    if (!isCall(request) && extras.notFound) return extras.notFound(request, reply)
    throw new AppError('NOT_FOUND')
  })
  noteFailures(app)
  if (config.hasPlainCookies) usePlainCookies(app)
  useRequestIds(app)
  useForwardedAddresses(app, config)
  useAccessLog(app)
  await app.register(calls(deps))
  await app.register(applicationRoutes(deps))
  await app.register(unsubscribeRoutes(deps))
  for (const routes of extras.routes ?? []) await app.register(routes)
  return app
}

/** The calls of the contract, in their own scope: their hooks do not run for documents. */
function calls(deps: Deps): FastifyPluginAsync {
  return async (scope) => {
    await scope.register(cookie)
    readForms(scope)
    useApiHeaders(scope, deps.config)
    useCors(scope, deps.config)
    useSessions(scope, deps)
    useCsrf(scope, deps.config)

    const readers = {
      readCredit: (userId: string) => readCredit(deps.sql, userId),
      readHistory: (userId: string) => readPurchaseHistory(deps.sql, userId),
      readInvoices: (userId: string) => readInvoiceHistory(deps.sql, userId),
      readReminders: (userId: string) => findReminders(deps.sql, userId),
      readNotices: (userId: string) => listSeenNotices(deps.sql, userId),
      readSpending: (userId: string) => readSpendingHistory(deps.sql, userId),
    }
    serveEndpoints(
      scope,
      api.account,
      accountHandlers(deps, {
        ...readers,
        revokeAccess,
        revokeAccessSince,
        prepareWelcome: (visitor) => prepareWelcome(deps, visitor),
      }),
    )
    serveEndpoints(scope, personalData, personalDataHandlers(deps, { ...readers, revokeAccess }))
    serveEndpoints(scope, apiKeys, apiKeyHandlers(deps))
    serveEndpoints(scope, loginNotice, loginNoticeHandlers(deps, { revokeAccessSince }))
    serveEndpoints(scope, secondFactor, secondFactorHandlers(deps))
    serveEndpoints(scope, reminders, reminderHandlers(deps))
    serveEndpoints(scope, notices, noticeHandlers(deps))
    serveEndpoints(scope, signOn, signOnHandlers(deps))
    serveEndpoints(scope, usage, usageHandlers(deps))
    serveEndpoints(scope, api.recharge, rechargeHandlers(deps))
    serveEndpoints(scope, refundRequests, refundRequestHandlers(deps))
    serveEndpoints(scope, ledger, ledgerHandlers(deps))
    serveEndpoints(scope, invoices, invoiceHandlers(deps))
    const visits = createVisitCounter(deps)
    scope.addHook('onClose', () => visits.close())
    serveEndpoints(scope, api.site, siteHandlers(deps, visits))
    scope.all('/clients/*', () => {
      throw new AppError('NOT_FOUND')
    })
  }
}
