import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createTestDatabase } from './database/test-database.ts'
import { freePorts } from './free-ports.ts'
import type { RunningShop } from '#harness/shop-process.ts'

export const WAIT_OPTIONS = { timeout: 60_000, interval: 50 }

export async function createDataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-start-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Ports, folder and settings for `runShop` on a test database, which starts faster than an embedded one. */
export async function createShopParts() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const data = stack.use(await createDataFolder())
  const { port, sandboxPort } = await freePorts()
  return {
    url: `http://localhost:${port}`,
    port,
    sandboxPort,
    folder: data.folder,
    database,
    settings: {
      PORT: String(port),
      DATA_DIR: data.folder,
      DATABASE_URL: database.url,
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Settings that production requires besides DATABASE_URL and PUBLIC_URL. */
export const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  HOST: 'localhost',
  SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@shop.test',
  PAYMENTS: 'sandbox',
}

export async function waitUntilReady(shop: RunningShop, url: string): Promise<void> {
  await vi.waitFor(async () => {
    if (shop.process.exitCode !== null) throw new Error(`ended: ${shop.output()}`)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }, WAIT_OPTIONS)
}

export async function waitForOutput(shop: RunningShop, words: string): Promise<void> {
  await vi.waitFor(() => expect(shop.output()).toContain(words), WAIT_OPTIONS)
}
