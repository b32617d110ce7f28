import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { administer, databaseUrl } from '#harness/administer.ts'
import { partitionCreditIfAsked } from '#harness/partition-credit.ts'
import { makeTestFolder } from './test-folder.ts'

/** One server for the whole run: `TEST_DATABASE_URL` when it is set, else an embedded one that is thrown away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined ? await startThrowaway(folder) : { url: given, stop: async () => {} }
  const template = `shop_template_${process.pid}`
  async function end() {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await administer(server.url, `create database ${template}`)
    await partitionCreditIfAsked(databaseUrl(server.url, template))
    await migrate(databaseUrl(server.url, template))
    project.provide('testDatabase', { url: server.url, template })
    project.provide('testFolder', folder)
  } catch (error) {
    await end()
    throw error
  }
  return async () => {
    if (given !== undefined) await administer(server.url, `drop database ${template}`)
    await end()
  }
}

async function startThrowaway(folder: string) {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  // lent to the server's own account when root runs the tests
  for (const path of [folder, dataDir]) await chmod(path, 0o711)
  return startEmbeddedDatabase({ dataDir, isDurable: false })
}
