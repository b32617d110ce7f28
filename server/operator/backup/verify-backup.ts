import { command } from '../command.ts'
import { required } from '../parameters.ts'
import { countText } from '../terminal/format.ts'
import { facts, parts, table } from '../terminal/table.ts'
import type { End, Header } from './archive-lines.ts'
import { backupTimeText } from './backup-time.ts'
import { readArchive } from './read-archive.ts'
import { secretMark } from '../../secret-mark.ts'

export const verifyBackup = command({
  name: 'verify',
  summary: '检查备份文件是否完整、能否用现在的 SECRET_KEY 恢复',
  notes: ['只读文件，不连接数据库。'],
  database: 'none',
  arguments: { file: required('文件', '备份文件') },
  options: {},
  async run(operator, { file: named }) {
    const { config } = operator
    const file = operator.path(named)
    const tables: End[] = []
    let header: Header | undefined
    await readArchive(file, async (archive) => {
      header = archive.header
      for await (const { rows, end } of archive.tables()) {
        for await (const _ of rows);
        tables.push(end())
      }
    })
    const { at, server, program, migrations, secretKey } = header!
    const isOurs = secretKey === secretMark(config.secretKey)
    return {
      data: { file, at, server, program, migrations, isSameSecretKey: isOurs, tables },
      text: parts(
        facts([
          ['文件', `${file}，完整`],
          ['时刻', backupTimeText(operator, at)],
          ['版本', `程序 ${program}，PostgreSQL ${server}，${migrations.at(-1)?.name ?? ''}`],
          ['SECRET_KEY', isOurs ? '与现在的相同' : '与现在的不同：恢复后密码不能用'],
        ]),
        table(tables, [
          { title: '表', of: (end) => end.table },
          { title: '行数', of: ({ rows }) => countText(rows), align: 'right' },
        ]),
      ),
    }
  },
})
