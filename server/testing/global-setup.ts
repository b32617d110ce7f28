import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/sql.ts'
import { administer, databaseUrl } from './database/administer.ts'
import { partitionCreditIfAsked } from './database/partition-credit.ts'
import { startThrowawayServer } from './database/throwaway-server.ts'
import { makeTestFolder } from './test-folder.ts'

/** One server for the whole run: `TEST_DATABASE_URL` when it is set, else an embedded one that is thrown away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined ? await startThrowawayServer(folder) : { url: given, stop: async () => {} }
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
    if (given !== undefined) await dropCopies(server.url, template)
    await end()
  }
}

/** Drops the template and what a worker had spare at its end. */
async function dropCopies(url: string, template: string): Promise<void> {
  const sql = connect(url)
  const copies = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${template})`
  await sql.end()
  for (const { name } of copies) await administer(url, `drop database ${name} with (force)`)
}
