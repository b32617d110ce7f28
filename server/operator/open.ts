import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { startEmbeddedDatabase } from '../db/embedded.ts'
import { listPendingMigrations } from '../db/migrate.ts'
import { readSettings } from '../config/environment.ts'
import type { Command } from './command.ts'
import { EXIT, Refusal } from './exit.ts'
import { messageOf } from './failure.ts'
import { appliedMigrations } from './doctor/doctor.store.ts'
import type { OperatorContext } from './operator.ts'

/** Refuses settings without a shop, so that a mistyped folder does not get a new one. */
export function requireShop(variables: Record<string, string | undefined>): void {
  const { settings } = readSettings(variables)
  const folder = resolve(settings.DATA_DIR)
  if (settings.DATABASE_URL !== undefined || existsSync(join(folder, 'postgres'))) return
  throw new Refusal(
    `${folder} 里没有商店的数据：请在商店的目录里运行，或用 DATA_DIR、DATABASE_URL 指明；新商店先运行一次 npm start`,
    { code: 'NO_SHOP', exitCode: EXIT.usage },
  )
}

/** The URL of the shop's database; joins the embedded one where it runs, else starts it for this command. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== null) return databaseUrl
  const embedded = await startEmbeddedDatabase({ dataDir })
  cleanup.defer(() => embedded.stop())
  return embedded.url
}

/** Refuses a database of another version than this program's. */
export async function requireCurrentSchema(
  operator: OperatorContext,
  { database }: Pick<Command, 'database'>,
): Promise<void> {
  if (database !== undefined) return
  const applied = await appliedMigrations(operator.sql)
  if (applied.length === 0)
    throw new Refusal('数据库还是空的：请先启动一次网站，它会建好所有的表', { code: 'SCHEMA' })
  const pending = await listPendingMigrations(applied).catch((error: unknown) => {
    throw new Refusal(`数据库与这个版本的程序不一致：${messageOf(error)}`, { code: 'SCHEMA' })
  })
  if (pending.length === 0) return
  throw new Refusal(
    `数据库还没有升级到这个版本（缺 ${pending.join('、')}）：请先启动一次新版本的商店`,
    { code: 'SCHEMA' },
  )
}
