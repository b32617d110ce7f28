import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

const HSTS_S = 365 * 24 * 60 * 60

/** Answers of the API are data: nothing in them may run, be framed or be embedded. Documents bring their own. */
export function apiHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: HSTS_S,
      includeSubDomains: false,
    },
    xXssProtection: false,
    xDownloadOptions: false,
    xFrameOptions: { action: 'deny' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'no-referrer' },
  }
}
