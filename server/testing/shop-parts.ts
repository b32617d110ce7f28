import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createTestDatabase } from './database.ts'
import { freePorts } from '#harness/free-ports.ts'
import type { RunningShop } from '#harness/shop-process.ts'

export const PATIENCE = { timeout: 60_000, interval: 50 }

export async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-start-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** What `runShop` takes for a shop on a test database, so that only what a test is about takes time. */
export async function shopParts() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const data = stack.use(await dataFolder())
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

/** What production demands beside a database and PUBLIC_URL. */
export const production = {
  NODE_ENV: 'production',
  HOST: 'localhost',
  SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@shop.test',
  PAYMENTS: 'sandbox',
}

export async function ready(shop: RunningShop, url: string): Promise<void> {
  await vi.waitFor(async () => {
    if (shop.process.exitCode !== null) throw new Error(`ended: ${shop.output()}`)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }, PATIENCE)
}

export async function said(shop: RunningShop, words: string): Promise<void> {
  await vi.waitFor(() => expect(shop.output()).toContain(words), PATIENCE)
}
