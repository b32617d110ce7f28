import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-ports.ts'
import { newProviderKeys, type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts'
import type { Ports } from './nginx.ts'

interface Place {
  folder: string
  front: Ports
  databaseUrl: string
  cleanup: AsyncDisposableStack
}

interface OpenedSettings {
  env: Record<string, string> &
    Record<'DATABASE_URL' | 'SECRET_KEY' | 'PUBLIC_URL' | 'CONSOLE_URL', string>
  provider: SandboxProcess
}

/** Settings of all nodes in production mode, with a sandbox that they share. */
export async function openSettings({
  folder,
  front,
  databaseUrl,
  cleanup,
}: Place): Promise<OpenedSettings> {
  const keys = newProviderKeys()
  const publicUrl = `http://127.0.0.1:${front.shop}`
  const provider = cleanup.use(
    await startSandboxProcess({
      ...{ keys, port: await freePort(), folder: join(folder, 'sandbox') },
      webhookUrl: `${publicUrl}/webhooks/stripe`,
    }),
  )
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(48).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'drill@example.com',
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: provider.url,
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
    TRUST_PROXY: 'loopback',
    CONSOLE_URL: `http://localhost:${front.console}`,
    LOG_LEVEL: 'warn',
  }
  return { env, provider }
}
