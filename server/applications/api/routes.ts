import type { FastifyPluginAsync } from 'fastify'
import * as calls from '#contract/applications/applications.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { createFailureHandler } from '../../http/failures/answer-failure.ts'
import { useApiHeaders } from '../../http/security/api-headers.ts'
import { createAuthenticate } from './authenticate.ts'
import { createCallLimits } from './call-limits.ts'
import { applicationHandlers } from './handlers.ts'
import { serveApplications } from './serve-applications.ts'

/** `/api/`: programs call it with a key, so it has no cookies, no csrf and no CORS. */
export function applicationRoutes(deps: Deps): FastifyPluginAsync {
  // oxlint-disable-next-line typescript/require-await -- Fastify takes the promise as the end of registration
  return async (app) => {
    app.setErrorHandler(createFailureHandler(deps.config, { hasCookies: false }))
    useApiHeaders(app, deps.config)
    serveApplications(app, calls, applicationHandlers(deps), {
      authenticate: createAuthenticate(deps),
      limits: createCallLimits(),
    })
    // made when it is first asked for
    let description: Promise<object> | undefined
    app.get('/api/v1/openapi.json', async () => {
      description ??= import('./describe-api.ts').then(({ describeApi }) =>
        describeApi(calls, { title: deps.content.site.name, url: deps.config.publicUrl }),
      )
      return description
    })
    app.all('/api/*', () => {
      const message = '没有这个接口，请核对网址和方法，见 /api/v1/openapi.json'
      throw new AppError('NOT_FOUND', { message })
    })
  }
}
