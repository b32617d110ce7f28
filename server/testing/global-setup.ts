import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { administer, databaseUrl } from '#harness/administer.ts'
import { partitionCredit } from '#harness/partition-credit.ts'

/** One server for the whole run: `TEST_DATABASE_URL` when it is set, else an embedded one that is thrown away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startThrowaway() : { url: given, stop: async () => {} }
  const template = `shop_template_${process.pid}`
  try {
    await administer(server.url, `create database ${template}`)
    await migrate(databaseUrl(server.url, template))
    // as a large shop may lay them out: `npm run check` runs the tests of credit once more on these
    const partitions = Number(process.env['CREDIT_PARTITIONS'] ?? 0)
    if (partitions > 0) await partitionCredit(databaseUrl(server.url, template), partitions)
    project.provide('testDatabase', { url: server.url, template })
  } catch (error) {
    await server.stop()
    throw error
  }
  return async () => {
    if (given !== undefined) await administer(server.url, `drop database ${template}`)
    await server.stop()
  }
}

async function startThrowaway() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  // Lent to the server's own account when root runs the tests.
  await chmod(dataDir, 0o711)
  const { url, stop } = await startEmbeddedDatabase({ dataDir, isDurable: false })
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
