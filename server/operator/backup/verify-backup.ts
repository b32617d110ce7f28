import { defineCommand } from '../command.ts'
import { requiredText } from '../parameters.ts'
import { reported } from '../report.ts'
import type { TableEnd, ArchiveHeader } from './archive-lines.ts'
import { backupTimeText, readArchive, tablesText } from './read-archive.ts'
import { isMarkOfKeys } from '../../config/secret-mark.ts'

export const verifyBackupCommand = defineCommand({
  name: 'verify',
  summary: '检查备份文件是否完整、能否用现在的 SECRET_KEY 恢复',
  notes: ['只读文件，不连接数据库。'],
  database: 'none',
  arguments: { file: requiredText('文件', '备份文件') },
  options: {},
  async run(operator, { file: given }) {
    const { config } = operator
    const file = operator.path(given)
    const tables: TableEnd[] = []
    let header: ArchiveHeader | undefined
    await readArchive(file, async (archive) => {
      header = archive.header
      for await (const { rows, end } of archive.tables()) {
        for await (const _ of rows);
        tables.push(end())
      }
    })
    const { at, server, program, migrations, secretKey } = header!
    const isOurs = isMarkOfKeys(config.secretKey, secretKey)
    return {
      data: { file, at, server, program, migrations, isSameSecretKey: isOurs, tables },
      ...reported({
        facts: [
          ['文件', `${file}，完整`],
          ['时刻', backupTimeText(operator, at)],
          ['版本', `程序 ${program}，PostgreSQL ${server}，${migrations.at(-1)?.name ?? ''}`],
          ['SECRET_KEY', isOurs ? '与现在的相同' : '与现在的不同：恢复后密码不能用'],
          ['内容', tablesText(tables)],
        ],
      }),
    }
  },
})
