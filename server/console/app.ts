import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import { setChineseMessages } from '#contract/messages.ts'
import { useAccessLog } from '../http/access-log.ts'
import { AppError } from '../http/app-error.ts'
import { createFailureHandler, noteFailures } from '../http/failures/answer-failure.ts'
import { answerPage, isCall, type Pages, servePages } from '../http/pages/pages.ts'
import { usePlainCookies } from '../http/security/plain-cookies.ts'
import { useApiHeaders } from '../http/security/api-headers.ts'
import { useForwardedAddresses } from '../http/security/forwarded.ts'
import { createRequestIds, useRequestIds } from '../request-id.ts'
import { actionHandlers } from './actions/handlers.ts'
import { alertHandlers } from './alerts/handlers.ts'
import { announcementHandlers } from './announcements/handlers.ts'
import { applicationHandlers } from './applications/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { bookHandlers } from './books/handlers.ts'
import { creditHandlers } from './credit/handlers.ts'
import type { ConsoleDeps } from './deps.ts'
import { eventHandlers } from './events/handlers.ts'
import { figureHandlers } from './figures/handlers.ts'
import { exportHandlers } from './exports/handlers.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { invitationHandlers } from './invitation/handlers.ts'
import { mailHandlers } from './mails/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { createOwnPage } from './own-page.ts'
import { planHandlers } from './plans/handlers.ts'
import { pushHandlers } from './pushes/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { securityHandlers } from './security/handlers.ts'
import { serveConsoleCalls } from './serve.ts'
import { settingHandlers } from './settings/handlers.ts'
import { signatureHandlers } from './signatures/handlers.ts'
import { signInHandlers } from './sign-in/handlers.ts'
import { staffHandlers } from './staff/handlers.ts'
import { userHandlers } from './users/handlers.ts'

const BODY_LIMIT = 64 * 1024

/** Builds the console's own server; it does not listen. */
export async function buildConsole(
  deps: ConsoleDeps,
  pages: Pages,
  { measureResponses = async () => {} }: { measureResponses?: FastifyPluginAsync } = {},
): Promise<FastifyInstance> {
  setChineseMessages()
  const { config, settings } = deps
  const { hstsSubdomains } = config
  const own = { publicUrl: settings.url, hstsSubdomains, cookieDomain: null }
  const answerFailure = createFailureHandler(own, { hasCookies: false })
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(config),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    frameworkErrors: answerFailure,
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) => {
    if (isCall(request)) throw new AppError('NOT_FOUND')
    answerPage(pages, request, reply)
  })
  noteFailures(app)
  if (config.hasPlainCookies && settings.url.startsWith('http:')) usePlainCookies(app)
  useRequestIds(app)
  useForwardedAddresses(app, config)
  useAccessLog(app)
  await app.register(measureResponses)
  const ownPage = createOwnPage({ secretKey: config.secretKey, url: settings.url })
  const served = { deps, ownPage }
  await app.register(async (scope) => {
    await scope.register(cookie)
    useApiHeaders(scope, own)
    serveConsoleCalls(scope, served, consoleApi.signIn, signInHandlers(deps, ownPage))
    serveConsoleCalls(scope, served, consoleApi.invitation, invitationHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.security, securityHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.staff, staffHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.actions, actionHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.signatures, signatureHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.audit, auditHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.orders, orderHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.users, userHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.mails, mailHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.invoices, invoiceHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.events, eventHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.search, searchHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.figures, figureHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.alerts, alertHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.plans, planHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.announcements, announcementHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.settings, settingHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.pushes, pushHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.books, bookHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.applications, applicationHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.credit, creditHandlers(deps))
    serveConsoleCalls(scope, served, consoleApi.exports, exportHandlers(deps))
  })
  await app.register(async (routes) => servePages(routes, pages))
  return app
}
