import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.ts'
import { type ChildProgram, startChildProgram } from './child-program.ts'

const PROGRAM = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))

/** Runs the payment sandbox beside the shop. */
export function startSandboxChild(
  config: Config,
  onRestart: (reason: string) => void,
): ChildProgram {
  return startChildProgram(PROGRAM, environmentFor(config), onRestart)
}

function environmentFor(config: Config): NodeJS.ProcessEnv {
  const { payments, host, ownUrl, publicUrl, corsOrigins, dataDir } = config
  return {
    SANDBOX_PORT: String(payments.sandboxPort),
    SANDBOX_HOST: host,
    SANDBOX_DIR: join(dataDir, 'sandbox'),
    SANDBOX_SECRET_KEY: payments.secretKey,
    SANDBOX_PUBLISHABLE_KEY: payments.publishableKey,
    SANDBOX_WEBHOOK_URL: `${ownUrl}/webhooks/stripe`,
    SANDBOX_WEBHOOK_SECRET: payments.webhookSecrets[0],
    SANDBOX_PUBLIC_URL: payments.sandboxUrl ?? '',
    // both names of this machine
    SANDBOX_ALLOW_ORIGINS: [
      publicUrl,
      publicUrl.replace('//localhost', '//127.0.0.1'),
      ...corsOrigins,
    ].join(','),
  }
}
