import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { failureText } from '../../jobs/record-end.ts'
import { attemptsWithin } from '../../jobs/retry-schedule.ts'
import { userAgentOf } from '../../program.ts'
import { GiveUp, type JobKind } from '../../jobs/worker.ts'
import * as store from './messages.store.ts'
import { postMessage } from './post-message.ts'
import { signedHeaders, decryptWebhookSecret } from './sign-message.ts'

/** The function tell_applications of the database writes jobs of this kind. */
export const MESSAGE_KIND = 'application-message'
/** Three days, and an hour because pauses differ a little. */
const RETRY_PERIOD_MS = 73 * 60 * 60 * 1000
const ATTEMPTS = attemptsWithin(RETRY_PERIOD_MS)

const payloadSchema = z.object({ id: z.string() })

type Needs = Pick<Deps, 'sql' | 'now' | 'config'>

/** Delivers messages to applications and tries again for three days. */
export function applicationHandlers(
  deps: Needs,
  { attempts = ATTEMPTS, timeoutMs }: { attempts?: number; timeoutMs?: number } = {},
): Record<string, JobKind> {
  return {
    [MESSAGE_KIND]: {
      attempts,
      async run(payload, { attempt, signal }) {
        const { id } = payloadSchema.parse(payload)
        const message = await store.findWaitingMessage(deps.sql, id)
        if (message === null) return
        try {
          await deliver(deps, id, message, {
            signal,
            ...(timeoutMs !== undefined && { timeoutMs }),
          })
        } catch (error) {
          // the process is stopping or another node has taken over: not a try of the receiver
          if (signal.aborted) throw error
          const isLast = error instanceof GiveUp || attempt >= attempts
          const state = isLast ? 'given_up' : 'waiting'
          await store.recordTry(deps.sql, id, { state, error: failureText(error), now: deps.now() })
          throw error
        }
        await store.recordTry(deps.sql, id, { state: 'delivered', error: null, now: deps.now() })
      },
    },
  }
}

async function deliver(
  { config, now }: Needs,
  id: string,
  { type, data, createdAt, webhookUrl, webhookSecret, isDisabled }: store.MessageToDeliver,
  limits: { signal: AbortSignal; timeoutMs?: number },
): Promise<void> {
  if (isDisabled) throw new GiveUp('the application is disabled')
  if (webhookUrl === null || webhookSecret === null) throw new GiveUp('the application has no URL')
  const secret = readSecret(config.secretKey, webhookSecret)
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
  await postMessage({
    url: webhookUrl,
    userAgent: userAgentOf(config),
    headers: signedHeaders(secret, { id: `msg_${id}`, at: now(), body }),
    body,
    rules: { isProduction: config.isProduction, privateHosts: config.webhookPrivateHosts },
    ...limits,
  })
}

/** The message is tried again: the operator may rotate the secret meanwhile. */
function readSecret(secretKey: string, stored: Uint8Array): string {
  try {
    return decryptWebhookSecret(secretKey, stored)
  } catch (cause) {
    const mend = 'run applications rotate --webhook-secret and give the application the new secret'
    throw new Error(`the webhook secret was stored under another SECRET_KEY: ${mend}`, { cause })
  }
}
