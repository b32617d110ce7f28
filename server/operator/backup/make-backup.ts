import { constants, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readSnapshot, type Snapshot } from '../../db/backup/snapshot.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { countText } from '../../lib/money-text.ts'
import { reported } from '../report.ts'
import { writeArchive } from './archive.ts'
import type { TableEnd, ArchiveHeader } from './archive-lines.ts'
import { tablesText } from './read-archive.ts'
import { programVersion } from '../../program.ts'
import { secretMark } from '../../config/secret-mark.ts'

export const makeBackupCommand = defineCommand({
  name: 'backup',
  summary: '备份整个数据库到一个压缩文件，服务照常运行',
  notes: [
    '所有表取自同一时刻；文件带有版本与校验和，写完才出现在目标位置，只有自己可读。',
    '文件里有用户的邮箱与密码摘要，请妥善保管。SECRET_KEY（没有设置时是 DATA_DIR/secrets/secret-key）不在其中，须另外保存：没有它，恢复之后所有密码都不能用。',
    'content 目录与 DATA_DIR 里的邮件不在其中。',
  ],
  arguments: {
    file: optionalText('文件', '写到哪里；不写则是 DATA_DIR/backups/shop-<时间>.gz'),
  },
  options: {},
  async run(operator, { file: given }) {
    const file = given === null ? defaultPlace(operator) : operator.path(given)
    const made = await performAction(operator, {
      work: () => writeBackup(operator, file),
      toAuditResult: ({ header, bytes }) => ({ file, bytes, at: header.at }),
    })
    const { header, bytes, tables } = made
    return {
      data: { file, bytes, at: header.at, migrations: header.migrations, tables },
      ...reported({
        facts: [
          ['已备份到', file],
          ['大小', `${countText(bytes)} 字节`],
          ['内容', tablesText(tables)],
        ],
        sentences: ['请另外保存 SECRET_KEY：恢复时需要同一个'],
      }),
    }
  },
})

function defaultPlace({ config, now }: OperatorContext): string {
  const time = now().toISOString().replaceAll(/[-:]/g, '').replace(/\..*/, 'Z')
  return join(config.dataDir, 'backups', `shop-${time}.gz`)
}

interface MadeBackup {
  header: ArchiveHeader
  bytes: number
  tables: TableEnd[]
}

/** Writes to a temporary name and links the complete file; never overwrites a file. */
async function writeBackup(operator: OperatorContext, file: string): Promise<MadeBackup> {
  if (existsSync(file)) throw fileExists(file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.part`
  try {
    const made = await readSnapshot(operator.databaseUrl, (snapshot) =>
      writeDraft(operator, snapshot, draft),
    )
    await moveIntoPlace(draft, file)
    return made
  } finally {
    await rm(draft, { force: true })
  }
}

/** Links the file, because a rename would overwrite one created meanwhile; copies where the disk has no links. */
async function moveIntoPlace(draft: string, file: string): Promise<void> {
  await link(draft, file)
    .catch(() => copyFile(draft, file, constants.COPYFILE_EXCL))
    .catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? fileExists(file) : error
    })
}

function fileExists(file: string): Refusal {
  return new Refusal(`文件已存在：${file}`, { code: 'EXISTS' })
}

async function writeDraft(
  { config }: OperatorContext,
  snapshot: Snapshot,
  draft: string,
): Promise<MadeBackup> {
  const header: ArchiveHeader = {
    format: 'shop-backup',
    version: 1,
    at: snapshot.at.toISOString(),
    server: snapshot.server,
    program: programVersion(),
    secretKey: secretMark(config.secretKey),
    migrations: [...snapshot.migrations],
    tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  }
  const tables: TableEnd[] = []
  const output = createWriteStream(draft, { mode: 0o600, flush: true })
  await pipeline(
    writeArchive(
      header,
      (one) => snapshot.rowsOf(one),
      (end) => tables.push(end),
    ),
    createGzip(),
    output,
  )
  return { header, bytes: output.bytesWritten, tables }
}
