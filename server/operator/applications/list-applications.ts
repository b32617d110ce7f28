import { defineCommand } from '../command.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { listApplications as readApplications } from './applications.store.ts'

export const listApplicationsCommand = defineCommand({
  name: 'applications list',
  summary: '列出登记过的应用',
  arguments: {},
  options: {},
  async run({ sql, content }) {
    const { timeZone } = content.site
    const rows = await readApplications(sql)
    const text = formatTable(rows, [
      { title: '编号', of: ({ id }) => id },
      { title: '名称', of: ({ name }) => name },
      { title: '类型', of: ({ isFirstParty }) => (isFirstParty ? '自营' : '需授权') },
      { title: 'clientId', of: ({ clientId }) => clientId },
      { title: '登记', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      { title: '停用', of: ({ disabledAt }) => timeText(disabledAt, timeZone) },
    ])
    return { data: rows, text: rows.length === 0 ? '还没有应用' : text }
  },
})
