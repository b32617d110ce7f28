import { CHECK_OUTCOME_LABELS, CHECK_OUTCOMES } from '#contract/console/figures/check-outcomes.ts'
import { defineCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { joinSections, toPrintable } from '../report.ts'
import { type CheckResult, runChecks } from './run-checks.ts'

const SIGNS = { good: '✓', note: '!', bad: '✗' } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: '检查商店：数据库、支付、邮件、时钟、密钥、备份、内容、后台任务',
  notes: [
    '只查看，不改动，也不发信；各项同时进行，每项最多 8 秒。有一项有问题时退出码为 3。',
    '控制台的“设置 → 检查”做同样的检查。设置本身有错时，命令不运行，直接列出全部错误。',
  ],
  database: 'any',
  arguments: {},
  options: {},
  async run(operator) {
    const results = await runChecks(operator)
    const counts = CHECK_OUTCOMES.map((outcome) => {
      const count = results.filter((result) => result.outcome === outcome).length
      return `${CHECK_OUTCOME_LABELS[outcome]} ${count}`
    })
    const isBad = results.some(({ outcome }) => outcome === 'bad')
    return {
      data: results,
      text: joinSections(results.map(resultText).join('\n'), counts.join('，')),
      exitCode: isBad ? EXIT.faults : EXIT.done,
    }
  },
})

function resultText({ outcome, title, found, advice }: CheckResult): string {
  const line = `${SIGNS[outcome]} ${title}：${toPrintable(found)}`
  return advice === null ? line : `${line}\n    → ${toPrintable(advice)}`
}
