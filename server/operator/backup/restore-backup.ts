import { listNonEmptyTables, fillEmptyDatabase, DatabaseNotEmpty } from '../../db/backup/fill.ts'
import { migrate, listPendingMigrations } from '../../db/migrate.ts'
import { replaceSecretMark } from '../../process/start/checks/secret-key-mark.store.ts'
import { recordAction } from '../audit/actions.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { messageOf } from '../failure.ts'
import type { OperatorContext } from '../operator.ts'
import { flag, requiredText } from '../parameters.ts'
import { reported } from '../report.ts'
import { damagedBackup, type TableEnd, type ArchiveHeader } from './archive-lines.ts'
import { type ArchivedTable, backupTimeText, readArchive, tablesText } from './read-archive.ts'
import { isMarkOfKeys, secretMark } from '../../config/secret-mark.ts'

const DIFFERENT_KEY = 'other-key'

export const restoreBackupCommand = defineCommand({
  name: 'restore',
  summary: '把备份恢复到一个空的数据库',
  notes: [
    '只恢复到空的数据库：新的 DATA_DIR，或新建的 DATABASE_URL。先停下服务，恢复之后再启动。',
    '全部在一个事务里：要么完整恢复，要么什么都没有。较早版本的备份在恢复后升级到现在的版本。',
    `SECRET_KEY 须与备份时相同；确实丢失时加 --${DIFFERENT_KEY}，之后每个用户都要重置密码。`,
  ],
  database: 'new',
  arguments: { file: requiredText('文件', '备份文件') },
  options: { [DIFFERENT_KEY]: flag('SECRET_KEY 与备份时不同也恢复') },
  async run(operator, { file: given, [DIFFERENT_KEY]: takesOtherKey }) {
    const file = operator.path(given)
    const tables: TableEnd[] = []
    let header: ArchiveHeader | undefined
    await readArchive(file, async (archive) => {
      header = archive.header
      await requireRestorable(operator, archive.header, takesOtherKey)
      const at = backupTimeText(operator, archive.header.at)
      await operator.call.confirm({ sentences: [`将把 ${file}（${at}）恢复到空的数据库`] })
      await createTables(operator, archive.header)
      await fillTables(operator, archive.tables(), tables)
    })
    await migrate(operator.databaseUrl)
    await replaceSecretMark(operator.sql, secretMark(operator.config.secretKey))
    await recordRestore(operator, { file, at: header!.at })
    return {
      data: { file, at: header!.at, tables },
      ...reported({
        facts: [
          ['已恢复到', backupTimeText(operator, header!.at)],
          ['内容', tablesText(tables)],
        ],
      }),
    }
  },
})

/** Refuses a backup that cannot be restored, before anything is asked or changed. */
async function requireRestorable(
  { config, databaseUrl }: OperatorContext,
  { migrations, secretKey }: ArchiveHeader,
  takesOtherKey: boolean,
): Promise<void> {
  await listPendingMigrations(migrations).catch((error: unknown) => {
    throw new Refusal(`备份来自更新的或另一个版本的程序：${messageOf(error)}`, { code: 'SCHEMA' })
  })
  if (!isMarkOfKeys(config.secretKey, secretKey) && !takesOtherKey) {
    throw new Refusal(
      `SECRET_KEY 与备份时不同，恢复之后所有密码都不能用：请先放回原来的 SECRET_KEY（没有设置时是 DATA_DIR/secrets/secret-key），确实丢失时加 --${DIFFERENT_KEY}`,
      { code: 'SECRET_KEY' },
    )
  }
  const filled = await listNonEmptyTables(databaseUrl)
  if (filled.length > 0) throw notEmpty(filled)
}

/** Creates the tables of the backup's version. */
async function createTables(
  { databaseUrl }: OperatorContext,
  { migrations }: ArchiveHeader,
): Promise<void> {
  await migrate(databaseUrl, { last: migrations.length }).catch((error: unknown) => {
    throw new Refusal(`这个数据库不是新的：${messageOf(error)}`, { code: 'NOT_EMPTY' })
  })
}

async function fillTables(
  { databaseUrl }: OperatorContext,
  archived: AsyncGenerator<ArchivedTable>,
  done: TableEnd[],
): Promise<void> {
  try {
    await fillEmptyDatabase(databaseUrl, async (filling) => {
      for await (const { table: place, rows, end } of archived) {
        const count = await filling.fill(place, rows)
        if (count !== end().rows) throw damagedBackup(`表 ${place.name} 的行数不符`)
        done.push(end())
      }
    })
  } catch (error) {
    throw error instanceof DatabaseNotEmpty ? notEmpty(error.tables) : error
  }
}

function notEmpty(filled: readonly string[]): Refusal {
  return new Refusal(
    `数据库不是空的（${filled.slice(0, 3).join('、')} 等 ${filled.length} 张表里有数据），没有改动：请恢复到新的 DATA_DIR 或新建的数据库`,
    { code: 'NOT_EMPTY' },
  )
}

/** Records the restore in the audit log of the restored shop. */
async function recordRestore(
  { sql, call }: OperatorContext,
  result: Record<string, unknown>,
): Promise<void> {
  const { actor, command, given } = call
  await recordAction(sql, {
    ...actor,
    command,
    given,
    subject: null,
    reason: null,
    outcome: 'done',
    result,
  })
}
